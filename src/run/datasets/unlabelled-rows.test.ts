import { expect, it } from 'vitest';
import { type JsonObject, UserError } from '#core';
import { UnlabelledRows } from './unlabelled-rows.ts';

function issuesOf(...rows: readonly JsonObject[]): readonly string[] {
  const unlabelled = new UnlabelledRows('e');
  rows.forEach((row, i) =>
    unlabelled.add(String(i + 1), row, { file: 'rows.jsonl', line: i + 1 }, 'it has no label'),
  );
  try {
    unlabelled.check();
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return error.issues.map(({ message, hint }) => `${message} | ${hint}`);
  }
  return [];
}

const SHAPE =
  'a row is { "id", "input", "expected_tool", "expected_args" }, where expected_tool may be none, or has "expected_calls"';

it('says once what rows lack, with the shape of a row', () => {
  expect(issuesOf({ x: 1 }, { x: 2 }, { x: 3 })).toEqual([
    `row "1" and 2 more of "e" cannot be graded: it has no label | ${SHAPE}`,
  ]);
  expect(issuesOf()).toEqual([]);
});

it('names the column that holds the label under another name', () => {
  expect(issuesOf({ id: '1', tool: 'search' })).toEqual([
    `row "1" of "e" cannot be graded: it has no label | call the column tool expected_tool; ${SHAPE}`,
  ]);
});

it('recognises datasets of other tools', () => {
  expect(issuesOf({ input: [], ideal: 'x' })).toEqual([
    'row "1" of "e" cannot be graded: it has no label | it looks like samples of OpenAI evals: `whichtool dataset import rows.jsonl --out imported.jsonl` makes rows of it',
  ]);
});
