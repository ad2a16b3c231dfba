import type { EvalReport, Report, TestReport } from '#core';
import type { Reporter } from '../reporter.ts';
import { CLIENT_SCRIPT } from './client.generated.ts';
import { pageEnd, pageStart } from './page.ts';
import { island } from './island.ts';
import { pack } from './pack.ts';
import { indexReport } from './report-index.ts';
import { TESTS_PER_ISLAND } from './tests-per-island.ts';

/**
 * One self-contained page. The index comes first and the script right after it, so that the list is
 * while a browser still reads the evidence; evidence is parsed when a test is opened.
 */
export const html: Reporter = function* html(report) {
  yield pageStart(report);
  yield island('index', JSON.stringify(indexReport(report)));
  yield `<script>${CLIENT_SCRIPT}</script>\n`;
  let place = 0;
  for (const entries of groups(report)) {
    yield island(`evidence-${place}`, pack(entries));
    place += 1;
  }
  yield pageEnd;
};

/** Each eval alone, because one may have a million cases; tests in groups. */
function* groups({ tests, evals }: Report): Iterable<readonly (TestReport | EvalReport)[]> {
  for (const entry of evals) yield [entry];
  for (let start = 0; start < tests.length; start += TESTS_PER_ISLAND) {
    yield tests.slice(start, start + TESTS_PER_ISLAND);
  }
}
