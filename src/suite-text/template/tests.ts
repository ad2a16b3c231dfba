import { ExactNumber, isJsonObject } from '#core';
import { COMPARISON } from './operators.ts';
import { numberOf, stringOf, type Value, type Work } from './value.ts';

/** `value is name(argument)`. */
interface TemplateTest {
  /** How many arguments it takes. */
  readonly takes: 0 | 1;
  readonly holds: (value: Value, argument: Value, work: Work) => boolean;
}

const plain = (holds: (value: Value) => boolean): TemplateTest => ({ takes: 0, holds });

const compare = (operator: string): TemplateTest => ({
  takes: 1,
  holds: (value, argument, work) => COMPARISON.get(operator)?.(value, argument, work) === true,
});

const isNumber = (value: Value): boolean =>
  typeof value === 'number' || value instanceof ExactNumber;
const isInteger = (value: Value): boolean =>
  value instanceof ExactNumber ? /^-?\d+$/.test(value.text) : Number.isInteger(value);

/** Jinja's tests of values. */
export const TESTS: ReadonlyMap<string, TemplateTest> = new Map([
  ['defined', plain((value) => value !== undefined)],
  ['undefined', plain((value) => value === undefined)],
  ['none', plain((value) => value === null)],
  ['true', plain((value) => value === true)],
  ['false', plain((value) => value === false)],
  ['boolean', plain((value) => typeof value === 'boolean')],
  ['number', plain(isNumber)],
  ['integer', plain(isInteger)],
  ['float', plain((value) => isNumber(value) && !isInteger(value))],
  ['string', plain((value) => typeof value === 'string')],
  ['mapping', plain((value) => isJsonObject(value))],
  ['sequence', plain((value) => Array.isArray(value) || typeof value === 'string')],
  ['iterable', plain((value) => typeof value === 'string' || isGroup(value))],
  ['even', plain((value) => numberOf(value, 'even') % 2 === 0)],
  ['odd', plain((value) => Math.abs(numberOf(value, 'odd') % 2) === 1)],
  ['lower', plain((value) => stringOf(value, 'lower') === stringOf(value, 'lower').toLowerCase())],
  ['upper', plain((value) => stringOf(value, 'upper') === stringOf(value, 'upper').toUpperCase())],
  [
    'divisibleby',
    {
      takes: 1,
      holds: (value, by) => numberOf(value, 'divisibleby') % numberOf(by, 'divisibleby') === 0,
    },
  ],
  ['in', compare('in')],
  ...(
    [
      ['==', 'eq', 'equalto', 'sameas'],
      ['!=', 'ne'],
      ['<', 'lt', 'lessthan'],
      ['<=', 'le'],
      ['>', 'gt', 'greaterthan'],
      ['>=', 'ge'],
    ] as const
  ).flatMap((names) => names.map((name) => [name, compare(names[0])] as const)),
]);

function isGroup(value: Value): boolean {
  return Array.isArray(value) || isJsonObject(value);
}
