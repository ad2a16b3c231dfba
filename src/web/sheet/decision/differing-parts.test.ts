import { expect, it } from 'vitest';
import type { AnswerPart } from '#reporters';
import { differingParts } from './differing-parts.ts';

const part = (title: string, details: AnswerPart['details']): AnswerPart => ({
  title,
  details,
  note: null,
});

it('marks what the answers do not have in common', () => {
  const isDifferent = differingParts([
    [
      part('status', [
        ['order', 'a'],
        ['day', '1'],
      ]),
    ],
    [
      part('status', [
        ['order', 'b'],
        ['day', '1'],
      ]),
    ],
  ]);
  expect(['', 'order', 'day'].map(isDifferent)).toEqual([false, true, false]);
});

it('marks another tool, and an argument that one of them does not have', () => {
  const isDifferent = differingParts([[part('status', [['order', 'a']])], [part('refund', [])]]);
  expect(['', 'order'].map(isDifferent)).toEqual([true, true]);
});
