import type { Reporter } from './reporter.ts';

/** One JSON object per line: each test, each eval and each of its cases, then a summary. */
export const jsonl: Reporter = function* jsonl(report) {
  const { tests, evals, ...summary } = report;
  for (const test of tests) yield line({ kind: 'test', ...test });
  // Columns over all cases are for comparing whole reports.
  for (const { cases, caseUsage: _usage, ...rest } of evals) {
    yield line({ kind: 'eval', ...rest });
    // A line says which eval it belongs to, so that it can be read without the lines before it.
    for (const each of cases) yield line({ kind: 'case', eval: rest.name, ...each });
  }
  yield line({ kind: 'summary', ...summary });
};

function line(value: object): string {
  return `${JSON.stringify(value)}\n`;
}
