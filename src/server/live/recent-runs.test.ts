import type { LiveSummary } from '#schema';
import { expect, it } from 'vitest';
import { RecentRuns } from './recent-runs.ts';

function summary(more: Partial<LiveSummary>): LiveSummary {
  return {
    calls: 1,
    tools: ['search'],
    unknownTools: [],
    findings: {},
    hasOffers: true,
    ...more,
  } as LiveSummary;
}

it('counts the runs of the last five minutes, each once though it is scored again', () => {
  const recent = new RecentRuns();
  const now = 1_000_000;
  recent.add('old', { arrivedMs: now - 300_000, verdict: 'fail', summary: summary({}) });
  recent.add('a', { arrivedMs: now - 20_000, verdict: 'fail', summary: summary({}) });
  recent.add('b', {
    arrivedMs: now,
    verdict: null,
    summary: summary({
      tools: ['serach'],
      unknownTools: ['serach'],
      findings: { failed: 1, hallucinated: 1 },
    }),
  });
  recent.add('a', {
    arrivedMs: now - 20_000,
    verdict: 'pass',
    summary: summary({ hasOffers: false }),
  });
  recent.addSpans(30, now - 20_000);
  recent.addSpans(50, now);
  expect(recent.rates(now)).toEqual({
    seconds: 300,
    runs: 2,
    runsPerSecond: 0.1,
    spansPerSecond: 5,
    withCalls: 2,
    failed: 1,
    withOffers: 1,
    hallucinated: 1,
    verdicts: { pass: 1, fail: 0, error: 0, inconclusive: 0 },
    tools: [
      ['search', 1],
      ['serach', 1],
    ],
    unknownTools: [['serach', 1]],
  });
});
