import type { EvalReport, Report, TestReport } from '#core';
import { formatComparison } from '../comparison/terminal.ts';
import type { Reporter } from '../reporter.ts';
import { totalsParts, WORST_FIRST } from '../wording/headline.ts';
import { formatCount } from '../wording/value.ts';
import { verdictLine } from '../wording/verdict-line.ts';
import { type Page, pageOf } from './block.ts';
import { formatEvalBlock } from './eval-block.ts';
import { formatPassingLine } from './passing-line.ts';
import { formatTestBlock } from './test-block.ts';
import { formatJudges } from './judged.ts';
import { wrapParts } from './layout.ts';
import { formatRepeats } from './repeats.ts';
import { MARKS } from './theme.ts';
import { formatVariants } from './variants.ts';
import { formatWarnings } from './warnings.ts';

const BLOCKS_SHOWN = 50;
const PASSING_SHOWN = 30;
const POINTER = 'see --reporter html=report.html';

/** The report for a person: the verdict, then what is wrong and why, then what is right. */
export const terminal: Reporter = function* terminal(report, options) {
  const page = pageOf(options);
  for (const lines of sections(report, page)) {
    if (lines.length > 0) yield `${lines.join('\n')}\n`;
  }
};

function* sections(report: Report, page: Page): Iterable<string[]> {
  const { theme } = page;
  const paint = theme.verdict[report.verdict];
  const { word, parts } = verdictLine(report);
  const verdict = `${MARKS[report.verdict]} ${word}`;
  const room = page.width - verdict.length - 2;
  const headline = wrapParts(parts, room, '  ');
  yield [`${theme.bold(paint(verdict))}  ${headline.join('\n')}`, ''];
  const [only] = report.tests;
  const alone = report.tests.length + report.evals.length === 1 && only !== undefined;
  // A default gate says so itself where it is shown.
  const advice = only?.gates.length === 0 ? adviseOnGates([only], page) : [];
  if (alone) yield [...formatTestBlock(only, page, true), ...advice, ''];
  else yield* blocks(worstFirst(report.tests), (test) => formatTestBlock(test, page, false), page);
  yield* blocks(worstFirst(report.evals), (each) => formatEvalBlock(each, page), page);
  yield alone ? [] : passingTests(report.tests, page);
  const evals = report.evals.filter((each) => each.verdict === 'pass');
  yield* blocks(evals, (each) => formatEvalBlock(each, page), page);
  yield formatVariants(report, page);
  yield formatRepeats(report, page);
  yield formatJudges(report, page);
  if (report.baseline !== undefined)
    yield [...formatComparison(report.baseline, 'baseline', page), ''];
  const warnings = formatWarnings(report, page);
  yield warnings.length > 0 ? [...warnings, ''] : [];
  const totals = wrapParts(totalsParts(report), page.width - 2, '  ');
  yield [`${paint(MARKS[report.verdict])} ${totals.join('\n')}`];
}

function worstFirst<T extends TestReport | EvalReport>(all: readonly T[]): T[] {
  return WORST_FIRST.filter((verdict) => verdict !== 'pass').flatMap((verdict) =>
    all.filter((each) => each.verdict === verdict),
  );
}

function* blocks<T>(
  shown: readonly T[],
  format: (each: T) => string[],
  page: Page,
): Iterable<string[]> {
  for (const each of shown.slice(0, BLOCKS_SHOWN)) yield [...format(each), ''];
  const more = shown.length - BLOCKS_SHOWN;
  if (more > 0) yield [page.theme.bold(`… and ${more} more, ${POINTER}`), ''];
}

function passingTests(tests: readonly TestReport[], page: Page): string[] {
  const passing = tests.filter((test) => test.verdict === 'pass');
  if (passing.length === 0) return [];
  const lines =
    passing.length > PASSING_SHOWN
      ? [`${page.theme.verdict.pass(MARKS.pass)} ${formatCount(passing.length, 'test')} passed`]
      : passing.map((test) => formatPassingLine(test, page));
  return [...lines, ...adviseOnGates(passing, page), ''];
}

/** A pass on a gate that nobody chose is worth less than it looks. */
function adviseOnGates(tests: readonly TestReport[], page: Page): string[] {
  const passing = tests.filter((test) => test.verdict === 'pass' && test.suite !== null);
  const without = passing.filter((test) => test.gates.length === 0).length;
  const byDefault = passing.filter(
    (test) => test.gates.length > 0 && test.gates.every((gate) => gate.source === 'default'),
  ).length;
  const parts: string[] = [];
  if (byDefault > 0) parts.push(`${byDefault} passed on default gates`);
  if (without > 0) parts.push(`${without} without any gate`);
  if (parts.length === 0) return [];
  return [page.theme.dim(`  ${parts.join(', ')}; set your own with expect`)];
}
