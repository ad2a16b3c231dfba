import { describeJsonFault, type FoundText } from './describe-json-fault.ts';
import type { Json } from './json.ts';
import { parseNumberToken } from './number-token.ts';
import {
  type JsonFault,
  type JsonFaultCode,
  MAX_JSON_DEPTH,
  type ParsedJson,
} from './parsed-json.ts';
import { shorten } from '../text/shorten.ts';
import { noteWholeFloat } from './whole-floats.ts';

/** Parses JSON text member by member: slower than the runtime's parser, keeps digits, finds the first fault. */
export function parseJsonCarefully(text: string): ParsedJson {
  const parser = new CarefulParser(text);
  const value = parser.document();
  return value === undefined ? parser.fault! : { ok: true, value };
}

/** Each method answers undefined once `fault` is set, so that nothing is thrown. */
class CarefulParser {
  readonly text: string;
  at = 0;
  depth = 0;
  fault: JsonFault | null = null;

  constructor(text: string) {
    this.text = text;
  }

  document(): Json | undefined {
    const value = this.value();
    if (value === undefined) return undefined;
    return this.peek() === '' ? value : this.unexpected('end');
  }

  value(): Json | undefined {
    const next = this.peek();
    if (next === '{' || next === '[') {
      if (this.depth === MAX_JSON_DEPTH) {
        return this.fail('JSON_DEPTH', `nested deeper than ${MAX_JSON_DEPTH} levels`, this.at);
      }
      this.depth += 1;
      this.at += 1;
      const value = next === '{' ? this.object() : this.list();
      this.depth -= 1;
      return value;
    }
    if (next === '"') return this.string();
    if (next === '-' || isDigit(next)) return this.number();
    if (next === 't') return this.literal('true', true);
    if (next === 'f') return this.literal('false', false);
    if (next === 'n') return this.literal('null', null);
    return this.unexpected('value');
  }

  object(): Json | undefined {
    const object: { [key: string]: Json } = {};
    if (this.peek() === '}') return this.skip(object);
    for (;;) {
      if (this.peek() !== '"') return this.unexpected('key');
      const keyAt = this.at;
      const key = this.string();
      if (key === undefined) return undefined;
      if (Object.hasOwn(object, key)) {
        return this.fail('JSON_DUPLICATE_KEY', `the key ${quote(key)} is written twice`, keyAt);
      }
      if (this.peek() !== ':') return this.unexpected('colon');
      this.at += 1;
      const valueAt = this.at;
      const value = this.value();
      if (value === undefined) return undefined;
      if (Number.isInteger(value) && /[.eE]/.test(this.text.slice(valueAt, this.at))) {
        noteWholeFloat(object, key);
      }
      if (key === '__proto__') defineMember(object, key, value);
      else object[key] = value;
      const next = this.peek();
      if (next === '}') return this.skip(object);
      if (next !== ',') return this.unexpected('member');
      this.at += 1;
    }
  }

  list(): Json | undefined {
    const list: Json[] = [];
    if (this.peek() === ']') return this.skip(list);
    for (;;) {
      const value = this.value();
      if (value === undefined) return undefined;
      list.push(value);
      const next = this.peek();
      if (next === ']') return this.skip(list);
      if (next !== ',') return this.unexpected('item');
      this.at += 1;
    }
  }

  string(): string | undefined {
    const start = this.at;
    let escaped = false;
    for (;;) {
      this.at += 1;
      const unit = this.text.charCodeAt(this.at);
      if (unit === 0x22) break;
      // A code of NaN is the end of the text.
      if (!(unit >= 0x20)) return this.unexpected('string');
      if (unit !== 0x5c) continue;
      escaped = true;
      this.at += 1;
      if (!this.escape()) return this.unexpected('escape');
    }
    this.at += 1;
    if (!escaped) return this.text.slice(start + 1, this.at - 1);
    // Every escape was checked above, so the runtime's parser accepts the token.
    const unescaped: string = JSON.parse(this.text.slice(start, this.at));
    return unescaped;
  }

  /** Checks the escape whose letter is at `at`; leaves `at` on its last letter, or on the wrong one. */
  escape(): boolean {
    const letter = this.text.charAt(this.at);
    if (letter !== 'u') return letter !== '' && '"\\/bfnrt'.includes(letter);
    for (let digits = 0; digits < 4; digits++) {
      this.at += 1;
      if (!/^[\da-fA-F]$/.test(this.text.charAt(this.at))) return false;
    }
    return true;
  }

  number(): Json | undefined {
    const start = this.at;
    if (this.text.charAt(this.at) === '-') this.at += 1;
    if (this.text.charAt(this.at) === '0') this.at += 1;
    else if (!this.digits()) return this.unexpected('digit');
    if (this.text.charAt(this.at) === '.') {
      this.at += 1;
      if (!this.digits()) return this.unexpected('digit');
    }
    if (/^[eE]$/.test(this.text.charAt(this.at))) {
      this.at += 1;
      if (/^[+-]$/.test(this.text.charAt(this.at))) this.at += 1;
      if (!this.digits()) return this.unexpected('digit');
    }
    const token = this.text.slice(start, this.at);
    const value = parseNumberToken(token);
    if (value !== null) return value;
    const message = `the number ${shorten(token, 60)} is beyond the range of doubles`;
    return this.fail('NUMBER_RANGE', message, start);
  }

  digits(): boolean {
    const start = this.at;
    while (isDigit(this.text.charAt(this.at))) this.at += 1;
    return this.at > start;
  }

  literal(word: string, value: Json): Json | undefined {
    for (const letter of word) {
      if (this.text.charAt(this.at) !== letter) return this.unexpected('value');
      this.at += 1;
    }
    return value;
  }

  /** The next character that is not blank, which `at` then points to; empty at the end. */
  peek(): string {
    for (;;) {
      const next = this.text.charAt(this.at);
      if (next !== ' ' && next !== '\n' && next !== '\r' && next !== '\t') return next;
      this.at += 1;
    }
  }

  skip(value: Json): Json {
    this.at += 1;
    return value;
  }

  unexpected(expected: FoundText['expected']): undefined {
    const described = describeJsonFault({ text: this.text, at: this.at, expected });
    this.fail('JSON_SYNTAX', described.message, this.at, described.hint);
  }

  fail(code: JsonFaultCode, message: string, offset: number, hint?: string): undefined {
    this.fault = { ok: false, code, message, offset, ...(hint === undefined ? {} : { hint }) };
  }
}

/** Sets an own member whatever its name; assigning to `__proto__` would change the prototype instead. */
function defineMember(object: object, key: string, value: Json): void {
  Object.defineProperty(object, key, {
    value,
    writable: true,
    enumerable: true,
    configurable: true,
  });
}

function isDigit(text: string): boolean {
  return text >= '0' && text <= '9';
}

function quote(text: string): string {
  return JSON.stringify(shorten(text, 60));
}
