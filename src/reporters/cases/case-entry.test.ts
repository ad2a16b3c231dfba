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
