import { canonicalJson, isJsonObject, type Json, stringifyJson } from '#core';
import { order } from './operators.ts';
import { TESTS } from './tests.ts';
import {
  isTrue,
  listOf,
  lookUpPath,
  numberOf,
  RenderError,
  stringOf,
  textOf,
  type Value,
  type Work,
} from './value.ts';

/** `value | name(arguments)`. Arguments come by place, those that were left out are undefined. */
export interface Filter {
  /** Names of the arguments, for keywords; `...` takes any number more. */
  readonly parameters: readonly string[];
  readonly apply: (value: Json, args: readonly Value[], work: Work) => Value;
  /** Which argument names another filter or a test. */
  readonly names?: { readonly argument: number; readonly what: 'filter' | 'test' };
}

/** Jinja's usual filters over lists, texts and numbers. Letters keep their case when texts are compared. */
export const FILTERS: ReadonlyMap<string, Filter> = new Map<string, Filter>([
  [
    'map',
    {
      parameters: ['filter', 'attribute', 'default', '...'],
      apply: map,
      names: { argument: 0, what: 'filter' },
    },
  ],
  ['select', chosen(0, true)],
  ['reject', chosen(0, false)],
  ['selectattr', chosen(1, true)],
  ['rejectattr', chosen(1, false)],
  ['list', plain(asList)],
  ['unique', { parameters: ['case_sensitive', 'attribute'], apply: unique }],
  ['sort', { parameters: ['reverse', 'case_sensitive', 'attribute'], apply: sort }],
  ['reverse', plain((value) => listOf(value, 'reverse').toReversed())],
  ['first', plain((value) => (Array.isArray(value) ? (value as Json[])[0] : undefined))],
  ['last', plain((value) => (Array.isArray(value) ? (value as Json[]).at(-1) : undefined))],
  ['length', plain(lengthOf)],
  ['count', plain(lengthOf)],
  ['min', plain((value) => extreme(value, -1))],
  ['max', plain((value) => extreme(value, 1))],
  ['sum', { parameters: ['attribute', 'start'], apply: sum }],
  ['join', { parameters: ['d', 'attribute'], apply: join }],
  ['split', { parameters: ['sep', 'maxsplit'], apply: split }],
  ['items', plain((value) => objectOf(value, 'items').map(([key, item]) => [key, item]))],
  ['keys', plain((value) => objectOf(value, 'keys').map(([key]) => key))],
  ['values', plain((value) => objectOf(value, 'values').map(([, item]) => item))],
  ['tojson', plain((value) => stringifyJson(value))],
  ['string', plain(textOf)],
  ['upper', plain((value) => stringOf(value, 'upper').toUpperCase())],
  ['lower', plain((value) => stringOf(value, 'lower').toLowerCase())],
  ['trim', plain((value) => stringOf(value, 'trim').trim())],
  ['replace', { parameters: ['old', 'new'], apply: replace }],
  ['int', plain((value) => Math.trunc(asNumber(value, 'int')))],
  ['float', plain((value) => asNumber(value, 'float'))],
  ['abs', plain((value) => Math.abs(numberOf(value, 'abs')))],
]);

/** Methods of texts and objects that people write, and the filters that they are. */
export const METHODS: ReadonlyMap<string, string> = new Map([
  ['split', 'split'],
  ['lower', 'lower'],
  ['upper', 'upper'],
  ['strip', 'trim'],
  ['replace', 'replace'],
  ['items', 'items'],
  ['keys', 'keys'],
  ['values', 'values'],
]);

function plain(apply: (value: Json) => Value): Filter {
  return { parameters: [], apply };
}

/** Keeps the items that pass a test, or whose attribute does. */
function chosen(attributes: 0 | 1, isKept: boolean): Filter {
  const parameters = attributes === 1 ? ['attribute', 'test', '...'] : ['test', '...'];
  return {
    parameters,
    names: { argument: attributes, what: 'test' },
    apply: (value, args, work) => {
      const [test, argument] = args.slice(attributes);
      const path = attributes === 1 ? stringOf(args[0], 'selectattr') : null;
      return listOf(value, 'select').filter((item) => {
        work.spend(1);
        const subject = path === null ? item : lookUpPath(item, path);
        return holds(test, subject, argument, work) === isKept;
      });
    },
  };
}

function holds(name: Value, subject: Value, argument: Value, work: Work): boolean {
  if (name === undefined) return isTrue(subject);
  const test = typeof name === 'string' ? TESTS.get(name) : undefined;
  if (test === undefined) throw new RenderError(`has no test ${textOf(name)}`);
  return test.holds(subject, argument, work);
}

