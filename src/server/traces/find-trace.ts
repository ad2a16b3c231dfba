import { formatWhere, isJsonObject, parseJson, type Place, type Trace } from '#core';
import { chooseFormat, readRows, readTraces, type TraceRecord } from '#readers';
import { recordedTrace } from '#run';
import { readLine } from './read-line.ts';

/** Where a run of a report is, and how it was read. */
export interface TracePlace {
  readonly path: string;
  /** The file as places name it. */
  readonly file: string;
  /** The whole place: `traces/a.jsonl:12`. */
  readonly where: string;
  readonly line: number | null;
  /** Null where the run is native. */
  readonly format: string | null;
  /** Whether it may be the run of a row of a dataset. */
  readonly isRow: boolean;
}

/** Reads the run at a place of a file, with the readers that a run has; null where there is none. */
export async function findTrace(place: TracePlace): Promise<Trace | null> {
  const isLines = /\.(?:jsonl|ndjson)$/i.test(place.file);
  const bytes = isLines && place.line !== null ? await readLine(place.path, place.line) : null;
  // Lines of other formats may be parts of a run.
  const fromLine = bytes === null || place.format !== null ? null : await readOneLine(place, bytes);
  if (fromLine !== null) return fromLine;
  return (place.isRow ? await findRow(place) : null) ?? (await findRun(place));
}

async function readOneLine(place: TracePlace, bytes: Buffer): Promise<Trace | null> {
  const native = await readNativeLine(place, bytes);
  if (!place.isRow) return native;
  const parsed = parseJson(bytes.toString('utf8'));
  const row = parsed.ok && isJsonObject(parsed.value) ? rowTrace(parsed.value) : null;
  // The runs of an eval may be in a file of their own, with more than a row has: the answer, what was used.
  if (row !== null && native?.calls.length !== row.calls.length) return row;
  return native;
}

async function readNativeLine(
  { path, file: displayName }: TracePlace,
  bytes: Buffer,
): Promise<Trace | null> {
  try {
    const format = await chooseFormat('native');
    for await (const records of readTraces([{ path, displayName, bytes }], { format }))
      for (const record of records) if (record.kind === 'trace') return record.trace;
  } catch {
    // The line is not a native trace: the file is read as a whole.
  }
  return null;
}

type Row = Parameters<typeof recordedTrace>[0];

/** The run that a row carries. What was asked may be in the row alone. */
function rowTrace(row: Row): Trace | null {
  const trace = recordedTrace(row);
  if (trace === null || 'code' in trace) return null;
  return trace.input === null && row['input'] !== undefined
    ? { ...trace, input: row['input'] }
    : trace;
}

async function findRow({ path, file, where }: TracePlace): Promise<Trace | null> {
  for await (const records of readRows({ path, displayName: file }))
    for (const record of records)
      if (record.kind === 'row' && isAt(record.where, where)) return rowTrace(record.value);
  return null;
}

async function findRun({ path, file, where, format }: TracePlace): Promise<Trace | null> {
  const options = { format: await chooseFormat(format) };
  const isHere = (record: TraceRecord): boolean =>
    record.kind === 'trace' && isAt(record.where, where);
  for await (const records of readTraces([{ path, displayName: file }], options)) {
    const match = records.find(isHere);
    if (match?.kind === 'trace') return match.trace;
  }
  return null;
}

function isAt(place: Place, where: string): boolean {
  return formatWhere(place) === where;
}
