import { type ExactNumber, exactNumber } from '#core';

/** What a plain YAML scalar represents in the core schema. */
export type Scalar = string | number | boolean | null | ExactNumber;

const INTEGER = /^[-+]?\d+$/;
const BASED = /^0(?:o[0-7]+|x[\dA-Fa-f]+)$/;
const FLOAT = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?$/;
const ENDLESS = /^[-+]?\.(?:inf|Inf|INF)$/;

const WORDS: ReadonlyMap<string, boolean | null> = new Map<string, boolean | null>([
  ['', null],
  ['~', null],
  ['null', null],
  ['Null', null],
  ['NULL', null],
  ['true', true],
  ['True', true],
  ['TRUE', true],
  ['false', false],
  ['False', false],
  ['FALSE', false],
]);

/** The value of a scalar without quotes; numbers keep all their digits. */
export function resolveScalar(text: string): Scalar {
  const first = text.charCodeAt(0);
  const mayBeNumber =
    (first >= 0x30 && first <= 0x39) || first === 0x2d || first === 0x2b || first === 0x2e;
  if (mayBeNumber) return resolveNumber(text);
  if (text.length > 5) return text;
  const word = WORDS.get(text);
  return word === undefined ? text : word;
}

// What is longer, or beyond the range of doubles, is not a usable number and stays text.
const MAX_NUMBER_LENGTH = 400;

function resolveNumber(text: string): Scalar {
  if (text.length > MAX_NUMBER_LENGTH) return text;
  if (INTEGER.test(text) || FLOAT.test(text)) {
    const value = Number(text);
    if (!Number.isFinite(value)) return text;
    return text.length <= 15 ? value || 0 : (exactNumber(canonical(text)) ?? text);
  }
  if (BASED.test(text)) return exactNumber(BigInt(text).toString()) ?? text;
  if (ENDLESS.test(text)) return text.startsWith('-') ? -Infinity : Infinity;
  return text === '.nan' || text === '.NaN' || text === '.NAN' ? NaN : text;
}

/** The number as JSON writes it: no plus sign, digits on both sides of the point. */
function canonical(text: string): string {
  const [, sign = '', whole = '', fraction = '', power = ''] =
    /^([-+]?)(\d*)\.?(\d*)(.*)$/.exec(text) ?? [];
  return `${sign === '-' ? '-' : ''}${whole || '0'}${fraction && `.${fraction}`}${power}`;
}
