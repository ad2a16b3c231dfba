import { type Dialect, quoteName } from './quote.ts';

/** What a column is selected as, so that rows are alike in all engines: times as ISO 8601 in UTC, JSON as it is. */
export function selectColumn(name: string, type: string, dialect: Dialect): string {
  const column = quoteName(name, dialect);
  if (dialect === 'clickhouse')
    return isClickHouseTime(type)
      ? `concat(replaceOne(toString(${column}, 'UTC'), ' ', 'T'), 'Z')`
      : column;
  const based = `base.${column}`;
  if (type.startsWith('timestamp with time zone'))
    return `to_char(${based} AT TIME ZONE 'UTC', '${ISO}')`;
  if (type.startsWith('timestamp')) return `to_char(${based}, '${ISO}')`;
  return isPlain(type) ? `${based}::text` : `to_json(${based})::text`;
}

const ISO = 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"';

/** Whether the text of a value of PostgreSQL is the value; all others are written as JSON. */
export function isPlain(type: string): boolean {
  return !type.endsWith('[]') && /^(?:text|character|uuid|name|bpchar|citext)/.test(type);
}

/** `Nullable(DateTime64(6))`, `LowCardinality(DateTime)`, `DateTime('UTC')`. */
function isClickHouseTime(type: string): boolean {
  return /^(?:(?:Nullable|LowCardinality)\()*DateTime/.test(type);
}

/** A moment as a literal that can be compared with a column of this type; null where the type is not a time. */
export function timeLiteral(iso: string, type: string, dialect: Dialect): string | null {
  if (dialect === 'postgres')
    return type.startsWith('timestamp with time zone')
      ? `TIMESTAMPTZ '${iso}'`
      : type.startsWith('timestamp')
        ? `TIMESTAMP '${iso.slice(0, -1)}'`
        : textLiteral(iso, type);
  if (!isClickHouseTime(type)) return textLiteral(iso, type);
  const plain = iso.slice(0, 19).replace('T', ' ');
  if (!/DateTime64/.test(type)) return `toDateTime('${plain}', 'UTC')`;
  return `toDateTime64('${plain}${iso.slice(19, -1)}', 9, 'UTC')`;
}

/** Text of times has their order where all are written alike. */
function textLiteral(iso: string, type: string): string | null {
  return /String|^text|^character/.test(type) ? `'${iso}'` : null;
}
