import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { openJudgeReasons } from './judge-reasons.ts';
import { openLabelling } from './open-labelling.ts';

const EXAMPLE = resolve(import.meta.dirname, '../../../examples/support-desk');
const RECORDED = [join(EXAMPLE, 'recorded/judge.jsonl')];

it('finds what a judge said of the cases that people rated, by what it was asked', async () => {
  const context = await openLabelling(join(EXAMPLE, 'words'), 'rate');
  const reasonsOf = await openJudgeReasons(context, { recorded: RECORDED, cache: null });
  const found = [...context.sample.cases.keys()].flatMap((id) => reasonsOf(id));
  // The calibration of the example has a verdict of one judge for 61 rated cases.
  expect(found).toHaveLength(61);
  expect(found.every(({ reason }) => reason !== '')).toBe(true);
  expect(new Set(found.map(({ judge }) => judge)).size).toBe(1);
});

it('finds nothing where nothing is rated or recorded', async () => {
  const rated = await openLabelling(join(EXAMPLE, 'words'), 'rate');
  const without = await openJudgeReasons(rated, { recorded: ['missing.jsonl'], cache: 'missing' });
  const labelled = await openLabelling(join(EXAMPLE, 'words'), 'label');
  const ofLabels = await openJudgeReasons(labelled, { recorded: RECORDED, cache: null });
  for (const id of rated.sample.cases.keys()) expect([without(id), ofLabels(id)]).toEqual([[], []]);
});
