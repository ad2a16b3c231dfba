import { compileAmbiguity } from '../../tools/ambiguous-spelling.ts';
import { matchingSize, maximumMatching } from '../../matching/maximum-matching.ts';
import { metricValue, shareOf } from '../../metrics/metric.ts';
import { explainNearMiss } from '../../tools/near-miss.ts';
import { reachOf, UNLIMITED } from '../../scoring/reach.ts';
import { defineScorer } from '../../scoring/define-scorer.ts';
import type { CallVerdict, CompiledScorer, RunScore } from '../../scoring/scorer.ts';
import {
  formatPattern,
  patternKey,
  ToolIndex,
  type ToolPattern,
} from '../../tools/tool-pattern.ts';
import { formatTool, type ToolCall } from '../../trace/trace.ts';
import { type FunctionCallCoverageOptions, keys, options } from './options.ts';

/** Whether the required calls were made, in any order or in order. */
export const functionCallCoverage = defineScorer({
  name: 'function_call_coverage',
  version: 1,
  summary: 'Whether the required calls were made, in any order or in order',
  options,
  suite: {
    keys,
    required: ['function_calls'],
    templates: { function_calls: 'tools' },
    block: 'Whether the required tools were called.',
    entry: 'Whether the required tools were called.',
  },
  metrics: {
    all_required_calls_made: {
      unit: 'ratio',
      better: 'higher',
      proportion: true,
      summary: 'share of runs that made every required call (in order, with mode in_order)',
      derive: ({ passed = 0 }, runs) => (runs === 0 ? null : metricValue('ratio', passed, runs)),
    },
    required_calls_coverage: {
      unit: 'ratio',
      better: 'higher',
      proportion: false,
      summary: 'required calls made / required calls',
      derive: ({ required = 0, made = 0 }) => shareOf('ratio', made, required, true),
    },
    num_required_calls_made: {
      unit: 'count',
      better: 'higher',
      proportion: false,
      summary: 'required calls that were made',
      derive: ({ made = 0 }) => metricValue('count', made),
    },
    num_required_calls_not_made: {
      unit: 'count',
      better: 'lower',
      proportion: false,
      summary: 'required calls that were not made',
      derive: ({ required = 0, made = 0 }) => metricValue('count', required - made),
    },
    num_unrequired_calls: {
      unit: 'count',
      better: 'lower',
      proportion: false,
      summary: 'calls to other tools, and calls beyond the required count',
      derive: ({ unrequired = 0 }) => metricValue('count', unrequired),
    },
    num_required_calls_total: {
      unit: 'count',
      better: 'higher',
      proportion: false,
      summary: 'length of the required list',
      derive: ({ required = 0 }) => metricValue('count', required),
    },
  },
  defaultGates: [{ metric: 'all_required_calls_made', op: '==', value: 1 }],
  tallyKeys: ['required', 'made', 'unrequired', 'passed'],
  groupsOf: ({ function_calls: tools, mode }) =>
    mode === 'in_order'
      ? { needs: 'the order of calls (mode: in_order)' }
      : { groups: distinct(tools).map((tool) => [tool]) },
  reads: 'tools',
  compile,
  isVacuous: ({ required = 0 }) => required === 0,
});

