import { describeJsonFault, type Issue, type JsonFault, type Place } from '#core';
import { readIssue, type ReadFault } from './read-codes.ts';
import { MAX_DOCUMENT_BYTES } from './record-buffer.ts';

/** A record whose text is not acceptable JSON. */
export function faultIssue(fault: JsonFault, where: Place): Issue<ReadFault> {
  const { code, message, hint } = fault;
  if (code !== 'JSON_SYNTAX' || where.line === undefined)
    return readIssue(code, message, { where, hint });
  return readIssue('TRACE_BAD_LINE', `this line is not JSON: ${message}`, { where, hint });
}

/** An unexpected byte between the records of a document. */
export function strayByte(
  byte: number,
  expected: 'value' | 'item' | 'end',
  where: Place,
): Issue<ReadFault> {
  const { message, hint } = describeJsonFault({
    text: String.fromCharCode(byte),
    at: 0,
    expected: expected,
  });
  return readIssue('JSON_SYNTAX', message, { where, hint });
}

/** A record, or the list of them, that the end of the file cuts off. */
export function tornTail(where: Place): Issue<ReadFault> {
  const what = where.line === undefined ? 'the document' : 'the last line';
  return readIssue(
    'TRACE_TORN_TAIL',
    `${what}${fromByte(where)} breaks off at the end of the file`,
    { where, hint: 'the program that wrote it was stopped, or is still writing' },
  );
}

/** A record longer than we read. */
export function tooLong(where: Place, maxBytes: number): Issue<ReadFault> {
  const message = `this record is longer than ${maxBytes / (1024 * 1024)} MiB`;
  const isDocument = maxBytes === MAX_DOCUMENT_BYTES;
  const hint = isDocument ? 'write its runs one per line (JSONL), or as a list' : undefined;
  return readIssue('TRACE_TOO_LONG', message, { where, hint });
}

/** Bytes that are not UTF-8. They are never replaced: different texts would become equal. */
export function invalidUtf8(where: Place): Issue<ReadFault> {
  return readIssue('ENCODING_INVALID', `the text${fromByte(where)} is not UTF-8`, {
    where,
    hint: 'save the file as UTF-8',
  });
}

/** A place with a line is printed without its byte, so the message names it where there is no column. */
function fromByte({ line, offset }: Place): string {
  return line === undefined || offset === undefined ? '' : ` from byte ${offset}`;
}
