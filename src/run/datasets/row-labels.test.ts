import { expect, it } from 'vitest';
import { type JsonObject, UserError } from '#core';
import { RowLabels } from './row-labels.ts';

function issuesOf(...rows: readonly JsonObject[]): readonly string[] {
  const labels = new RowLabels({ name: 'e', labels: {} });
  rows.forEach((value, i) =>
    labels.add({ id: String(i + 1), value, where: { file: 'rows.jsonl', line: i + 1 } }),
  );
  try {
    labels.check();
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
    `row "1" and 2 more of "e" cannot be graded: it has no label: neither expected_tool nor expected_calls | ${SHAPE}`,
  ]);
  expect(issuesOf()).toEqual([]);
});

it('names the column that holds the label under another name', () => {
  expect(issuesOf({ id: '1', tool: 'search' })).toEqual([
    `row "1" of "e" cannot be graded: it has no label: neither expected_tool nor expected_calls | call the column tool expected_tool; ${SHAPE}`,
  ]);
});

it('recognises datasets of other tools', () => {
  expect(issuesOf({ input: [], ideal: 'x' })).toEqual([
    'row "1" of "e" cannot be graded: it has no label: neither expected_tool nor expected_calls | it looks like samples of OpenAI evals: `whichtool dataset import rows.jsonl --out imported.jsonl` makes rows of it',
  ]);
});

it('says whether a label is about arguments', () => {
  const where = { file: 'rows.jsonl', line: 1 };
  const labels = new RowLabels({ name: 'e', labels: {} });
  expect(labels.add({ id: '1', value: { expected_tool: 'search' }, where })).toBe(true);
  expect(labels.hasArguments).toBe(false);
  const value = { expected_calls: [{ tool: 'get', args: {} }] };
  expect(labels.add({ id: '2', value, where })).toBe(true);
  expect(labels.hasArguments).toBe(true);
});
