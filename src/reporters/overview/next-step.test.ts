import { describe, expect, it } from 'vitest';
import type { Report } from '#core';
import { rawText } from '../document/index.ts';
import { ordersReport } from '../fixtures/orders-report.ts';
import { nextStep } from './next-step.ts';
import type { EntrySummary, RunSummary } from '#schema';
import { summariseReport } from './summarise-report.ts';

const ENTRY: EntrySummary = {
  place: 0,
  kind: 'eval',
  name: 'orders',
  suite: 'orders.yaml',
  models: [],
  verdict: 'pass',
  runs: 40,
  errors: 0,
  errorCode: null,
  passing: { k: 40, n: 40, rate: 1, interval: [0.9, 1] },
  metrics: [
    {
      id: 'tool_name_match',
      unit: 'ratio',
      value: 0.75,
      interval: null,
      gates: [{ op: '>=', value: 0.8, outcome: 'pass' }],
    },
  ],
  tools: [],
  modes: null,
  passingUsage: null,
  confusions: [],
};

const runOf = (...entries: readonly Partial<EntrySummary>[]): RunSummary => ({
  entries: entries.map((entry, place) => ({ ...ENTRY, place, ...entry })),
  moreEntries: 0,
});
const cell = (expected: string, observed: string, count: number, support: number) => ({
  expected,
  observed,
  count,
  support,
});
const words = (summary: RunSummary, before: RunSummary | null = null): string =>
  rawText(nextStep(summary, before).text);

describe('the next step', () => {
  it('is the most frequent confusion of what fails', () => {
    const report: Report = ordersReport();
    const step = nextStep(summariseReport(report), null);
    expect(rawText(step.text)).toBe(
      'Fix first: 18 of 164 get_order_status went to get_order_history; open these cases.',
    );
    expect(step.cases).toEqual({
      entry: 0,
      expected: 'get_order_status',
      called: 'get_order_history',
    });
  });

  it('is what grew most where the run before passed', () => {
    const before = runOf({ confusions: [cell('a', 'b', 9, 50), cell('c', 'd', 1, 50)] });
    const after = runOf({
      verdict: 'fail',
      confusions: [cell('a', 'b', 9, 50), cell('c', 'd', 7, 50)],
    });
    expect(words(after, before)).toBe(
      'Fix first: 7 of 50 c went to d (1 in the run before); open these cases.',
    );
    expect(words(after)).toContain('9 of 50 a went to b;');
  });

  it.each([
    [cell('(none)', 'b', 4, 57), '4 of 57 that need no tool went to b'],
    [cell('a', '(none)', 1, 3), '1 of 3 a got no call'],
    [cell('(extra)', 'b', 2, 0), '2 calls of b beyond what was asked for'],
  ])('words the cell %j', (confusion, text) => {
    expect(words(runOf({ verdict: 'fail', confusions: [confusion] }))).toContain(text);
  });

  it('is the tool that was missed most, or the gate, where there is no matrix', () => {
    const tools = [{ name: 'search', missed: 13, expected: 200, instead: null }];
    expect(words(runOf({ verdict: 'fail', kind: 'test', name: 't', tools }))).toBe(
      'Fix first: search was missed in 13 of 200 runs of t; open these.',
    );
    const [metric] = ENTRY.metrics;
    const gates = [{ op: '>=', value: 0.8, outcome: 'fail' }] as const;
    const failing = runOf({ verdict: 'fail', metrics: [{ ...metric!, gates }] });
    expect(words(failing)).toBe(
      'Fix first: tool_name_match of orders is 75 %, needs >= 80 %; open what fails.',
    );
    expect(nextStep(failing, null).cases).toEqual({ entry: 0, verdict: 'fail' });
  });

  it('never calls what was not measured good', () => {
    expect(words(runOf({}, { verdict: 'error', errors: 3, errorCode: 'NO_RECORDS' }))).toBe(
      'Measure first: 3 cases of orders could not be measured (NO_RECORDS); open the reason.',
    );
    expect(words(runOf({}, { verdict: 'inconclusive' }))).toBe(
      'Collect more: 40 cases of orders are too few to decide its gates.',
    );
    expect(words(runOf())).toContain('selected no test');
  });

  it('looks ahead where everything passes', () => {
    expect(words(runOf({ confusions: [cell('a', 'b', 1, 40)] }))).toBe(
      'All gates hold; the most frequent confusion left: 1 of 40 a went to b.',
    );
    expect(words(runOf({ metrics: [] }))).toBe('Set a gate: orders passes whatever is measured.');
    expect(words(runOf({}))).toContain('no confusion is left');
    expect(
      words(runOf({ kind: 'test', passing: { k: 29, n: 50, rate: 0.58, interval: null } })),
    ).toBe('Its gates hold; 21 of 50 runs of orders fail: open these.');
  });
});
