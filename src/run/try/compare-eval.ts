import {
  type CaseReport,
  compareReports,
  type ComparisonVerdict,
  type EvalReport,
  oneSidedP,
  type PartComparison,
  type Report,
} from '#core';
import type { PairedCases, TriedEval, TriedTool } from '#reporters';
import type { ChosenCases } from './choose-cases.ts';
import { compareCells } from './compare-cells.ts';

/** One eval before and after, and what was run again of it. */
export interface EvalPair {
  readonly before: EvalReport;
  readonly after: EvalReport;
  readonly chosen: ChosenCases;
}

/** What changed in each eval: over all cases that were run again, by expected tool, and by cell. */
export function compareEvals(
  pairs: readonly EvalPair[],
  [before, after]: readonly [Report, Report],
): { readonly verdict: ComparisonVerdict; readonly evals: readonly TriedEval[] } {
  const whole = pairs.map((pair) => ({ ...pair, name: pair.after.name, ids: pair.chosen.ids }));
  const { verdict, parts } = pairParts(whole, before, after);
  const evals = pairs.map((pair): TriedEval => {
    const { chosen } = pair;
    const { name, cases, errors } = pair.after;
    const part = parts.get(name);
    const changed = (which: 'better' | 'worse'): readonly string[] =>
      (part?.changes.items ?? []).flatMap(({ id, change }) => (change === which ? [id] : []));
    return {
      name,
      ...pairedCases(part),
      cases: cases.length,
      allCases: chosen.all.size,
      errors,
      fixedCases: { total: part?.better ?? 0, items: changed('better') },
      brokenCases: { total: part?.worse ?? 0, items: changed('worse') },
      tools: compareTools(pair, before, after),
      cells: compareCells(pair.before, pair.after, new Set(chosen.rows.keys())),
    };
  });
  return { verdict, evals };
}

function compareTools(pair: EvalPair, before: Report, after: Report): readonly TriedTool[] {
  const rows = [...pair.chosen.rows].map(([name, ids]) => ({ ...pair, name, ids }));
  const { parts } = pairParts(rows, before, after);
  return rows.map(({ name }) => ({
    tool: name,
    isOverridden: pair.chosen.overridden.has(name),
    ...pairedCases(parts.get(name)),
  }));
}

interface Part extends EvalPair {
  readonly name: string;
  readonly ids: ReadonlySet<string>;
}

/** Compares sets of cases as if each were an eval; one without a case that both reports have is left out. */
function pairParts(
  parts: readonly Part[],
  before: Report,
  after: Report,
): { readonly verdict: ComparisonVerdict; readonly parts: ReadonlyMap<string, PartComparison> } {
  const paired = parts.filter(({ before: { cases }, ids }) => cases.some(({ id }) => ids.has(id)));
  const narrow = (report: Report, which: 'before' | 'after'): Report => ({
    ...report,
    tests: [],
    evals: paired.map((part) => {
      const { caseUsage: _usage, ...rest } = part[which];
      const cases = rest.cases.filter(({ id }: CaseReport) => part.ids.has(id));
      return { ...rest, name: part.name, cases };
    }),
  });
  const comparison = compareReports(narrow(before, 'before'), narrow(after, 'after'));
  if ('code' in comparison) return { verdict: 'inconclusive', parts: new Map() };
  const { verdict } = comparison;
  return { verdict, parts: new Map(comparison.parts.map((part) => [part.name, part])) };
}

const NOTHING: PairedCases = {
  verdict: 'inconclusive',
  pairs: 0,
  before: { k: 0, n: 0, rate: null, interval: null },
  after: { k: 0, n: 0, rate: null, interval: null },
  deciding: null,
  broken: 0,
  fixed: 0,
  p: { exact: 1, mid: 1, adjusted: 1, worse: 1 },
};

function pairedCases(part: PartComparison | undefined): PairedCases {
  if (part === undefined) return NOTHING;
  const { verdict, pairs, before, after, deciding, worse, better, p } = part;
  const oneSided = Math.round(oneSidedP(worse, better) * 1_000_000) / 1_000_000;
  return {
    verdict,
    pairs,
    before,
    after,
    deciding,
    broken: worse,
    fixed: better,
    p: { ...p, worse: oneSided },
  };
}
