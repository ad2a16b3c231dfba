import { CallChecker, type CallFinding } from '../call-checker.ts';
import { metricValue } from '../metric.ts';
import type { CallVerdict, CompiledScorer, RunScore, Scorer, Services } from '../scorer.ts';
import type { ToolCall, ToolSpec, Trace } from '../trace.ts';

/** What `call_checks` is compiled from. */
export interface CallChecksOptions {
  /** The tools that exist, for traces that do not say what was offered. */
  readonly catalog?: readonly ToolSpec[];
}

/** The first of them that a call has is its verdict. */
const IDS: readonly (readonly [CallFinding, string, string])[] = [
  [
    'hallucinated',
    'hallucinated.calls',
    'calls of tools that were not offered; only where the offered tools are known',
  ],
  [
    'invalid_args',
    'invalid_args.calls',
    "calls whose arguments break the tool's JSON Schema; only where schemas are known",
  ],
  ['unparsed_args', 'unparsed_args.calls', 'calls whose arguments are not a JSON object'],
  ['failed', 'failed.calls', 'calls that ended in an error'],
  ['duplicate', 'duplicate.calls', 'calls of one tool with equal arguments, beyond the first'],
];

/** Counts that need no label. */
export const callChecks: Scorer<CallChecksOptions> = {
  name: 'call_checks',
  version: 1,
  summary: 'Counts that need no label: hallucinated, invalid, unparsed, failed and duplicate calls',
  metrics: IDS.map(([, id, summary]) => ({
    id,
    unit: 'count',
    better: 'lower',
    proportion: false,
    summary,
  })),
  defaultGates: [],
  meanMetric: null,
  tallyKeys: IDS.map(([finding]) => finding),
  showsArguments: true,
  compile: (options, services) => compile(options, services),
  derive: (tally) =>
    IDS.map(([finding]) => {
      // Where no run knew the offered tools or their schemas, nothing was measured.
      if (finding === 'hallucinated' && !tally.with_catalog) return null;
      if (finding === 'invalid_args' && !tally.with_schema) return null;
      return metricValue('count', tally[finding] ?? 0);
    }),
  isVacuous: () => false,
};

function compile(options: CallChecksOptions, services: Services): CompiledScorer {
  const checker = new CallChecker(options.catalog, services);
  const score = (calls: readonly ToolCall[], trace: Trace): RunScore => {
    const { findings, knowsTools, knowsSchemas } = checker.check(calls, trace);
    const tally = {
      hallucinated: 0,
      invalid_args: 0,
      unparsed_args: 0,
      failed: 0,
      duplicate: 0,
      with_catalog: knowsTools ? 1 : 0,
      with_schema: knowsSchemas ? 1 : 0,
    };
    for (const each of findings) for (const finding of each) tally[finding]++;
    return {
      tally,
      perfect: findings.every((each) => each.length === 0),
      sample: null,
      hits: [],
      verdicts: findings.map(([first]): CallVerdict => first ?? 'ok'),
    };
  };
  return {
    scorer: callChecks,
    slots: [],
    score,
    explainCall: (calls, i, trace) => checker.explain(calls[i]!, trace),
  };
}
