import {
  CALL_STATUS,
  CallChecker,
  type CallFinding,
  JUDGED_SCHEMAS,
  OFFERED_TOOLS,
} from '../calls/call-checker.ts';
import { metricValue } from '../metrics/metric.ts';
import { reachOf, UNLIMITED } from '../scoring/reach.ts';
import type {
  CallVerdict,
  CompiledScorer,
  Gap,
  RunScore,
  Scorer,
  Services,
  Tally,
} from '../scoring/scorer.ts';
import type { ToolCall, ToolSpec, Trace } from '../trace/trace.ts';

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
    'calls of tools that were not offered; only where every run records the offered tools',
  ],
  [
    'invalid_args',
    'invalid_args.calls',
    "calls whose arguments break the tool's JSON Schema; only where all of them can be judged",
  ],
  ['unparsed_args', 'unparsed_args.calls', 'calls whose arguments are not a JSON object'],
  [
    'failed',
    'failed.calls',
    'calls that ended in an error; only where every call has a status and a result',
  ],
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
  isLabelFree: true,
  usesCatalog: true,
  needsPatterns: true,
  compile: (options, services) => compile(options, services),
  derive: (tally) =>
    IDS.map(([finding]) =>
      gapOf(finding, tally) === null ? metricValue('count', tally[finding] ?? 0) : null,
    ),
  gaps: (tally) => IDS.map(([finding]) => gapOf(finding, tally)),
  isVacuous: () => false,
};

/** What a count needs beside the calls: the sum of runs without it, and what it is called. */
const NEEDS: ReadonlyMap<CallFinding, readonly [string, string]> = new Map([
  ['hallucinated', ['without_tools', OFFERED_TOOLS]],
  ['invalid_args', ['without_schemas', JUDGED_SCHEMAS]],
  ['failed', ['without_status', CALL_STATUS]],
]);

function gapOf(finding: CallFinding, tally: Tally): Gap | null {
  const [key, needs] = NEEDS.get(finding) ?? NOTHING;
  const runs = tally[key] ?? 0;
  if (runs === 0) return null;
  return { runs, needs, low: metricValue('count', tally[finding] ?? 0), high: null };
}

const NOTHING = ['', ''] as const;

function compile(options: CallChecksOptions, services: Services): CompiledScorer {
  const checker = new CallChecker(options.catalog, services);
  const score = (calls: readonly ToolCall[], trace: Trace): RunScore => {
    const checked = checker.check(calls, trace);
    const { findings } = checked;
    const tally = {
      hallucinated: 0,
      invalid_args: 0,
      unparsed_args: 0,
      failed: 0,
      duplicate: 0,
      without_tools: checked.lacksTools ? 1 : 0,
      without_schemas: checked.lacksSchemas || checked.unjudged.length > 0 ? 1 : 0,
      without_status: checked.lacksOutcome ? 1 : 0,
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
    reach: (_calls, run) =>
      reachOf(run, {
        worst: {
          tally: Object.fromEntries(IDS.map(([finding]) => [finding, UNLIMITED])),
          perfect: false,
        },
        best: {},
      }),
    explainCall: (calls, i, trace) => checker.explain(calls[i]!, trace),
  };
}
