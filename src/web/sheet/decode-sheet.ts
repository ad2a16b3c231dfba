import { parseJson } from '#core';
import type { LabelSheet, PackedSheet } from '#reporters';

/** Reads the sheet in the data block of a page. Numbers keep their digits. */
export function decodeSheet(text: string): LabelSheet {
  const parsed = parseJson(text);
  if (!parsed.ok) throw new Error(`this page has no sheet: ${parsed.message}`);
  const { tools, rows, ...sheet } = parsed.value as unknown as PackedSheet;
  return {
    ...sheet,
    rows: rows.map((row) => ({
      ...row,
      tools: row.tools.flatMap((place) => tools[place] ?? []),
    })),
  };
}
