import type { Json } from '#core';
import { expect, test } from 'vitest';
import { StreamedCalls } from './streamed-calls.ts';

type Piece = readonly [index: Json | undefined, id: Json | undefined, text: string];

function join(pieces: readonly Piece[]): readonly (readonly [string | null, string])[] {
  const streamed = new StreamedCalls(() => ({ id: null as string | null, text: '' }));
  for (const [index, id, text] of pieces) streamed.find(index, id).text += text;
  return streamed.calls.map(({ id, text }) => [id, text] as const);
}

const TWO = [
  ['a', '12'],
  ['b', '34'],
];

test.each<[string, readonly Piece[]]>([
  [
    'an index each',
    [
      [0, 'a', '1'],
      [1, 'b', '3'],
      [0, null, '2'],
      [1, '', '4'],
    ],
  ],
  [
    'no index',
    [
      [undefined, 'a', '1'],
      [undefined, null, '2'],
      [null, 'b', '3'],
      [null, null, '4'],
    ],
  ],
  [
    'one index for all',
    [
      [0, 'a', '1'],
      [0, undefined, '2'],
      [0, 'b', '3'],
      [0, undefined, '4'],
    ],
  ],
  [
    'their id in every piece',
    [
      [0, 'a', '1'],
      [0, 'b', '3'],
      [0, 'a', '2'],
      [0, 'b', '4'],
    ],
  ],
  [
    'an id that comes later',
    [
      [0, null, '1'],
      [0, 'a', '2'],
      [1, null, '3'],
      [1, 'b', '4'],
    ],
  ],
])('calls with %s are two', (_, pieces) => {
  expect(join(pieces)).toEqual(TWO);
});

test('calls without ids are distinguished by their index', () => {
  expect(
    join([
      [0, null, '1'],
      [1, null, '3'],
      [0, null, '2'],
    ]),
  ).toEqual([
    [null, '12'],
    [null, '3'],
  ]);
});
