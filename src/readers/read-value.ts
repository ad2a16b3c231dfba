import { isJsonObject, type Json, optionError, parseJson } from '#core';
import { FORMATS } from './formats/formats.ts';
import type { TraceRecord } from './reader.ts';
import { Reading } from './reading.ts';
import { readIssue } from './records/read-codes.ts';
import type { OpenAssembler, TraceFormat } from './trace-format.ts';

export interface ValueOptions {
  /** The id of the format; by default it is detected. */
  readonly format?: string | null;
  /** What the value is called in places and issues. */
  readonly name?: string;
}

/**
 * Reads the traces of a value in memory, as a file that contains it as JSON would be read. Synchronous, so that
 * matchers can use it. Throws a UserError where the value cannot be JSON, or the format is unknown.
 */
export function readValue(
  value: unknown,
  { format = null, name = 'value' }: ValueOptions = {},
): readonly TraceRecord[] {
  rejectUnfinished(value, name);
  const json = toJson(historyOf(value), name);
  // A value is in memory already: nothing of it waits in a file, so that browsers can read it.
  const open: OpenAssembler = (format, output) => format.open(output);
  const reading = new Reading({ format: findFormat(format) }, open, FORMATS);
  const input = { path: name, displayName: name };
  const records: TraceRecord[] = [];
  reading.start(input);
  let isEmpty = true;
  for (const [record, pointer] of recordsOf(json)) {
    isEmpty = false;
    reading.add(record, { file: name, ...(pointer === '' ? {} : { pointer }) });
  }
  if (isEmpty)
    reading.fail(
      readIssue('NO_RECORDS', 'there is no record in this value', { where: { file: name } }),
    );
  records.push(...reading.take());
  for (const batch of reading.finish()) records.push(...batch);
  for (const batch of reading.end()) records.push(...batch);
  return records;
}

/** As JSON a promise is `{}`, and a stream has its settings only: neither says what the agent did. */
function rejectUnfinished(value: unknown, name: string): void {
  if (typeof value !== 'object' || value === null) return;
  if ('then' in value && typeof value.then === 'function')
    throw optionError(`${name} is a promise: await it first`);
  if ('consumeStream' in value && typeof value.consumeStream === 'function')
    throw optionError(`${name} is a stream of the AI SDK: pass \`await result.steps\``);
}

/** A result of the OpenAI Agents SDK has its messages in a getter, which JSON leaves out. */
function historyOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const isResult = 'history' in value && 'newItems' in value && Array.isArray(value.history);
  return isResult ? value.history : value;
}

/** The value as JSON: what its objects write of themselves, without functions. */
function toJson(value: unknown, name: string): Json {
  let text: string | undefined;
  try {
    text = JSON.stringify(value);
  } catch (error) {
    throw optionError(`${name} cannot be written as JSON: ${String(error)}`);
  }
  if (text === undefined) throw optionError(`${name} is not a trace: it is ${typeof value}`);
  const parsed = parseJson(text);
  if (parsed.ok) return parsed.value;
  throw optionError(`${name} cannot be read: ${parsed.message}`);
}

/** The records of a document: the elements of a list, the traces of `{ traces: [] }`, or the document itself. */
function* recordsOf(document: Json): Generator<readonly [Json, string]> {
  const isContainer = isJsonObject(document) && Array.isArray(document.traces);
  if (isContainer && 'tool_calls' in document)
    throw optionError('a document has either traces or tool_calls, not both');
  const list = isContainer ? document.traces : document;
  if (!Array.isArray(list)) yield [document, ''];
  else
    for (const [i, record] of list.entries())
      yield [record, `${isContainer ? '/traces' : ''}/${i}`];
}

function findFormat(id: string | null): TraceFormat | null {
  if (id === null) return null;
  const format = FORMATS.find((known) => known.id === id);
  if (format !== undefined) return format;
  const ids = FORMATS.map((known) => known.id).sort();
  throw optionError(`there is no format "${id}": the formats are ${ids.join(', ')}`);
}
