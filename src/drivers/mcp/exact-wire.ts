import { randomUUID } from 'node:crypto';
import { ExactNumber, isJsonObject, type Json, parseJson } from '#core';

/**
 * The MCP client reads and writes JSON by itself, with doubles. Numbers that no double holds pass through it as texts
 * with this beginning, which no server can guess, and are numbers on both sides of it.
 */
const MARK = `whichtool-number-${randomUUID()}:`;
const MARKED = new RegExp(`"${MARK}([-+.eE0-9]+)"`, 'g');
/** All shorter ones are held by a double. */
const MAX_DOUBLE_LENGTH = 15;
const MAX_ZEROS = 400;

/** A value for the client: numbers that no double holds are marked texts. */
export function markNumbers(value: Json): unknown {
  if (value instanceof ExactNumber) return MARK + plainDigits(value.text);
  if (Array.isArray(value)) return (value as readonly Json[]).map(markNumbers);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, held]) => [key, markNumbers(held)]));
}

/** What the client gives: marked texts are numbers again. */
export function unmarkNumbers(value: unknown): Json {
  if (typeof value === 'string' && value.startsWith(MARK)) {
    const parsed = parseJson(value.slice(MARK.length));
    return parsed.ok ? parsed.value : value;
  }
  if (Array.isArray(value)) return value.map(unmarkNumbers);
  if (!isJsonObject(value)) return value as Json;
  return Object.fromEntries(Object.entries(value).map(([key, held]) => [key, unmarkNumbers(held)]));
}

/** Text as it goes to a server: marked texts are written as numbers. */
export function writeNumbers(text: string): string {
  return text.includes(MARK) ? text.replace(MARKED, '$1') : text;
}

/** The plain text of a header in which marked texts stand. */
export function writeHeader(text: string): string {
  return text.replaceAll(MARK, '');
}

/** JSON as it came from a server, for the client: numbers that no double holds are marked texts. */
export function readNumbers(text: string): string {
  // Most messages have none, and are not copied.
  if (!/\d[\d.]{14}/.test(text)) return text;
  const parts: string[] = [];
  let from = 0;
  const number = /"|-?\d[\d.eE+-]*/g;
  for (let match = number.exec(text); match !== null; match = number.exec(text)) {
    const [token] = match;
    if (token === '"') {
      number.lastIndex = endOfString(text, match.index + 1);
      continue;
    }
    // What a double writes unchanged is read unchanged.
    if (token.length <= MAX_DOUBLE_LENGTH || String(Number(token)) === token) continue;
    const parsed = parseJson(token);
    if (!parsed.ok || !(parsed.value instanceof ExactNumber)) continue;
    parts.push(text.slice(from, match.index), `"${MARK}${token}"`);
    from = match.index + token.length;
  }
  return parts.length === 0 ? text : parts.join('') + text.slice(from);
}

/** The place after the quote that ends a string; the end of the text where none does. */
function endOfString(text: string, from: number): number {
  for (let end = text.indexOf('"', from); end !== -1; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text[end - 1 - slashes] === '\\') slashes++;
    if (slashes % 2 === 0) return end + 1;
  }
  return text.length;
}

/** Digits without an exponent where that is short: many servers read no other integers. */
function plainDigits(text: string): string {
  const [digits = '', power = '0'] = text.split('e');
  const exponent = Number(power);
  if (exponent >= 0) return exponent > MAX_ZEROS ? text : digits + '0'.repeat(exponent);
  const whole = digits.replace('-', '');
  if (-exponent >= whole.length) return text;
  const point = digits.length + exponent;
  return `${digits.slice(0, point)}.${digits.slice(point)}`;
}
