import type { SuiteCode } from '../codes.ts';
import {
  EVENT_ID,
  type Event,
  getScalarValue,
  type MappingEvent,
  type ScalarEvent,
  SCALAR_STYLE,
  type SequenceEvent,
} from 'js-yaml';
import type { Problems } from '../problems/problems.ts';
import { resolveScalar, type Scalar } from './resolve-scalar.ts';

const MAX_SCALAR_LENGTH = 1024 * 1024;

/** A document as values. */
export interface Composed {
  readonly value: unknown;
  /** Where the keys at the top stand. */
  readonly keys: ReadonlyMap<string, number>;
  /** Where the items of the lists at the top begin, by key: a line for every test without a search. */
  readonly items: ReadonlyMap<string, readonly number[]>;
  /** Some key is `$matches` or `result_matches`: an engine for regular expressions is needed. */
  readonly usesPatterns: boolean;
}

/** Builds the values of a single document from its parse events, and says everything that is wrong with them. */
export function compose(events: readonly Event[], text: string, problems: Problems): Composed {
  return new Composer(events, text, problems).compose();
}

class Composer {
  readonly #events: readonly Event[];
  readonly #text: string;
  readonly #problems: Problems;
  readonly #keys = new Map<string, number>();
  readonly #items = new Map<string, readonly number[]>();
  #next = 1;
  #depth = 0;
  #topKey = '';
  #usesPatterns = false;

  constructor(events: readonly Event[], text: string, problems: Problems) {
    this.#events = events;
    this.#text = text;
    this.#problems = problems;
  }

  compose(): Composed {
    const value = this.#node();
    return { value, keys: this.#keys, items: this.#items, usesPatterns: this.#usesPatterns };
  }

  #node(): unknown {
    const index = this.#next++;
    const event = this.#events[index] as Event;
    switch (event.type) {
      case EVENT_ID.SCALAR:
        return this.#scalar(event, index);
      case EVENT_ID.SEQUENCE:
        return this.#sequence(event);
      case EVENT_ID.MAPPING:
        return this.#mapping(event);
      default: {
        const hint = 'quote a text that begins with *; else write the value out here';
        this.#complain('YAML_ALIAS', index, 'aliases are not read', hint);
        return null;
      }
    }
  }

  #sequence(event: SequenceEvent): unknown[] {
    this.#rejectProperties(event);
    const list: unknown[] = [];
    const starts: number[] | null = this.#depth === 1 ? [] : null;
    while (this.#events[this.#next]?.type !== EVENT_ID.POP) {
      starts?.push(this.#startOf(this.#next));
      list.push(this.#below());
    }
    this.#next++;
    if (starts !== null) this.#items.set(this.#topKey, starts);
    return list;
  }

  #startOf(index: number): number {
    const event = this.#events[index];
    if (event === undefined) return 0;
    if (event.type === EVENT_ID.SCALAR) return Math.max(0, event.valueStart);
    return 'start' in event ? event.start : 0;
  }

  #mapping(event: MappingEvent): Record<string, unknown> {
    this.#rejectProperties(event);
    const map: Record<string, unknown> = {};
    while (this.#events[this.#next]?.type !== EVENT_ID.POP) {
      const keyAt = this.#next;
      const key = this.#key();
      if (this.#depth === 0 && key !== null) {
        this.#topKey = key;
        this.#keys.set(key, this.#startOf(keyAt));
      }
      const value = this.#below();
      if (key === null) continue;
      if (Object.hasOwn(map, key)) {
        const message = `key "${key}" stands twice in one map`;
        this.#complain('SUITE_DUPLICATE_KEY', keyAt, message, 'keep one of them');
      } else if (key === '__proto__') {
        // An ordinary key, not the object's prototype.
        Object.defineProperty(map, key, {
          value,
          enumerable: true,
          configurable: true,
          writable: true,
        });
      } else map[key] = value;
    }
    this.#next++;
    return map;
  }

  #below(): unknown {
    this.#depth++;
    const value = this.#node();
    this.#depth--;
    return value;
  }

  /** The text of a key; null when it is not text. */
  #key(): string | null {
    const at = this.#next;
    const event = this.#events[at] as Event;
    if (event.type !== EVENT_ID.SCALAR) {
      const isTemplate = this.#text.startsWith('{{', this.#startOf(at) - 1);
      const hint = isTemplate ? 'put a template in quotes: "{{ … }}"' : undefined;
      this.#complain('SUITE_TYPE', at, 'a key must be text, not a list or a map', hint);
      this.#below();
      return null;
    }
    this.#next++;
    this.#rejectProperties(event);
    const key = getScalarValue(this.#text, event);
    if (event.style === SCALAR_STYLE.PLAIN) {
      const value = resolveScalar(key);
      if (typeof value !== 'string') {
        const message = `the key ${key || '(nothing)'} is read as ${formatScalar(value)}`;
        this.#complain('SUITE_QUOTE_THIS', at, message, `write "${key}"`);
      } else if (key === '<<') {
        this.#complain('YAML_ALIAS', at, 'merge keys are not read', 'write the keys out');
        return null;
      }
    }
    if (key === '$matches' || key === 'result_matches') this.#usesPatterns = true;
    return key;
  }

  #scalar(event: ScalarEvent, index: number): Scalar {
    this.#rejectProperties(event);
    if (event.valueEnd - event.valueStart > MAX_SCALAR_LENGTH) {
      const hint = 'keep large data in a file of its own';
      this.#complain('SUITE_TOO_LARGE', index, 'one value is longer than 1 MB', hint);
      return '';
    }
    const text = getScalarValue(this.#text, event);
    if (event.style === SCALAR_STYLE.PLAIN) return resolveScalar(text);
    if (!event.fast && !text.isWellFormed()) {
      this.#complain('SUITE_VALUE', index, 'half of a surrogate pair is not text');
    }
    return text;
  }

  #rejectProperties(event: ScalarEvent | SequenceEvent | MappingEvent): void {
    if (event.tagStart !== -1) {
      const span = { offset: event.tagStart, length: event.tagEnd - event.tagStart };
      const tag = this.#text.slice(event.tagStart, event.tagEnd);
      const message = `the tag ${tag} is not read: values are plain text, numbers, lists and maps`;
      this.#problems.add({ code: 'YAML_TAG', message, at: span });
    }
    if (event.anchorStart !== -1) {
      const span = {
        offset: event.anchorStart - 1,
        length: event.anchorEnd - event.anchorStart + 1,
      };
      const message = 'anchors are not read';
      const hint = 'write the value out where it is needed';
      this.#problems.add({ code: 'YAML_ALIAS', message, hint, at: span });
    }
  }

  #complain(code: SuiteCode, event: number, message: string, hint?: string): void {
    this.#problems.add({ code, message, hint, at: { event } });
  }
}

/** A scalar as a message shows it. */
export function formatScalar(value: Scalar): string {
  if (value === null) return 'nothing';
  if (typeof value === 'string') return `the text ${JSON.stringify(value)}`;
  if (typeof value === 'boolean') return String(value);
  return `the number ${typeof value === 'number' ? value : value.text}`;
}
