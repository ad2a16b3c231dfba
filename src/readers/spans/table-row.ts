import type { Json, JsonObject } from '#core';

/** Whether a span is a row of a table, as Phoenix's data frames are written: its columns have dotted names. */
export function isTableRow(span: JsonObject): boolean {
  return 'context.span_id' in span && span.attributes === undefined;
}

/** A row as the span that it was made from; empty columns are skipped. */
export function foldRow(row: JsonObject): JsonObject {
  const attributes: [string, Json][] = [];
  const context: [string, Json][] = [];
  for (const [column, value] of Object.entries(row)) {
    if (value === null) continue;
    if (column.startsWith('attributes.'))
      attributes.push([column.slice('attributes.'.length), value]);
    if (column.startsWith('context.')) context.push([column.slice('context.'.length), value]);
  }
  return {
    ...row,
    attributes: Object.fromEntries(attributes),
    context: Object.fromEntries(context),
  };
}
