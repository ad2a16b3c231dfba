import type { EvalReport, GateReport, Report, TestReport } from '#core';
import { formatComparison } from '../comparison/markdown.ts';
import { formatConfusion } from './confusion.ts';
import { totalsParts, WORST_FIRST } from '../wording/headline.ts';
import { markdownCode } from '../escape/markdown.ts';
import { partGates } from '../wording/judged.ts';
import { describeRepeats } from '../wording/repeats.ts';
import { formatCount } from '../wording/value.ts';
import { verdictLine } from '../wording/verdict-line.ts';
import {
  formatDetails,
  formatFolded,
  formatGateRow,
  formatJudges,
  formatWarning,
  GATE_TABLE_HEAD,
  SIGNS,
} from './section.ts';
import { formatVariants } from './variants.ts';

const WARNINGS_SHOWN = 20;
/** Kept free for what comes after the parts that may be cut. */
const RESERVE = 2000;

/** Markdown of at most `limit` UTF-16 units: the verdict, the gates that did not hold, and why. */
export function* renderMarkdown(report: Report, limit: number): Iterable<string> {
  const budget = { left: limit - RESERVE };
  const open = worstFirst(report);
  const { word, parts } = verdictLine(report);
  yield `## ${SIGNS[report.verdict]} whichtool: ${word}\n\n${parts.join(' · ')}\n\n`;
  const { deterministic, judged } = partGates(open.flatMap(openGates));
  yield* writeGates(deterministic, budget);
  yield '\n';
  if (judged.length > 0) yield '**Judged**\n\n';
  yield* writeGates(judged, budget);
  yield* writeWhileFits([report], formatJudges, budget, 'list of judges');
  if (report.baseline !== undefined)
    yield* writeWhileFits(
      [report.baseline],
      (baseline) => formatComparison(baseline, 'baseline'),
      budget,
      'comparison',
    );
  yield* writeWhileFits([report], formatVariants, budget, 'table of models');
  yield* writeWhileFits(report.evals, formatConfusion, budget, 'confusion matrix');
  yield* writeWhileFits(open, formatDetails, budget, 'result');
  yield* writeWhileFits([report], formatWarnings, budget, 'list of warnings');
  yield describeRepeats(report)
    .map((text) => `${markdownCode(text)}\n\n`)
    .join('');
  yield `${totalsParts(report).join(' · ')}\n`;
}

function* writeGates(rows: readonly OpenGate[], budget: { left: number }): Iterable<string> {
  if (rows.length > 0) yield GATE_TABLE_HEAD;
  yield* writeWhileFits(rows, (row) => formatGateRow(row.measured, row.gate), budget, 'gate');
}

/** Writes items as long as they fit, then says how many were left out. */
function* writeWhileFits<T>(
  items: readonly T[],
  format: (item: T) => string,
  budget: { left: number },
  noun: string,
): Iterable<string> {
  for (const [index, item] of items.entries()) {
    const text = format(item);
    if (text.length > budget.left) {
      const more = formatCount(items.length - index, `more ${noun}`);
      yield `\n${more} left out: see the html or json report.\n\n`;
      return;
    }
    budget.left -= text.length;
    yield text;
  }
}

function worstFirst(report: Report): (TestReport | EvalReport)[] {
  const all = [...report.tests, ...report.evals];
  return WORST_FIRST.filter((verdict) => verdict !== 'pass').flatMap((verdict) =>
    all.filter((each) => each.verdict === verdict),
  );
}

interface OpenGate {
  readonly measured: TestReport | EvalReport;
  readonly gate: GateReport;
  readonly judged: GateReport['judged'];
}

function openGates(measured: TestReport | EvalReport): OpenGate[] {
  return measured.gates
    .filter((gate) => gate.outcome !== 'pass')
    .map((gate) => ({ measured, gate, judged: gate.judged }));
}

function formatWarnings({ issues, moreIssues = 0 }: Report): string {
  if (issues.length === 0) return '';
  const items = issues.slice(0, WARNINGS_SHOWN).map(formatWarning);
  const total = issues.length + moreIssues;
  if (total > items.length) items.push(`and ${total - items.length} more`);
  return formatFolded(formatCount(total, 'warning'), items);
}
