import { compileAmbiguity } from '../../tools/ambiguous-spelling.ts';
import { metricValue, shareOf } from '../../metrics/metric.ts';
import { NearMisses } from '../../tools/near-miss.ts';
import { f1Sample, reachOfF1, UNLIMITED } from '../../scoring/reach.ts';
import { defineScorer } from '../../scoring/define-scorer.ts';
import type { CallVerdict, CompiledScorer, RunScore, Tally } from '../../scoring/scorer.ts';
import type { GroupedBy } from '../../scoring/tool-groups.ts';
import { listClasses } from '../../tools/tool-class.ts';
import { formatPattern, ToolIndex } from '../../tools/tool-pattern.ts';
import type { ToolCall } from '../../trace/trace.ts';
import { type EqualFunctionSetsOptions, keys, options } from './options.ts';

/** Precision, recall and F1 over capability classes. */
export const equalFunctionSets = defineScorer({
  name: 'equal_function_sets',
  version: 1,
  summary: 'Precision, recall and F1 over classes of interchangeable tools',
  options,
  suite: {
    keys,
    required: ['classes'],
    templates: { classes: 'classes', dependencies: 'pairs' },
    block: 'Precision, recall and F1 over capability classes.',
    entry: 'F1 over capability classes.',
  },
  metrics: {
    'tool_selection.precision': {
      unit: 'percent',
      better: 'higher',
      proportion: false,
      summary: 'TP / (TP + FP): how much of what was called was wanted',
      derive: ({ tp = 0, fp = 0, fn = 0 }) =>
        shareOf('percent', tp, tp + fp, isVacuous({ tp, fp, fn })),
    },
    'tool_selection.recall': {
      unit: 'percent',
      better: 'higher',
      proportion: false,
      summary: 'TP / (TP + FN): how many of the wanted classes were called',
      derive: ({ tp = 0, fp = 0, fn = 0 }) =>
        shareOf('percent', tp, tp + fn, isVacuous({ tp, fp, fn })),
    },
    'tool_selection.f1': {
      unit: 'percent',
      better: 'higher',
      proportion: false,
      isRatioOfSums: true,
      summary: '2 TP / (2 TP + FP + FN), floored',
      derive: ({ tp = 0, fp = 0, fn = 0 }) =>
        shareOf('percent', 2 * tp, 2 * tp + fp + fn, isVacuous({ tp, fp, fn })),
    },
    'tool_selection.f1_mean': {
      unit: 'ratio',
      better: 'higher',
      proportion: false,
      meanOf: 'tool_selection.f1',
      summary: 'mean of the F1 of each run',
    },
    'tool_selection.repeats': {
      unit: 'count',
      better: 'lower',
      proportion: false,
      summary: 'calls that only matched classes already satisfied',
      derive: ({ repeats = 0 }) => metricValue('count', repeats),
    },
    'tool_selection.order_violations': {
      unit: 'count',
      better: 'lower',
      proportion: false,
      summary: 'declared dependencies [a, b] where b came first; only with `dependencies`',
      needsOption: 'dependencies',
      // Pairs of which no row has both classes are never violated: that is not a count of 0.
      derive: ({ order_violations: count, order_pairs: pairs = 0, order_idle: idle = 0 }) =>
        count === undefined
          ? undefined
          : pairs === 0 && idle > 0
            ? null
            : metricValue('count', count),
    },
  },
  defaultGates: [{ metric: 'tool_selection.f1', op: '>=', value: 50 }],
  tallyKeys: ['tp', 'fp', 'fn'],
  counted: {
    facts: 'classes',
    canCount: ({ repeats = 'neutral', dependencies }) =>
      repeats === 'neutral' && dependencies === undefined,
  },
  groupsOf,
  reads: 'tools',
  compile,
  isVacuous,
});

function isVacuous({ tp = 0, fp = 0, fn = 0 }: Tally): boolean {
  return tp + fp + fn === 0;
}

function groupsOf({ classes, repeats, dependencies }: EqualFunctionSetsOptions): GroupedBy {
  if (dependencies !== undefined) return { needs: 'the order of calls (dependencies)' };
  if (repeats === 'collapse') return { needs: 'the names of unexpected tools (repeats: collapse)' };
  const groups = listClasses(classes).map(({ members }) => members);
  if (repeats === 'false_positive') return { groups, areDisjoint: true };
  return { groups, areDisjoint: true, ignoresRepeats: true };
}