/** An attribute of every item, or a filter over every item; nothing when one item has no value. */
function map(
  value: Json,
  [name, attribute, fallback, ...more]: readonly Value[],
  work: Work,
): Value {
  const results: Json[] = [];
  const filter = name === undefined ? undefined : FILTERS.get(textOf(name));
  if (attribute === undefined && filter === undefined)
    throw new RenderError("map needs attribute='name' or the name of a filter");
  for (const item of listOf(value, 'map')) {
    work.spend(1);
    const result =
      filter === undefined
        ? (lookUpPath(item, textOf(attribute as Json)) ?? fallback)
        : filter.apply(item, [attribute, fallback, ...more], work);
    if (result === undefined) return undefined;
    results.push(result);
  }
  return results;
}

function asList(value: Json): Value {
  if (Array.isArray(value)) return value;
  return isJsonObject(value) ? Object.keys(value) : undefined;
}

function unique(value: Json, [, attribute]: readonly Value[], work: Work): Value {
  const byText = new Map<string, Json>();
  for (const item of listOf(value, 'unique')) {
    const text = canonicalJson(
      (attribute === undefined ? item : lookUpPath(item, textOf(attribute))) ?? null,
    );
    work.spend(1 + text.length);
    if (!byText.has(text)) byText.set(text, item);
  }
  return [...byText.values()];
}

function sort(value: Json, [isReversed, , attribute]: readonly Value[], work: Work): Value {
  const keyOf = (item: Json): Value =>
    attribute === undefined ? item : lookUpPath(item, textOf(attribute));
  const sorted = [...listOf(value, 'sort')].sort((a, b) => {
    work.spend(1);
    return order(keyOf(a), keyOf(b), 'sort');
  });
  return isTrue(isReversed) ? sorted.reverse() : sorted;
}

function extreme(value: Json, sign: 1 | -1): Value {
  const [first, ...others] = listOf(value, 'min and max');
  return others.reduce<Value>(
    (best, item) => (order(item, best, 'min and max') * sign > 0 ? item : best),
    first,
  );
}

function sum(value: Json, [attribute, start]: readonly Value[]): Value {
  return listOf(value, 'sum').reduce<number>(
    (total, item) =>
      total + numberOf(attribute === undefined ? item : lookUpPath(item, textOf(attribute)), 'sum'),
    start === undefined ? 0 : numberOf(start, 'sum'),
  );
}

function join(value: Json, [separator, attribute]: readonly Value[], work: Work): Value {
  const texts: string[] = [];
  for (const item of listOf(value, 'join')) {
    const part = attribute === undefined ? item : lookUpPath(item, textOf(attribute));
    if (part === undefined) return undefined;
    texts.push(textOf(part));
    work.spend(textOf(part).length + 1);
  }
  return texts.join(separator === undefined ? '' : stringOf(separator, 'join'));
}

/** By a text, or by blanks when there is none. */
function split(value: Json, [separator, limit]: readonly Value[], work: Work): Value {
  const text = stringOf(value, 'split');
  work.spend(text.length);
  if (separator === '') throw new RenderError('split needs a separator that is not empty');
  const parts =
    separator === undefined || separator === null
      ? text.split(/\s+/).filter((part) => part !== '')
      : text.split(stringOf(separator, 'split'));
  if (limit === undefined) return parts;
  const most = numberOf(limit, 'split');
  if (most < 0 || parts.length <= most) return parts;
  const rest = parts.slice(most).join(typeof separator === 'string' ? separator : ' ');
  return [...parts.slice(0, most), rest];
}

function replace(value: Json, [from, to]: readonly Value[], work: Work): Value {
  if (from === '') throw new RenderError('replace needs a text that is not empty');
  const result = stringOf(value, 'replace').split(stringOf(from, 'replace'));
  const inserted = stringOf(to, 'replace');
  work.spend(result.length * (inserted.length + 1) + stringOf(value, 'replace').length);
  return result.join(inserted);
}

function lengthOf(value: Json): Value {
  if (typeof value === 'string') return Array.from(value).length;
  if (Array.isArray(value)) return value.length;
  return isJsonObject(value) ? Object.keys(value).length : undefined;
}

function objectOf(value: Json, what: string): [string, Json][] {
  if (isJsonObject(value)) return Object.entries(value);
  throw new RenderError(`${what} needs an object`);
}

function asNumber(value: Json, what: string): number {
  if (typeof value !== 'string') return numberOf(value, what);
  const number = Number(value.trim());
  if (value.trim() === '' || !Number.isFinite(number))
    throw new RenderError(`${what} cannot read ${JSON.stringify(value.slice(0, 40))}`);
  return number;
}
