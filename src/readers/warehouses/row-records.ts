import type { Json, JsonObject } from '#core';
import type { SourceRecord } from '../sources/source.ts';
import type { WarehouseStore } from './store.ts';

/** The place of a run in a table: an address that selects it. */
export function placeOf(base: string, run: string, scope: string): string {
  const project = scope === '' ? '' : `project=${encodeURIComponent(scope)}&`;
  return `${base}?${project}run=${encodeURIComponent(wellFormed(run))}`;
}

/** Half of a surrogate pair cannot be part of an address. */
function wellFormed(text: string): string {
  return text.toWellFormed?.() ?? text.replace(/[\ud800-\udfff]/g, '\ufffd');
}

/** The record of a row, at the place of its run. */
export function toSourceRecord(
  store: WarehouseStore,
  row: JsonObject,
  { run, scope, base }: { readonly run: string; readonly scope: string; readonly base: string },
): SourceRecord & { readonly kind: 'value' } {
  const value: Json = store.toRecord(row, run);
  return { kind: 'value', value, where: { file: placeOf(base, run, scope) } };
}
