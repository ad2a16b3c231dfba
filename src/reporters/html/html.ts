import type { EvalReport, TestReport } from '#core';
import type { Reporter } from '../reporter.ts';
import { blocksOf } from './blocks.ts';
import { toCaseColumns } from './case-columns.ts';
import { CLIENT_SCRIPT } from './client.generated.ts';
import { island } from './island.ts';
import { pack } from './pack.ts';
import { pageEnd, pageStart } from './page.ts';
import { indexReport } from './report-index.ts';

/**
 * One self-contained page. The index comes first and the script right after it, so that the list is shown
 * while a browser still reads the evidence; evidence is parsed when a test is opened, cases when they are listed.
 */
export const html: Reporter = function* html(report, { provenance }) {
  yield pageStart(report);
  yield island('index', JSON.stringify(indexReport(report, provenance)));
  yield `<script>${CLIENT_SCRIPT}</script>\n`;
  const entries = [...report.evals, ...report.tests];
  const starts = blocksOf(report);
  for (const [place, start] of starts.entries())
    yield* evidenceOf(place, entries.slice(start, starts[place + 1]));
  yield pageEnd;
};

function* evidenceOf(
  place: number,
  entries: readonly (TestReport | EvalReport)[],
): Iterable<string> {
  yield island(`evidence-${place}`, pack(entries.map(withoutCases)));
  for (const entry of entries)
    if ('cases' in entry) yield island(`cases-${place}`, pack(toCaseColumns(entry)));
}

/** Cases and what they used are columns of their own: they may be many. */
function withoutCases(entry: TestReport | EvalReport): TestReport | EvalReport {
  if (!('cases' in entry)) return entry;
  const { caseUsage: _usage, ...rest } = entry;
  return { ...rest, cases: [] };
}