function compile({
  classes: written,
  repeats = 'neutral',
  dependencies: pairs,
}: EqualFunctionSetsOptions): CompiledScorer {
  const classes = listClasses(written);
  const index = new ToolIndex(classes.map((toolClass) => toolClass.members));
  const members = classes.flatMap((toolClass) => toolClass.members);
  const slotOf = new Map(classes.map((toolClass, slot) => [toolClass.name, slot]));
  // A pair speaks of runs in which both of its classes are expected.
  const active = pairs?.filter(([a, b]) => slotOf.has(a) && slotOf.has(b));
  const dependencies = active?.map(([a, b]) => [slotOf.get(a)!, slotOf.get(b)!] as const);
  const idle = (pairs?.length ?? 0) - (active?.length ?? 0);

  // Made with the first run that needs them, and then a hundred times the same.
  const nearMisses = new NearMisses(members);
  const misses: string[] = [];

  const score = (calls: readonly ToolCall[]): RunScore => {
    const hits: number[] = [];
    for (let slot = 0; slot < classes.length; slot++) hits.push(0);
    const verdicts: CallVerdict[] = [];
    let tp = 0;
    let unexpected = 0;
    let repeated = 0;
    for (let i = 0; i < calls.length; i++) {
      const slots = index.match(calls[i]!);
      let verdict: CallVerdict = slots.length === 0 ? 'unexpected' : 'repeat';
      for (let s = 0; s < slots.length; s++) {
        const slot = slots[s]!;
        if (hits[slot] === 0) {
          hits[slot] = i + 1;
          tp++;
          verdict = 'hit';
        }
      }
      if (verdict === 'repeat') {
        repeated++;
        if (repeats === 'false_positive') verdict = 'unexpected';
      }
      if (verdict === 'unexpected') unexpected++;
      verdicts.push(verdict);
    }
    const collapses = repeats === 'collapse' && unexpected > 1;
    const fp = collapses ? countUnexpectedTools(calls, verdicts) : unexpected;
    const fn = classes.length - tp;
    const orderViolations = dependencies === undefined ? 0 : countViolations(dependencies, hits);
    const tally: Tally =
      dependencies === undefined
        ? { tp, fp, fn, repeats: repeated }
        : {
            tp,
            fp,
            fn,
            repeats: repeated,
            order_violations: orderViolations,
            order_pairs: dependencies.length,
            order_idle: idle,
          };
    return {
      tally,
      perfect: fp === 0 && fn === 0 && orderViolations === 0,
      sample: f1Sample(tally),
      hits,
      verdicts,
    };
  };

  return {
    scorer: equalFunctionSets,
    slots: classes.map((toolClass) => toolClass.name),
    score,
    reach: (_calls, run) =>
      reachOfF1(
        run,
        dependencies === undefined
          ? { worst: { repeats: UNLIMITED } }
          : {
              worst: { repeats: UNLIMITED, order_violations: dependencies.length },
              best: { order_violations: 0 },
            },
      ),
    expects: () => classes.map(({ name, members: tools }) => ({ class: name, tools })),
    slotsOf: (tool) => index.match(tool),
    explainCall(calls, i) {
      if (index.match(calls[i]!).length === 0) return nearMisses.explain(calls[i]!);
      return 'its classes were satisfied already, and repeats count as false positives';
    },
    explainMiss: (_calls, slot) =>
      (misses[slot] ??=
        `none of ${(classes[slot]?.members ?? []).map(formatPattern).join(', ')} was called`),
    explainRun: (_calls, { hits }) => {
      const broken = dependencies?.findIndex((pair) => countViolations([pair], hits) > 0) ?? -1;
      const pair = active?.[broken];
      return pair === undefined ? null : `no ${pair[0]} came before ${pair[1]}`;
    },
    remarks: compileAmbiguity(members),
  };
}

function countUnexpectedTools(
  calls: readonly ToolCall[],
  verdicts: readonly CallVerdict[],
): number {
  const wrong = calls.filter((_, i) => verdicts[i] === 'unexpected');
  return new Set(wrong.map(({ server, name }) => JSON.stringify([server, name]))).size;
}

/** Per pair [a, b]: 1 when b is satisfied and nothing before it satisfied a. */
function countViolations(
  pairs: readonly (readonly [number, number])[],
  hits: ArrayLike<number>,
): number {
  let count = 0;
  for (const [a, b] of pairs) {
    const first = hits[a] ?? 0;
    const second = hits[b] ?? 0;
    if (second > 0 && (first === 0 || first >= second)) count++;
  }
  return count;
}
