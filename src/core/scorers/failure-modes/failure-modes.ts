import type { ExpectedTools } from '../../tools/expected-tools.ts';
import { metricValue, type MetricValue } from '../../metrics/metric.ts';
import { OFFERED_TOOLS } from '../../calls/call-checker.ts';
import { type Reach, reachOf } from '../../scoring/reach.ts';
import { defineScorer } from '../../scoring/define-scorer.ts';
import type {
  CallVerdict,
  CompiledScorer,
  Gap,
  RunScore,
  Scorer,
  ScorerMetric,
  Tally,
} from '../../scoring/scorer.ts';
import type { ToolCall, Trace } from '../../trace/trace.ts';
import {
  type CaseContext,
  FAILURE_MODES,
  type FailureMode,
  findFailureModes,
  reachFailureModes,
} from '../../labels/failure-modes.ts';
import { labelKeys, labelOptions } from '../../labels/label-keys.ts';
import {
  contextOf,
  type LabelOptions,
  LabelReader,
  overLabels,
} from '../../labels/labelled-case.ts';
import type { Pairer } from '../../labels/pairing.ts';

const SUMMARIES: Readonly<Record<(typeof FAILURE_MODES)[number], string>> = {
  over_tooling:
    'cases with calls beyond the expected ones, or a costlier tool in place of the right one',
  under_tooling: 'cases with a cheaper tool in place of the right one',
  wrong_tool: 'cases with another tool in place of the right one',
  missed_tool: 'cases in which an expected call was not made',
  unneeded_tool: 'cases that need no tool and got one',
  duplicate_call: 'cases with one tool called again with equal arguments',
  hallucinated_tool:
    'cases with a call of a tool that was not offered; only where every run records the offered tools',
  wrong_args_shape: 'cases with the right tool and arguments of another shape',
  wrong_args_value: 'cases with the right tool and arguments of the right shape that are not equal',
  unparsed_args: 'cases with arguments that are not a JSON object',
};

type FigureUnit = 'count' | 'ratio';

/** In which ways cases go wrong. */
export const failureModes = defineScorer({
  name: 'failure_modes',
  version: 1,
  summary: 'In which ways cases go wrong: over-tooling, missed tools, wrong arguments and more',
  options: labelOptions,
  suite: { keys: labelKeys, entry: 'In which ways cases go wrong.' },
  metrics: {
    wrong_tool_rate: {
      unit: 'ratio',
      better: 'lower',
      proportion: true,
      summary: 'share of cases with any failure mode',
      derive: ({ cases = 0, wrong = 0 }) =>
        cases === 0 ? null : metricValue('ratio', wrong, cases),
    },
    ...metricsOf((mode) => `failure_modes.${mode}` as const, 'count'),
    ...metricsOf((mode) => `failure_modes.${mode}.rate` as const, 'ratio'),
  },
  tallyKeys: ['cases', 'wrong', ...FAILURE_MODES],
  reads: 'calls',
  isLabelDefault: true,
  decidesMatrix: true,
  isShownWithMatrix: true,
  ...overLabels<LabelOptions>((options, services) => {
    const reader = new LabelReader(options, services);
    const context = contextOf(options, services);
    return (row) => new CompiledFailureModes(reader.read(row), context);
  }),
});

/** The metrics of all modes. */
function metricsOf<Id extends string>(
  idOf: (mode: FailureMode) => Id,
  unit: FigureUnit,
): Readonly<Record<Id, Omit<ScorerMetric, 'id'>>> {
  const entries = FAILURE_MODES.map((mode) => [idOf(mode), metricOf(mode, unit)] as const);
  return Object.fromEntries(entries) as Record<Id, Omit<ScorerMetric, 'id'>>;
}

/** A mode as a count, or as a share of the cases. */
function metricOf(mode: FailureMode, unit: FigureUnit): Omit<ScorerMetric, 'id'> {
  return {
    unit,
    better: 'lower',
    proportion: unit === 'ratio',
    summary: unit === 'ratio' ? `share of ${SUMMARIES[mode]}` : SUMMARIES[mode],
    derive: (tally) =>
      (tally.cases ?? 0) === 0 || gapOf(mode, unit, tally) !== null
        ? null
        : figureOf(unit, tally[mode] ?? 0, tally.cases ?? 0),
    gap: (tally) => gapOf(mode, unit, tally),
  };
}

/** Which names exist is only known by the tools that a run, or otherwise the suite, lists. */
function gapOf(mode: FailureMode, unit: FigureUnit, tally: Tally): Gap | null {
  const { without_tools: runs = 0, cases = 0 } = tally;
  if (mode !== 'hallucinated_tool' || runs === 0) return null;
  const low = figureOf(unit, tally[mode] ?? 0, cases);
  return { runs, needs: OFFERED_TOOLS, low, high: figureOf(unit, cases, cases) };
}

function figureOf(unit: FigureUnit, count: number, cases: number): MetricValue {
  return unit === 'count' ? metricValue('count', count) : metricValue('ratio', count, cases);
}

class CompiledFailureModes implements CompiledScorer {
  readonly scorer: Scorer = failureModes;
  readonly slots: readonly string[] = [];
  readonly #pairer: Pairer;
  readonly #context: CaseContext;

  constructor(pairer: Pairer, context: CaseContext) {
    this.#pairer = pairer;
    this.#context = context;
  }

  expects(): readonly ExpectedTools[] {
    return this.#pairer.expectedTools;
  }

  score(calls: readonly ToolCall[], trace: Trace): RunScore {
    const pairing = this.#pairer.pair(calls);
    const modes = findFailureModes(this.#pairer, pairing, calls, trace, this.#context);
    const tally: Record<string, number> = { cases: 1, wrong: modes.size > 0 ? 1 : 0 };
    for (const mode of FAILURE_MODES) tally[mode] = modes.has(mode) ? 1 : 0;
    tally.without_tools = this.#context.checker.lacksTools(calls, trace) ? 1 : 0;
    return {
      tally,
      perfect: modes.size === 0,
      sample: null,
      hits: [],
      // Faults of single calls are reported by the scorers of tools and arguments.
      verdicts: calls.map((): CallVerdict => 'ok'),
    };
  }

  reach(calls: readonly ToolCall[], run: RunScore): Reach {
    const seen = FAILURE_MODES.filter((mode) => run.tally[mode] === 1);
    const { lasting, possible } = reachFailureModes(this.#pairer, calls, seen);
    // Only a missed call can be made up for: every other fault leaves some call that is wrong.
    const staysWrong = seen.some((mode) => mode !== 'missed_tool');
    const tallyOf = (modes: ReadonlySet<FailureMode>): Record<string, number> =>
      Object.fromEntries(FAILURE_MODES.map((mode) => [mode, modes.has(mode) ? 1 : 0]));
    return reachOf(run, {
      worst: { tally: { ...tallyOf(possible), wrong: 1 }, perfect: false },
      best: { tally: { ...tallyOf(lasting), wrong: staysWrong ? 1 : 0 }, perfect: !staysWrong },
    });
  }
}
