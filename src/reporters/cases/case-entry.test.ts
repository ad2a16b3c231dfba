import { expect, it } from 'vitest';
import type { EvalReport, RunEvidence } from '#core';
import { rawText } from '../document/index.ts';
import { evidenceReport } from '../fixtures/evidence-report.ts';
import { caseEntry } from './case-entry.ts';
import { failingCases } from './failing-cases.ts';

const orders = evidenceReport().evals[0]!;

/** What the first failing case says it called. */
function calledBy(evidence: Partial<RunEvidence>): string | undefined {
  const cases = orders.cases.map((each) => ({
    ...each,
    evidence: { where: '', ...each.evidence, calls: [{ tool: 'get_eta' }], ...evidence },
  }));
  const measured: EvalReport = { ...orders, cases };
  const { details } = caseEntry(failingCases(measured).cases[0]!, false);
  const called = details.find(({ name }) => name === 'called');
  return called === undefined ? undefined : rawText(called.text);
}

it('says of calls without arguments where these were not read', () => {
  expect(calledBy({})).toBe('get_eta');
  expect(calledBy({ namesOnly: true })).toBe('get_eta (arguments were not read)');
  expect(calledBy({ namesOnly: true, calls: [] })).toBe('nothing');
});

it('lists no tools again that the line of the case names whole', () => {
  const calls = [{ tool: 'get_order_history' }];
  const expected = { calls: [{ tool: 'get_order_status' }] };
  const [first] = failingCases(orders).cases;
  const evidence = { ...first!.evidence, where: 'a.jsonl:1', calls, expected } as RunEvidence;
  const said = 'get_order_history (expected get_order_status)';
  const namesOf = (text: string): string[] =>
    caseEntry({ ...first!, evidence, outcomes: [{ ...first!.outcomes[0]!, text }] }, false)
      .details.map(({ name }) => name)
      .filter((name) => name === 'expected' || name === 'called');
  expect(namesOf(said)).toEqual([]);
  expect(namesOf('another outcome')).toEqual(['expected', 'called']);
});
