import type { ConfusionReport } from '#core';
import { expect, test } from 'vitest';
import { share } from '../fixtures/parts.ts';
import { chooseLabels, shownModes } from './confused-labels.ts';

function confusion(matrix: readonly (readonly number[])[]): ConfusionReport {
  const labels = matrix.map((_, i) => `tool-${i}`);
  return { labels, matrix, accuracy: share(0, 0, null, null), cells: [], readings: [] };
}

test('a small matrix is shown whole', () => {
  const small = confusion([
    [1, 0],
    [0, 1],
  ]);
  expect(chooseLabels(small, 2)).toEqual({ rows: [0, 1], columns: [0, 1], hidden: 0 });
});

test('a large one is folded to its most confused rows and the columns that those need', () => {
  const large = confusion([
    [9, 0, 0, 0],
    [0, 5, 0, 3],
    [1, 0, 7, 0],
    [0, 0, 0, 4],
  ]);
  expect(chooseLabels(large, 2)).toEqual({ rows: [1, 2], columns: [1, 2], hidden: 2 });
  expect(chooseLabels(large, 3)).toEqual({ rows: [1, 2], columns: [1, 2, 3], hidden: 2 });
});

test('failure modes that there are, the most frequent first', () => {
  expect(shownModes({ wrong_tool: 1, missed_tool: 0, over_tooling: 4 })).toEqual([
    ['over tooling', 4],
    ['wrong tool', 1],
  ]);
  expect(shownModes(undefined)).toEqual([]);
});
