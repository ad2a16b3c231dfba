import { isUtf8 } from 'node:buffer';
import { type JsonFault, parseJson, type Place } from '#core';
import { findInvalidUtf8 } from './find-invalid-utf8.ts';
import { faultIssue, invalidUtf8, tornTail } from './record-issue.ts';
import type { RecordSink } from './record-sink.ts';

/** A range of bytes that should be a JSON value. */
export interface RecordBytes {
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
  /** Whether something marks its end; if not it may have been cut off. */
  readonly ended: boolean;
}

/** Decodes and parses a record whose bytes start at `where.offset`. */
export function parseRecord(record: RecordBytes, where: Place, sink: RecordSink): void {
  const { bytes, start, end } = record;
  if (isUtf8(bytes.subarray(start, end))) parseText(record, where, sink);
  else reportEncoding(record, where, sink);
}

/** Parses a record whose bytes are known to be UTF-8. */
export function parseText(record: RecordBytes, where: Place, sink: RecordSink): void {
  const text = record.bytes.toString('utf8', record.start, record.end);
  const parsed = parseRepaired(text);
  if (parsed.ok) sink.value(parsed.value, where, record.end - record.start);
  else if (!record.ended && breaksOff(parsed, text)) sink.error(tornTail(where));
  else sink.error(faultIssue(parsed, locate(where, text, parsed.offset)), text);
}

/** What `codex exec --json` writes for a web search: its item has two ids. */
const SEARCH_WITH_TWO_IDS =
  /^(\{"type":"item\.[a-z]+","item":\{"id":"[^"\\]*","type":"web_search",)"id":/;

/** Parses a text. The same key twice is an error, except where a program is known to write it. */
function parseRepaired(text: string): ReturnType<typeof parseJson> {
  const parsed = parseJson(text);
  if (parsed.ok || parsed.code !== 'JSON_DUPLICATE_KEY' || !SEARCH_WITH_TWO_IDS.test(text))
    return parsed;
  return parseJson(text.replace(SEARCH_WITH_TWO_IDS, '$1"search_id":'));
}

/** Whether the text is the beginning of something longer, or was never filled with more than its beginning. */
function breaksOff(fault: JsonFault, text: string): boolean {
  if (fault.code !== 'JSON_SYNTAX') return false;
  return fault.offset === text.length || text.charCodeAt(fault.offset) === 0;
}

/** The place of a character inside a record: its line and column, or its byte on the first line of a document's record. */
function locate(where: Place, text: string, at: number): Place {
  const before = text.slice(0, at);
  const offset = (where.offset ?? 0) + Buffer.byteLength(before, 'utf8');
  if (where.line !== undefined) return { ...where, column: at + 1, offset };
  const { startLine, ...place } = where;
  const lineStart = before.lastIndexOf('\n') + 1;
  if (startLine === undefined || lineStart === 0) return { ...place, offset };
  return {
    ...place,
    line: startLine + before.split('\n').length - 1,
    column: at - lineStart + 1,
    offset,
  };
}

function reportEncoding(record: RecordBytes, where: Place, sink: RecordSink): void {
  const { bytes, start, end, ended } = record;
  const invalid = findInvalidUtf8(bytes, start, end);
  if (invalid?.cut === true && !ended) {
    sink.error(tornTail(where));
    return;
  }
  const { startLine: _, ...place } = where;
  const offset = (where.offset ?? 0) + (invalid?.at ?? start) - start;
  sink.error(invalidUtf8({ ...place, offset }));
}
