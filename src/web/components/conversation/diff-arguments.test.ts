import { ExactNumber } from '#core';
import { expect, it } from 'vitest';
import { diffArguments } from './diff-arguments.ts';

/** Lines as `side key=text`. */
function lines(...[called, expected]: Parameters<typeof diffArguments>): readonly string[] {
  return diffArguments(called, expected).map(
    ({ side, depth, key, text, word }) =>
      `${'  '.repeat(depth)}${side} ${key ?? ''}=${text}${word === undefined ? '' : ` (${word})`}`,
  );
}

it('shows what both have, what differs and what one side alone has', () => {
  expect(
    lines({ order: 'A-7', amount: 400, note: '' }, { order: 'A-7', amount: 40, currency: 'EUR' }),
  ).toEqual([
    'both order="A-7"',
    'called amount=400',
    'expected amount=40',
    'called note="" (not in the label)',
    'expected currency="EUR" (missing)',
  ]);
});

it('goes into objects and into lists that are as long', () => {
  expect(lines({ a: { b: [1, 2], c: 1 } }, { a: { b: [1, 3], c: 1 } })).toEqual([
    'both a=',
    '  both b=',
    '    both [0]=1',
    '    called [1]=2',
    '    expected [1]=3',
    '  both c=1',
  ]);
  expect(lines({ a: [1] }, { a: [1, 2] })).toEqual(['called a=[1]', 'expected a=[1,2]']);
});

it('goes into JSON that a text holds', () => {
  expect(lines({ body: '{"id":1}' }, { body: { id: 2 } })).toEqual([
    'both body=',
    '  called id=1',
    '  expected id=2',
  ]);
});

it('shows arguments that are not an object as they are', () => {
  expect(lines('{"id":', { id: 2 })).toEqual(['called ="{\\"id\\":"', 'expected ={"id":2}']);
  expect(lines(undefined, { id: 2 })).toEqual(['expected ={"id":2}']);
  expect(lines({}, {})).toEqual([]);
});

it('keeps the digits of exact numbers', () => {
  const big = new ExactNumber('12345678901234567891');
  expect(lines({ id: big }, { id: new ExactNumber('12345678901234567890') })).toEqual([
    'called id=12345678901234567891',
    'expected id=12345678901234567890',
  ]);
});

it('takes keys such as __proto__ for keys', () => {
  expect(lines(JSON.parse('{"__proto__":1}'), JSON.parse('{"__proto__":2}'))).toEqual([
    'called __proto__=1',
    'expected __proto__=2',
  ]);
  expect(lines({}, JSON.parse('{"constructor":2}'))).toEqual(['expected constructor=2 (missing)']);
});
