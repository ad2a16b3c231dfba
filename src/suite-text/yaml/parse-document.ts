import { parseJson } from '#core';
import type { SuiteCode } from '../codes.ts';
import { EVENT_ID, type Event, parseEvents, YAMLException } from 'js-yaml';
import { compose, type Composed } from './compose.ts';
import type { Problems } from '../problems/problems.ts';

const MAX_DEPTH = 100;
const MAX_VALUES = 2_000_000;
const NOT_EMPTY = 'a suite has `tests`, `evals`, or `dataset` and `scorers`';

/** Reads the text of a suite as values; null when it cannot be read as one document at all. */
export function parseDocument(text: string, isJson: boolean, problems: Problems): Composed | null {
  if (isJson && !isStrictJson(text, problems)) return null;
  const events = readEvents(text, problems);
  if (events === null) return null;
  if (events.length === 0) {
    reject(problems, 'SUITE_EMPTY', 'the file holds no suite', 0, NOT_EMPTY);
    return null;
  }
  const second = events.findIndex(({ type }, index) => index > 0 && type === EVENT_ID.DOCUMENT);
  if (second !== -1) {
    const message = 'the file is one document, and here begins a second one';
    const hint = 'put each in a file of its own';
    problems.add({
      code: 'YAML_DOCUMENTS',
      message,
      hint,
      at: { event: second + 1 },
    });
  }
  return compose(events, text, problems);
}

/** JSON text is read like YAML, of which it is a part; what only YAML allows is refused before. */
function isStrictJson(text: string, problems: Problems): boolean {
  const parsed = parseJson(text);
  // Repeated keys are found later, all of them.
  if (parsed.ok || parsed.code === 'JSON_DUPLICATE_KEY') return true;
  reject(problems, parsed.code, parsed.message, parsed.offset, parsed.hint);
  return false;
}

/** The parse events of a text. They take many times its memory, so they are read again where a place is asked for. */
export function eventsOf(text: string): readonly Event[] {
  return parseEvents(text, { maxDepth: MAX_DEPTH });
}

function readEvents(text: string, problems: Problems): readonly Event[] | null {
  const hint = 'split it into several files';
  const message = 'the file has more than 2,000,000 values';
  if (mayExceed(text)) {
    reject(problems, 'SUITE_TOO_LARGE', message, 0, hint);
    return null;
  }
  try {
    const events = eventsOf(text);
    if (events.length <= MAX_VALUES || countValues(events) <= MAX_VALUES) return events;
    reject(problems, 'SUITE_TOO_LARGE', message, 0, hint);
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    rejectSyntax(error, text, problems);
  }
  return null;
}

/** A bound that needs no parsing: every value but the first comes after one of these characters. */
function mayExceed(text: string): boolean {
  if (text.length <= 3 * MAX_VALUES) return false;
  let marks = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    // LF , : [ {
    if (unit === 10 || unit === 0x2c || unit === 0x3a || unit === 0x5b || unit === 0x7b) marks++;
  }
  return marks > MAX_VALUES * 1.5;
}

function countValues(events: readonly Event[]): number {
  let count = 0;
  for (const event of events) {
    if (event.type !== EVENT_ID.POP && event.type !== EVENT_ID.DOCUMENT) count++;
  }
  return count;
}

function rejectSyntax(error: YAMLException, text: string, problems: Problems): void {
  const offset = Math.min(error.mark?.position ?? 0, text.length);
  if (error.reason.startsWith('nesting exceeded')) {
    reject(problems, 'YAML_DEPTH', `nested deeper than ${MAX_DEPTH} levels`, offset);
    return;
  }
  const hint = hintForSyntax(error.reason, text, offset);
  reject(problems, 'YAML_SYNTAX', `not valid YAML: ${error.reason}`, offset, hint);
}

/** The message of the parser is exact and seldom says what to do. */
function hintForSyntax(reason: string, text: string, offset: number): string | undefined {
  if (reason.includes('tab')) return 'indent with spaces';
  const before = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
  if (/\{\{/.test(before)) return 'put a template in quotes: "{{ … }}"';
  if (/^[@`%]/.test(text.slice(offset))) return 'quote a text that begins with @, ` or %';
  if (/: /.test(before) && text[offset] === ':')
    return 'quote a text that holds a colon and a blank';
  if (/^(?:deficient indentation|unexpected end)/.test(reason))
    return 'a quote or bracket that was opened above is not closed';
  if (reason.startsWith('bad indentation'))
    return 'indent it as the lines above that it belongs to';
  return undefined;
}

function reject(
  problems: Problems,
  code: SuiteCode,
  message: string,
  offset: number,
  hint?: string,
): void {
  problems.add({ code, message, hint, at: { offset, length: 1 } });
}
