import { expect, it } from 'vitest';
import { type JsonObject, parseTrace, type Trace } from '#core';
import { SAMPLE_FILES, type SampleFolder } from '#dataset';
import { openCaseQuestions } from './case-questions.ts';
import { ratedRuns } from './rated-runs.ts';

const RUN: JsonObject = {
  input: 'Cancel order 8.',
  tool_calls: [{ name: 'cancel', arguments: { id: 8 }, id: 'c1', turn: 2, result: 'cancelled' }],
  output: 'Done.',
  said: [
    { role: 'user', text: 'Cancel order 8.', turn: 0 },
    { role: 'assistant', text: 'It costs 5.00. Shall I?', turn: 1 },
    { role: 'user', text: 'Yes.', turn: 1 },
    { role: 'tool', text: 'cancelled', turn: 2, id: 'c1' },
  ],
};

it('people rate the very question that is asked about the recorded run', async () => {
  const parsed = parseTrace(RUN) as { readonly trace: Trace };
  const input = { messages: [{ role: 'user', content: 'Cancel order 8.' }] };
  const cases = new Map([['a', { id: 'a', input, trace: RUN }]]);
  const questionsOf = await openCaseQuestions(null);
  const sample = { path: SAMPLE_FILES.rubric, cases } as unknown as SampleFolder;
  const { questions } = ratedRuns(sample, 'rate-goal', questionsOf);
  expect([...questions.values()]).toEqual(questionsOf({ goal: true }, parsed.trace));
});
