import type { Decimal } from '../json/decimal.ts';
import { decimalNumber } from '../gates/gate.ts';
import type { EvalReport, TestReport, Verdict } from '../report/report.ts';
import { USAGE_FIGURES, type UsageFigure } from '../trace/run-usage.ts';
import type { RegressionRule, UsageChange } from './comparison.ts';
import { roundApart } from './pair-units.ts';
import {
  exceedsBound,
  type Measured,
  measureChange,
  type Pair,
  type Used,
} from './usage-change.ts';

/** How much more each figure may be, where the suite says so. */
export type UsageBounds = ReadonlyMap<UsageFigure, Decimal>;

/** How much more any of them may be where nothing is said. */
const DEFAULT_BOUND: Decimal = { num: 1n, den: 10n };

/** The demand, as far as it is about use. */
interface Demand {
  readonly rule: RegressionRule;
  readonly bounds?: UsageBounds;
}

/** Compares what the tests, or the cases of one eval, used: means per run over the pairs that both reports record. */
export function compareUsage(
  both: readonly (readonly [TestReport | EvalReport, TestReport | EvalReport])[],
  demand: Demand | null,
): readonly UsageChange[] {
  return USAGE_FIGURES.map((figure) => {
    const pairs = both.flatMap(([then, now]) => pairUsed(then, now, figure));
    const recorded = pairs.filter(({ before, after }) => before.sum !== null && after.sum !== null);
    const change = measureChange(recorded, figure);
    const bound = demand?.bounds?.get(figure) ?? DEFAULT_BOUND;
    const isAsked = demand?.bounds?.has(figure) === true;
    const missing = pairs.length - recorded.length;
    const lost = pairs.filter(({ before, after }) => before.sum !== null && after.sum === null);
    const shown = {
      metric: `${figure}.mean` as const,
      pairs: recorded.length,
      missing,
      ...(lost.length === 0 ? {} : { lost: lost.length }),
      before: change.before,
      after: change.after,
      change: change.change,
      interval: change.interval === null ? null : roundApart(change.interval),
    };
    if (demand === null) return { ...shown, bound: null, outcome: null };
    // What a suite asks for must be recorded; so must what the baseline records, or a rise could not be seen.
    const isOpen = lost.length > 0 || (isAsked && (missing > 0 || recorded.length === 0));
    const outcome = judge(recorded, change, bound, { rule: demand.rule, isAsked, isOpen });
    return { ...shown, bound: decimalNumber(bound), outcome };
  });
}

function pairUsed(
  then: TestReport | EvalReport,
  now: TestReport | EvalReport,
  figure: UsageFigure,
): readonly Pair[] {
  if (!('cases' in then) || !('cases' in now)) {
    if (then.runs === 0 || now.runs === 0) return [];
    return [{ before: usedByTest(then, figure), after: usedByTest(now, figure) }];
  }
  const earlier = usedByCases(then, figure);
  return [...usedByCases(now, figure)].flatMap(([id, after]) => {
    const before = earlier.get(id);
    return before === undefined ? [] : [{ before, after }];
  });
}

function usedByTest(test: TestReport | EvalReport, figure: UsageFigure): Used {
  const sum = 'cases' in test ? null : (test.usage?.[figure] ?? null);
  return { sum, runs: test.runs };
}

/** The cases that were measured. */
function usedByCases(
  { cases, caseUsage }: EvalReport,
  figure: UsageFigure,
): ReadonlyMap<string, Used> {
  const column = caseUsage?.[figure];
  const fits = column?.length === cases.length;
  return new Map(
    cases.flatMap(({ id, verdict, passing }, i): [string, Used][] => {
      const sum = fits ? (column[i] ?? null) : null;
      if (sum === null && verdict === 'error') return [];
      return [[id, { sum, runs: passing?.n ?? 1 }]];
    }),
  );
}

/**
 * `any` looks at the means. `significant` fails where they exceed the bound and the rise is beyond chance; a rise that
 * may be chance is inconclusive, and so is a bound of the suite that the interval does not keep.
 */
function judge(
  pairs: readonly Pair[],
  { interval }: Measured,
  bound: Decimal,
  { rule, isAsked, isOpen }: { rule: RegressionRule; isAsked: boolean; isOpen: boolean },
): Verdict {
  const exceeds = pairs.length > 0 && exceedsBound(pairs, bound);
  const isCertain = rule === 'any' || (interval !== null && interval[0] > 0);
  if (exceeds && isCertain) return 'fail';
  if (isOpen) return 'error';
  if (exceeds) return 'inconclusive';
  const isKept = interval !== null && interval[1] <= decimalNumber(bound);
  return rule === 'significant' && isAsked && !isKept ? 'inconclusive' : 'pass';
}
