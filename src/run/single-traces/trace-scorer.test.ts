import { parseTrace, type Trace } from '#core';
import { parseSuite } from '#suite';
import { expect, it } from 'vitest';
import { TraceScorer } from './trace-scorer.ts';

const SUITE = `tests:
  - name: orders
    select: { agent: desk }
    function_call_coverage: { function_calls: [get_order] }
  - name: refunds
    select: { agent: refunds }
    function_call_coverage: { function_calls: [refund] }
`;

function traceOf(agent: string, ...tools: readonly string[]): Trace {
  const parsed = parseTrace({
    id: 'same',
    agent,
    tool_calls: tools.map((name) => ({ name, arguments: { key: 'AKIAIOSFODNN7EXAMPLE' } })),
    tools: [{ name: 'get_order' }],
  });
  if (!parsed.ok) throw new Error('not a trace');
  return parsed.trace;
}

async function openScorer(text: string | null): Promise<TraceScorer> {
  if (text === null) return TraceScorer.open([], '.');
  const loaded = await parseSuite(text, { path: 'whichtool.yaml' });
  if (!loaded.ok) throw new Error('not a suite');
  return TraceScorer.open([loaded.suite], '.');
}

it('scores each trace alone, by the test that selects it', async () => {
  const scorer = await openScorer(SUITE);
  const verdicts = [
    traceOf('desk', 'get_order'),
    traceOf('desk', 'serach'),
    traceOf('refunds', 'get_order'),
    traceOf('desk', 'get_order'),
    traceOf('other', 'get_order'),
  ].map((trace) => scorer.score(trace));
  expect(verdicts.map(({ test, verdict }) => [test, verdict])).toEqual([
    ['orders', 'pass'],
    ['orders', 'fail'],
    ['refunds', 'fail'],
    ['orders', 'pass'],
    [null, null],
  ]);
  expect(verdicts[1]?.checked.findings).toEqual([['hallucinated']]);
});

it('does not measure a run that crashed, and says why', async () => {
  const scorer = await openScorer(SUITE);
  const crashed = { ...traceOf('desk'), error: 'out of memory' };
  expect(scorer.score(crashed)).toMatchObject({
    verdict: 'error',
    why: expect.stringContaining('out of memory') as unknown,
  });
});

it('reports one trace as a test reports its run, without secrets', async () => {
  const scorer = await openScorer(SUITE);
  const report = await scorer.report(traceOf('desk', 'search'));
  expect(report).toMatchObject({
    name: 'orders',
    runs: 1,
    listedRuns: [{ verdict: 'fail', evidence: { calls: [{ tool: 'search' }] } }],
  });
  expect(JSON.stringify(report)).not.toContain('AKIAIOSFODNN7EXAMPLE');
});

it('looks at calls alone where no suite is given', async () => {
  const scorer = await openScorer(null);
  const trace = traceOf('desk', 'serach');
  expect(scorer.score(trace)).toMatchObject({ test: null, verdict: null });
  expect((await scorer.report(trace)).scores.length).toBeGreaterThan(0);
});
