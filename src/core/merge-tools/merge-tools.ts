import type { CaseReport, ConfusionReport, EvalReport, Share } from '../report/report.ts';
import { worstVerdict } from '../gates/worst-verdict.ts';
import { verdictOf } from '../report/settle-report.ts';
import { shareReport } from '../report/share-report.ts';
import { reportConfusion, reportTools } from '../labels/confusion-report.ts';
import { ConfusionTable, EXTRA_LABEL } from '../labels/confusion-table.ts';
import { mergeWeighting } from './merge-weighting.ts';
import { isUnaffected, judgeMerged, type MergedCounts, mergeScore } from './judge-merged.ts';
import { toolNameMatch } from '../scorers/tool-name-match/tool-name-match.ts';

/**
 * An eval as if some tools were one: its matrix, tools, name match, cases and gates counted again. Figures that a saved
 * report does not record are not measured, and gates over them do not pass. Null when the matrix has none of these tools.
 */
export function mergeTools(measured: EvalReport, tools: readonly string[]): EvalReport | null {
  const { confusion, perTool = [], failureModes: _, repeats: __, weighting, ...rest } = measured;
  if (confusion === undefined || !tools.some((tool) => confusion.labels.includes(tool)))
    return null;
  const merged = tools.join('+');
  const rename = (label: string): string => (tools.includes(label) ? merged : label);
  const table = new ConfusionTable();
  confusion.labels.forEach((expected, row) => {
    confusion.labels.forEach((observed, column) => {
      table.add(expected, observed, confusion.matrix[row]?.[column] ?? 0, null);
    });
  });
  // The cases of a cell are known by name only: their places in the list stand in for the order.
  const names: string[] = [];
  for (const { expected, observed, cases: named } of confusion.cells) {
    for (const id of named) table.name(expected, observed, names.push(id) - 1);
  }
  const costs = new Map<string, number>();
  for (const { tool, cost } of perTool) {
    costs.set(rename(tool), Math.max(cost, costs.get(rename(tool)) ?? 0));
  }
  const cost = (label: string): number => costs.get(label) ?? 1;
  const whole = table.renamed(rename);
  const { runs, partial = 0 } = measured;
  // A report does not say which of its cases are partial, so any of them may be.
  const counts = { table: whole, partial: whole, cases: runs, partialCases: partial };
  const moved = movedCases(confusion, tools);
  const changes: MergedCounts = { counts, fixed: fixedCases(measured, moved), merged, tools };
  const isNameAlone = measured.scores.every(
    (score) => score.scorer === toolNameMatch.name || isUnaffected(score, changes),
  );
  const cases = measured.cases.map((report) =>
    mergeFaults(mergeCase(report, moved, changes, isNameAlone), rename),
  );
  const gates = judgeMerged(measured, changes);
  const settled = verdictOf({ ...measured, gates });
  return {
    ...rest,
    // A verdict that follows from more than the gates stays.
    verdict:
      measured.verdict === verdictOf(measured)
        ? settled
        : worstVerdict([measured.verdict, settled]),
    scores: measured.scores.map((score) => mergeScore(score, changes, measured)),
    gates,
    passing: mergePassing(measured.passing, changes, isNameAlone),
    ...(weighting === undefined ? {} : { weighting: mergeWeighting(weighting, measured, cases) }),
    cases,
    confusion: reportConfusion(counts, cost, (order) => names[order] ?? ''),
    perTool: reportTools(counts, cost),
  };
}

/** A case with the cells of the new matrix. Its failure modes are not recorded in a way that they could be found again. */
function mergeFaults(merged: CaseReport, rename: (label: string) => string): CaseReport {
  const { modes: _modes, confused = [], ...rest } = merged;
  const cells = confused
    .map(([expected, observed]) => [rename(expected), rename(observed)] as const)
    .filter(([expected, observed]) => expected !== observed);
  return cells.length === 0 ? rest : { ...rest, confused: cells };
}

/** The cases that went from one of the tools to another. */
interface MovedCases {
  readonly count: number;
  readonly named: ReadonlySet<string>;
  /** Whether all of them are named. */
  readonly isWhole: boolean;
  /** The cases that are named in other cells: they have another fault, too. */
  readonly others: ReadonlySet<string>;
}

function movedCases(
  { labels, matrix, cells }: ConfusionReport,
  tools: readonly string[],
): MovedCases {
  let count = 0;
  labels.forEach((expected, row) => {
    labels.forEach((observed, column) => {
      if (row !== column && tools.includes(expected) && tools.includes(observed))
        count += matrix[row]?.[column] ?? 0;
    });
  });
  const isMoved = (cell: ConfusionReport['cells'][number]): boolean =>
    tools.includes(cell.expected) && tools.includes(cell.observed);
  const named = new Set(cells.filter(isMoved).flatMap(({ cases }) => cases));
  const others = new Set(cells.filter((cell) => !isMoved(cell)).flatMap(({ cases }) => cases));
  return { count, named, isWhole: named.size === count, others };
}

/**
 * How many cases get a right name. Where every case has one expected call and none has extra calls, each moved call is a
 * case. Otherwise a case may have another fault, or several moved calls.
 */
function fixedCases({ confusion, runs }: EvalReport, { count }: MovedCases): MergedCounts['fixed'] {
  const { labels = [], matrix = [] } = confusion ?? {};
  const support = (label: string): number =>
    (matrix[labels.indexOf(label)] ?? []).reduce((sum, count) => sum + count, 0);
  const extras = support(EXTRA_LABEL);
  const expected = labels.reduce((sum, label) => sum + support(label), 0) - extras;
  const isPlain = extras === 0 && expected === runs;
  return { low: isPlain ? count : 0, high: count };
}

function mergePassing(passing: Share, { fixed }: MergedCounts, isNameAlone: boolean): Share {
  if (fixed.high === 0) return passing;
  if (isNameAlone && fixed.low === fixed.high) return shareReport(passing.k + fixed.low, passing.n);
  return { ...passing, rate: null, interval: null };
}

/** A case that is named only for the merged tools passes where the name alone was wrong; of others it is unknown. */
function mergeCase(
  report: CaseReport,
  { named, isWhole, others }: MovedCases,
  { fixed }: MergedCounts,
  isNameAlone: boolean,
): CaseReport {
  if (fixed.high === 0 || report.verdict !== 'fail') return report;
  const isNamed = named.has(report.id);
  if (!isNamed && (isWhole || others.has(report.id))) return report;
  const isSure = isNamed && isNameAlone && fixed.low === fixed.high && report.passing === undefined;
  return { ...report, verdict: isSure ? 'pass' : 'inconclusive' };
}
