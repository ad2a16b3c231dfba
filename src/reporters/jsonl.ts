import { evidenceColumns } from './cases/evidence-columns.ts';
import type { Reporter } from './reporter.ts';

/**
 * One JSON object per line: each test and its listed runs, each eval and its cases, then a summary. Runs and cases have
 * their evidence as plain columns before it.
 */
export const jsonl: Reporter = function* jsonl(report) {
  const { tests, evals, ...summary } = report;
  for (const { listedRuns = [], ...test } of tests) {
    yield line({ kind: 'test', ...test });
    for (const { run, verdict, evidence } of listedRuns)
      yield line({
        kind: 'run',
        test: test.name,
        run,
        verdict,
        ...evidenceColumns(evidence),
        evidence,
      });
  }
  // Columns over all cases are for comparing whole reports.
  for (const { cases, caseUsage: _usage, ...rest } of evals) {
    yield line({ kind: 'eval', ...rest });
    // A line says which eval it belongs to, so that it can be read without the lines before it.
    for (const { evidence, ...each } of cases)
      yield line({
        kind: 'case',
        eval: rest.name,
        ...each,
        ...evidenceColumns(evidence),
        ...(evidence === undefined ? {} : { evidence }),
      });
  }
  yield line({ kind: 'summary', ...summary });
};

function line(value: object): string {
  return `${JSON.stringify(value)}\n`;
}
