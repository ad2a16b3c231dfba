import { describe, expect, it } from 'vitest';
import { sampleReport } from './fixtures/reports.ts';
import { type Report, settleReport } from '#core';

/** A report in which everything is said to have passed. */
function forge(report: Report): Report {
  const pass = <T>(part: T): T => ({ ...part, verdict: 'pass' });
  return { ...pass(report), tests: report.tests.map(pass), evals: report.evals.map(pass) };
}

describe('a saved report', () => {
  it('stays as it is where its verdicts follow from its gates', () => {
    expect(settleReport(sampleReport())).toEqual(sampleReport());
  });

  it('gets its verdicts and totals from its gates again', () => {
    const { verdict, tests, evals, totals } = settleReport(forge(sampleReport()));
    expect(verdict).toBe('fail');
    expect(tests.map((test) => test.verdict)).toEqual(
      sampleReport().tests.map((test) => test.verdict),
    );
    expect(evals.map((one) => one.verdict)).toEqual(['fail']);
    expect(totals).toEqual(sampleReport().totals);
  });

  it('is never better than the file says', () => {
    const { tests: _, evals: __, ...rest } = sampleReport();
    expect(settleReport({ ...rest, tests: [], evals: [], verdict: 'inconclusive' }).verdict).toBe(
      'inconclusive',
    );
  });
});
