import {
  CALL_STATUS,
  CallChecker,
  type CallFinding,
  JUDGED_SCHEMAS,
  OFFERED_TOOLS,
} from '../../calls/call-checker.ts';
import { metricValue } from '../../metrics/metric.ts';
import { closed, type Infer } from '../../schema/schema.ts';
import { defineScorer } from '../../scoring/define-scorer.ts';
import { reachOf, UNLIMITED } from '../../scoring/reach.ts';
import type {
  CallVerdict,
  CompiledScorer,
  Gap,
  RunScore,
  ScorerMetric,
  Services,
  Tally,
} from '../../scoring/scorer.ts';
import { toolCatalog } from '../../tools/tool-schema.ts';
import type { CountedRun } from '../../trace/counted-pile.ts';
import type { ToolCall, Trace } from '../../trace/trace.ts';

const options = closed({ catalog: toolCatalog });

/** What `call_checks` is compiled from: the tools that exist, for traces that do not say what was offered. */
export type CallChecksOptions = Infer<typeof options>;

/** In the order in which reports list them. */
const SUMMARIES: Readonly<Record<CallFinding, string>> = {
  hallucinated:
    'calls of tools that were not offered; only where every run records the offered tools',
  invalid_args:
    "calls whose arguments break the tool's JSON Schema; only where all of them can be judged",
  unparsed_args: 'calls whose arguments are not a JSON object',
  failed: 'calls that ended in an error; only where every call has a status and a result',
  duplicate: 'calls of one tool with equal arguments, beyond the first',
};

const FINDINGS = Object.keys(SUMMARIES) as CallFinding[];

/** Counts that need no label. */
export const callChecks = defineScorer({
  name: 'call_checks',
  version: 1,
  summary: 'Counts that need no label: hallucinated, invalid, unparsed, failed and duplicate calls',
  options,
  suite: {
    keys: {},
    block: 'Counts that need no expectation: hallucinated, duplicate, failed, invalid calls.',
    entry: 'Counts that need no expectation.',
  },
  metrics: Object.fromEntries(
    FINDINGS.map((finding) => [`${finding}.calls`, countOf(finding)]),
  ) as Record<`${CallFinding}.calls`, Omit<ScorerMetric, 'id'>>,
  tallyKeys: FINDINGS,
  showsArguments: true,
  isLabelFree: true,
  usesCatalog: true,
  needsPatterns: true,
  // Results and arguments are scanned, but not compared with the schemas of a catalog.
  counted: { facts: 'faults', canCount: ({ catalog }) => catalog === undefined },
  groupsOf: () => ({ needs: 'the arguments and statuses of calls, and the offered tools' }),
  countedTally,
  reads: 'calls',
  compile,
});

/** Without arguments and offered tools nothing but failures is known of calls. */
function countedTally({ calls, failed }: CountedRun): Tally {
  const lacks = calls > 0 ? 1 : 0;
  return {
    hallucinated: 0,
    invalid_args: 0,
    unparsed_args: 0,
    failed: failed ?? 0,
    duplicate: 0,
    without_tools: lacks,
    without_schemas: lacks,
    without_status: failed === null ? lacks : 0,
    without_arguments: lacks,
  };
}

function countOf(finding: CallFinding): Omit<ScorerMetric, 'id'> {
  return {
    unit: 'count',
    better: 'lower',
    proportion: false,
    summary: SUMMARIES[finding],
    derive: (tally) =>
      gapOf(finding, tally) === null ? metricValue('count', tally[finding] ?? 0) : null,
    gap: (tally) => gapOf(finding, tally),
  };
}

const ARGUMENTS = 'the arguments of calls';

/** What a count needs beside the calls: the sum of runs without it, and what it is called. */
const NEEDS: ReadonlyMap<CallFinding, readonly [string, string]> = new Map([
  ['hallucinated', ['without_tools', OFFERED_TOOLS]],
  ['invalid_args', ['without_schemas', JUDGED_SCHEMAS]],
  ['failed', ['without_status', CALL_STATUS]],
  ['unparsed_args', ['without_arguments', ARGUMENTS]],
  ['duplicate', ['without_arguments', ARGUMENTS]],
]);

function gapOf(finding: CallFinding, tally: Tally): Gap | null {
  const [key, needs] = NEEDS.get(finding) ?? NOTHING;
  const runs = tally[key] ?? 0;
  if (runs === 0) return null;
  return { runs, needs, low: metricValue('count', tally[finding] ?? 0), high: null };
}

const NOTHING = ['', ''] as const;

function compile({ catalog }: CallChecksOptions, services: Services): CompiledScorer {
  const checker = new CallChecker(catalog, services);
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
          tally: Object.fromEntries(FINDINGS.map((finding) => [finding, UNLIMITED])),
          perfect: false,
        },
        best: {},
      }),
    explainCall: (calls, i, trace) => checker.explain(calls[i]!, trace),
  };
}
