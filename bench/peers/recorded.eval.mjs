// The recorded calls as vitest-evals users write it: a harness that hands out what was recorded, and the judge for tool calls.
import { readFileSync } from 'node:fs';
import { createHarness, describeEval, ToolCallJudge } from 'vitest-evals';
import { expect } from 'vitest';

const cases = JSON.parse(readFileSync(process.env.BENCH_CASES, 'utf8'));

const harness = createHarness({
  name: 'recorded',
  run: ({ input }) => ({
    output: 'done',
    events: [
      { type: 'message', role: 'user', content: input.name },
      ...input.calls.map((call) => ({ type: 'tool_call', ...call })),
    ],
  }),
});
const judge = ToolCallJudge();

describeEval('recorded calls', { harness }, (it) => {
  it.for(cases)('$name', async (one, { run }) => {
    const result = await run(one);
    await expect(result).toSatisfyJudge(judge, { expectedTools: one.expected, threshold: 1 });
  });
});