function compile({
  function_calls: tools,
  mode = 'any_order',
  duplicates = 'multiset',
}: FunctionCallCoverageOptions): CompiledScorer {
  const required = duplicates === 'once' ? distinct(tools) : tools;
  const spellings = distinct(required);
  const index = new ToolIndex(spellings.map((pattern) => [pattern]));
  const groupOf = new Map(spellings.map((pattern, group) => [patternKey(pattern), group]));
  /** The slots of each spelling: a required list may name one tool several times. */
  const slotsOfGroup: number[][] = spellings.map(() => []);
  const groups = required.map((pattern) => groupOf.get(patternKey(pattern))!);
  groups.forEach((group, slot) => slotsOfGroup[group]?.push(slot));

  const score = (calls: readonly ToolCall[]): RunScore => {
    const hits: number[] = required.map(() => 0);
    const verdicts: CallVerdict[] = [];
    const used: number[] = spellings.map(() => 0);
    let made = 0;
    let overlapping = false;
    for (let i = 0; i < calls.length; i++) {
      const matched = index.match(calls[i]!);
      const group = matched[0];
      if (matched.length > 1) overlapping = true;
      if (group === undefined) {
        verdicts.push('unexpected');
        continue;
      }
      const slot = slotsOfGroup[group]?.[used[group]!];
      used[group]!++;
      if (slot === undefined) verdicts.push('repeat');
      else {
        hits[slot] = i + 1;
        made++;
        verdicts.push('hit');
      }
    }
    if (overlapping) made = matchOverlapping(calls, index, groups, hits, verdicts);
    const complete = made === required.length;
    const passed =
      complete && (mode === 'any_order' || longestPrefix(calls, index, groups) === groups.length);
    return {
      tally: {
        required: required.length,
        made,
        unrequired: calls.length - made,
        passed: passed ? 1 : 0,
      },
      perfect: passed,
      sample: null,
      hits,
      verdicts,
    };
  };

  return {
    scorer: functionCallCoverage,
    slots: required.map(formatPattern),
    expects: () => spellings.map((pattern) => ({ class: null, tools: [pattern] })),
    score,
    // A required call that was made stays made; further calls can make the others.
    reach: (_calls, run) =>
      reachOf(run, {
        worst: { tally: { unrequired: UNLIMITED } },
        best: { tally: { made: required.length, passed: 1 }, perfect: true },
      }),
    explainCall: (calls, i) => explainNearMiss(calls[i]!, spellings),
    explainRun: (calls, run) =>
      mode === 'in_order' && run.tally.made === required.length && run.tally.passed === 0
        ? explainOrder(calls, index, groups, required)
        : null,
    remarks: compileAmbiguity(spellings),
  };
}

function distinct(patterns: readonly ToolPattern[]): readonly ToolPattern[] {
  return [...new Map(patterns.map((pattern) => [patternKey(pattern), pattern])).values()];
}

/** Where one call answers to several spellings, greedy counting is not enough. */
function matchOverlapping(
  calls: readonly ToolCall[],
  index: ToolIndex,
  groups: readonly number[],
  hits: number[],
  verdicts: CallVerdict[],
): number {
  const callsOf = new Map<number, number[]>();
  calls.forEach((call, i) => {
    for (const group of index.match(call)) {
      const list = callsOf.get(group);
      if (list === undefined) callsOf.set(group, [i]);
      else list.push(i);
    }
    if (verdicts[i] === 'hit') verdicts[i] = 'repeat';
  });
  const callOf = maximumMatching(
    groups.map((group) => callsOf.get(group) ?? []),
    calls.length,
  );
  callOf.forEach((call, slot) => {
    hits[slot] = call + 1;
    if (call !== -1) verdicts[call] = 'hit';
  });
  return matchingSize(callOf);
}

/** How many entries, from the first, are a subsequence of the calls: the earliest call for each finds the most. */
function longestPrefix(
  calls: readonly ToolCall[],
  index: ToolIndex,
  groups: readonly number[],
): number {
  let next = 0;
  for (const call of calls) {
    if (next < groups.length && index.match(call).includes(groups[next]!)) next++;
  }
  return next;
}

function explainOrder(
  calls: readonly ToolCall[],
  index: ToolIndex,
  groups: readonly number[],
  required: readonly ToolPattern[],
): string {
  const next = longestPrefix(calls, index, groups);
  const [due, before] = [required[next] ?? '', required[next - 1] ?? ''].map(formatPattern);
  const actual = calls.map(formatTool).slice(0, 20).join(', ');
  return `no ${due} after ${before}: called ${actual}`;
}
