import { isOutcomeKnown } from '../../calls/call-status.ts';
import { CALL_STATUS } from '../../calls/call-checker.ts';
import { type MetricValue, metricValue } from '../../metrics/metric.ts';
import { about, closed, either, type Infer, listOf } from '../../schema/schema.ts';
import { template } from '../../schema/template.ts';
import { defineScorer } from '../../scoring/define-scorer.ts';
import { reachOf, UNLIMITED } from '../../scoring/reach.ts';
import type {
  CallVerdict,
  CompiledScorer,
  Gap,
  RunScore,
  ScorerMetric,
  Tally,
} from '../../scoring/scorer.ts';
import { classMap, classRef, listClasses, toolClasses } from '../../tools/tool-class.ts';
import { ToolIndex } from '../../tools/tool-pattern.ts';
import type { ToolCall } from '../../trace/trace.ts';

const options = closed({ classes: toolClasses });

/** What `recovery` is compiled from. */
type RecoveryOptions = Infer<typeof options>;

/** Whether calls that failed were made good by a later call of the same tool, or of a tool of the same class. */
export const recovery = defineScorer({
  name: 'recovery',
  version: 1,
  summary: 'Whether a failed call was followed by one that succeeded: same tool, or same class',
  options,
  suite: {
    keys: {
      classes: about(
        'Tools that can stand in for each other; left out: only the same tool recovers a call.',
        either(listOf(classRef), classMap, template),
      ),
    },
    templates: { classes: 'classes' },
    block: 'Whether failed calls were made good by later ones.',
    entry: 'Whether failed calls were made good by later ones.',
  },
  metrics: {
    'recovery.rate': {
      unit: 'ratio',
      better: 'higher',
      proportion: true,
      summary:
        'of the runs with a failed call, the share in which each of them was recovered; only where every call has a status',
      derive: ({ recovered_runs: k = 0, failed_runs: n = 0, without_status: without = 0 }) =>
        without > 0 || n === 0 ? null : metricValue('ratio', k, n),
      gap: (tally) => gapOf(tally, metricValue('ratio', 0, 1), metricValue('ratio', 1, 1)),
    },
    'recovery.recovered': countOf(
      'recovered',
      'higher',
      'failed calls that a later call recovered',
    ),
    'recovery.unrecovered': countOf(
      'unrecovered',
      'lower',
      'failed calls that no later call recovered',
    ),
  },
  tallyKeys: ['recovered', 'unrecovered', 'recovered_runs', 'failed_runs'],
  reads: 'tools',
  compile,
});

function countOf(
  key: 'recovered' | 'unrecovered',
  better: 'higher' | 'lower',
  summary: string,
): Omit<ScorerMetric, 'id'> {
  const count = (tally: Tally): MetricValue => metricValue('count', tally[key] ?? 0);
  return {
    unit: 'count',
    better,
    proportion: false,
    summary: `${summary}; only where every call has a status`,
    derive: (tally) => ((tally.without_status ?? 0) > 0 ? null : count(tally)),
    // A call of unknown outcome may have recovered another one, so nothing is known but that it is not negative.
    gap: (tally) => gapOf(tally, metricValue('count', 0), null),
  };
}

function gapOf(
  { without_status: runs = 0 }: Tally,
  low: MetricValue,
  high: Gap['high'],
): Gap | null {
  return runs === 0 ? null : { runs, needs: CALL_STATUS, low, high };
}

function compile({ classes = [] }: RecoveryOptions): CompiledScorer {
  const index = new ToolIndex(listClasses(classes).map(({ members }) => members));
  const isSame = (a: ToolCall, b: ToolCall): boolean => {
    if (a.name === b.name && a.server === b.server) return true;
    const slots = index.match(b);
    return index.match(a).some((slot) => slots.includes(slot));
  };
  const score = (calls: readonly ToolCall[]): RunScore => {
    const verdicts = calls.map((call, i): CallVerdict => {
      if (call.status !== 'error') return 'ok';
      const later = calls.slice(i + 1);
      return later.some((other) => other.status === 'ok' && isSame(call, other)) ? 'ok' : 'failed';
    });
    const failed = calls.filter(({ status }) => status === 'error').length;
    const unrecovered = verdicts.filter((verdict) => verdict === 'failed').length;
    return {
      tally: {
        recovered: failed - unrecovered,
        unrecovered,
        recovered_runs: failed > 0 && unrecovered === 0 ? 1 : 0,
        failed_runs: failed > 0 ? 1 : 0,
        without_status: calls.every(({ status }) => isOutcomeKnown(status)) ? 0 : 1,
      },
      perfect: unrecovered === 0,
      sample: null,
      hits: [],
      verdicts,
    };
  };
  return {
    scorer: recovery,
    slots: [],
    score,
    // Further calls may fail, and may recover whatever failed; what was recovered stays so.
    reach: (_calls, run) =>
      reachOf(run, {
        worst: {
          tally: { unrecovered: UNLIMITED, recovered_runs: 0, failed_runs: 1 },
          perfect: false,
        },
        best: {
          tally: { recovered: UNLIMITED, unrecovered: 0, recovered_runs: 1, failed_runs: 1 },
          perfect: true,
        },
      }),
    explainCall: (calls, i) =>
      `no later call of ${calls[i]?.name ?? 'it'}${listClasses(classes).length === 0 ? '' : ' or its class'} succeeded`,
  };
}
