import { canonicalJson, type Json } from '#core';
import type { LabelSheet, SheetRow, SheetTool } from './sheet.ts';

/** A sheet with every tool once: cases of one agent are offered the same tools. */
export interface PackedSheet extends Omit<LabelSheet, 'rows'> {
  readonly tools: readonly SheetTool[];
  /** Their tools are places in `tools`. */
  readonly rows: readonly (Omit<SheetRow, 'tools'> & { readonly tools: readonly number[] })[];
}

/** Writes every tool of a sheet once. */
export function packSheet(sheet: LabelSheet): PackedSheet {
  const places = new Map<string, number>();
  const tools: SheetTool[] = [];
  const placeOf = (tool: SheetTool): number => {
    const key = canonicalJson(tool as unknown as Json);
    const known = places.get(key);
    if (known !== undefined) return known;
    places.set(key, tools.length);
    return tools.push(tool) - 1;
  };
  const rows = sheet.rows.map((row) => ({ ...row, tools: row.tools.map(placeOf) }));
  return { ...sheet, tools, rows };
}
