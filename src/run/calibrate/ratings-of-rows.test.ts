import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#core';
import type { RatedSet } from '#judge';
import { openCaseQuestions } from './case-questions.ts';
import { ratingsOfRows } from './ratings-of-rows.ts';

const CALL = { name: 'refund', arguments: { order: 'K1', reason: 'it broke' } };
const ROW = {
  id: 'a',
  input: 'refund K1',
  tool_calls: [CALL],
  expected_tool: 'refund',
  expected_args: { order: 'K1', reason: 'broken' },
};

async function read(...rows: readonly JsonObject[]): Promise<RatedSet> {
  const filled = rows.map((value, i) => ({ value, where: { file: 'r.jsonl', line: i + 1 } }));
  return ratingsOfRows(filled, await openCaseQuestions(null));
}

describe('rated rows', () => {
  it('of one id are ratings of one case, of which the majority stands', async () => {
    const rated = (rater: string, rating: number, clause: string) => ({
      ...ROW,
      rater,
      rating,
      clause,
    });
    const { cases } = await read(rated('a', 1, 'x'), rated('b', 0, 'y'), rated('c', 0, 'y'));
    expect(cases).toMatchObject([{ id: 'a', rating: 0, clause: 'y', tool: 'refund', weight: 1 }]);
    expect(cases[0]?.question).toMatchObject({
      kind: 'arguments',
      input: 'refund K1',
      expected: { order: 'K1', reason: 'broken' },
      actual: { order: 'K1', reason: 'it broke' },
    });
  });

  it('may be decided beside single ratings, and may be those of a sheet', async () => {
    const ratings = [1, 0.5, 0].map((rating) => ({ rating }));
    expect((await read({ ...ROW, ratings })).cases[0]?.rating).toBeNull();
    expect((await read({ ...ROW, ratings, rating: 0.5 })).cases[0]?.rating).toBe(0.5);
    const { expected_tool, expected_args, tool_calls: called, ...rest } = ROW;
    const sheet = { ...rest, expected: { expected_tool, expected_args }, called, rating: '0.5' };
    expect((await read(sheet)).cases[0]).toMatchObject({ rating: 0.5, tool: 'refund' });
  });

  it('are about the answer or the goal where they say so', async () => {
    const run = { input: 'refund K1', output: 'Done.', tool_calls: [CALL], rating: 1 };
    const { cases } = await read(
      { ...run, id: 'a', rubric: 'Is it polite?' },
      { ...run, id: 'b', goal: true },
      { ...run, id: 'c', goal: { reference: 'K1 is refunded' } },
    );
    expect(cases.map(({ question }) => question)).toMatchObject([
      { kind: 'answer', rubric: 'Is it polite?', run: { output: 'Done.' } },
      { kind: 'goal', reference: null },
      { kind: 'goal', reference: 'K1 is refunded' },
    ]);
  });

  it('are not asked about where nothing is open', async () => {
    const equal = { ...ROW, expected_args: CALL.arguments, rating: 1 };
    const other = { ...ROW, id: 'b', expected_tool: 'cancel', rating: 0 };
    expect(await read(equal, other)).toMatchObject({ cases: [], unasked: 2 });
  });

  it.each([
    [{ ...ROW, rating: 2 }, /1, 0.5 or 0/],
    [{ ...ROW, weight: 0 }, /above 0/],
    [{ ...ROW, ratings: [{}] }, /rater, rating, clause/],
    [{ id: 'a', expected_tool: 'refund', rating: 1 }, /neither called/],
    [{ id: 'a', tool_calls: [CALL], rating: 1 }, /no label/],
  ])('%j is refused with its place', async (row, message) => {
    await expect(read(row as unknown as JsonObject)).rejects.toMatchObject({
      issues: [{ message: expect.stringMatching(message) as string, where: { line: 1 } }],
    });
  });
});
