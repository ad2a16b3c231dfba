import { USAGE_FIGURES, type UsageColumns, type UsageTotals } from '#core';
import type {
  CalibrationQuote,
  CallReport,
  CaseRepeatsReport,
  CaseReport,
  ClassReport,
  Estimate,
  EvalReport,
  GateCorrection,
  GateReport,
  JudgeReport,
  MissReport,
  NamesOfShard,
  ExpectedTools,
  Report,
  ReportIssue,
  RepeatedUnits,
  RepeatsReport,
  ScoreReport,
  Shard,
  SuiteRef,
  TestReport,
  Totals,
  UnmeasuredRun,
  VerdictCounts,
  Weighting,
} from '#core';
import {
  either,
  flag,
  integerFrom,
  type Keys,
  listOf,
  mapOf,
  oneOf,
  type Schema,
} from './json-schema.ts';
import { comparisonSchema } from './comparison.ts';
import { labelledEvalKeys } from './labelled-eval.ts';
import {
  anyText,
  capped,
  count,
  gateOp,
  number,
  numberOrNull,
  open,
  pair,
  pairOrNull,
  share,
  textOrNull,
  unit,
  verdict,
} from './report-parts.ts';
import { toolList } from './tool.ts';

const orNull = (schema: Schema): Schema => either(schema, { type: 'null' });

const namesOfShard: Schema = open<NamesOfShard>({
  expected: orNull(listOf(open<ExpectedTools>({ class: textOrNull, tools: toolList }))),
  seen: orNull(listOf({ ...listOf(textOrNull), minItems: 2, maxItems: 2 })),
  offers: count,
});

/** Something about one run of a test, or one case of an eval. */
function labelled<T>(
  keys: Keys<Omit<T, 'run' | 'case'>>,
  optional: readonly (keyof Omit<T, 'run' | 'case'> & string)[] = [],
): Schema {
  const { properties, required = [] } = open(keys, optional);
  const beside = (label: string, schema: Schema): Schema => ({
    type: 'object',
    properties: { [label]: schema, ...properties },
    required: [label, ...required],
  });
  return either(beside('run', integerFrom(1)), beside('case', anyText));
}

const counts = open<VerdictCounts>({ pass: count, fail: count, error: count, inconclusive: count });

const call = labelled<CallReport>(
  {
    call: integerFrom(1),
    tool: anyText,
    verdict: anyText,
    classes: listOf(anyText),
    arguments: anyText,
    hint: anyText,
  },
  ['classes', 'arguments', 'hint'],
);

const score = open<ScoreReport>(
  {
    scorer: anyText,
    key: textOrNull,
    tally: mapOf(number),
    metrics: mapOf(numberOrNull),
    classes: listOf(
      open<ClassReport>({
        name: anyText,
        hits: count,
        misses: count,
        recall: numberOrNull,
        matched_by: listOf(anyText),
      }),
    ),
    calls: listOf(call),
    missed: listOf(anyText),
    unexpected: listOf(anyText),
    vacuous: flag,
    judged: flag,
    callsTotal: mapOf(count),
    misses: capped(
      labelled<MissReport>({ expected: anyText, hint: anyText, unjudged: { const: true } }, [
        'hint',
        'unjudged',
      ]),
    ),
    intervals: mapOf(pair),
    worst: either(
      { type: 'null' },
      labelled<{ metric: string; value: number }>({ metric: anyText, value: number }),
    ),
    vacuousRuns: count,
    purpose: oneOf('score', 'qa'),
    displayName: textOrNull,
    units: mapOf(unit),
    notMeasured: mapOf(anyText),
  },
  ['classes', 'notMeasured'],
);

const estimateKeys = {
  value: numberOrNull,
  interval: pairOrNull,
  error: numberOrNull,
  refused: textOrNull,
};
const estimate = open<Estimate>(estimateKeys);

const gate = open<GateReport>(
  {
    metric: anyText,
    op: gateOp,
    value: either(number, pair),
    observed: numberOrNull,
    pass: flag,
    source: oneOf('suite', 'default', 'flag'),
    outcome: verdict,
    unit,
    certify: flag,
    interval: pairOrNull,
    note: textOrNull,
    tool: anyText,
    corrected: open<GateCorrection>({
      ...estimateKeys,
      method: either({ type: 'null' }, oneOf('ppi', 'rogan_gladen')),
    }),
    judged: { const: true },
  },
  ['tool', 'corrected', 'judged'],
);

const judge = open<JudgeReport>(
  {
    models: listOf(anyText),
    answeredBy: listOf(anyText),
    prompts: mapOf(anyText),
    quorum: count,
    questions: count,
    errors: mapOf(count),
    split: count,
    usage: open<JudgeReport['usage']>({
      inputTokens: count,
      outputTokens: count,
      cost: numberOrNull,
    }),
    calibration: either(
      open<{ stale: true }>({ stale: { const: true } }),
      open<Extract<CalibrationQuote, { stale: false }>>({
        stale: { const: false },
        text: anyText,
        use: oneOf('use', 'care', 'do_not_use'),
        judged: open<{ k: number; n: number }>({ k: count, n: count }),
        corrected: either({ type: 'null' }, estimate),
      }),
    ),
    despite: capped(labelled<object>({})),
  },
  ['quorum', 'calibration', 'despite'],
);

const measuredKeys: Keys<Omit<TestReport, 'planned' | 'repeated' | 'usage'>> = {
  name: anyText,
  verdict,
  runs: count,
  errors: count,
  partial: count,
  scores: listOf(score),
  gates: listOf(gate),
  passing: share,
  maxErrors: count,
  unmeasured: capped(
    labelled<UnmeasuredRun>({ code: anyText, message: anyText, where: textOrNull }),
  ),
  suite: either(
    { type: 'null' },
    open<{ file: string; line: number }>({ file: anyText, line: count }),
  ),
  judge,
  variant: open<{ of: string; model: string }>({ of: anyText, model: anyText }),
};

const usageTotals = open<UsageTotals>(
  { calls: count, tokens: count, cost: count, time: count },
  USAGE_FIGURES,
);

const usageColumn = listOf(either(count, { type: 'null' }));
const usageColumns = open<UsageColumns>(
  { calls: usageColumn, tokens: usageColumn, cost: usageColumn, time: usageColumn },
  USAGE_FIGURES,
);

const repeatedKeys: Keys<RepeatedUnits> = {
  k: count,
  passHatK: number,
  passAtK: number,
  flaky: capped(
    open<{ name: string; k: number; n: number }>({ name: anyText, k: count, n: count }),
  ),
};

/** The schema of a saved report. */
export const reportSchema: Schema = open<Report>(
  {
    schemaVersion: { const: 1 },
    verdict,
    tests: listOf(
      open<TestReport>(
        { ...measuredKeys, repeated: { const: true }, usage: usageTotals, planned: count },
        ['usage', 'variant', 'repeated', 'planned', 'maxErrors', 'partial', 'judge'],
      ),
    ),
    evals: listOf(
      open<EvalReport>(
        {
          ...measuredKeys,
          cases: listOf(
            open<CaseReport>(
              {
                id: anyText,
                verdict,
                passing: open<{ k: number; n: number }>({ k: count, n: count }),
                weight: number,
              },
              ['passing', 'weight'],
            ),
          ),
          caseUsage: usageColumns,
          weighting: open<Weighting>({
            column: anyText,
            passing: open<Weighting['passing']>({ rate: numberOrNull, interval: pairOrNull }),
            effective: numberOrNull,
          }),
          repeats: open<CaseRepeatsReport>({ cases: count, ...repeatedKeys }),
          ...labelledEvalKeys,
        },
        [
          'caseUsage',
          'variant',
          'weighting',
          'repeats',
          'maxErrors',
          'partial',
          'judge',
          'confusion',
          'perTool',
          'exposure',
          'failureModes',
        ],
      ),
    ),
    totals: open<Totals>(
      {
        tests: counts,
        evals: counts,
        cases: counts,
        runs: count,
        errors: count,
        partial: count,
        calls: count,
        gates: counts,
      },
      ['partial'],
    ),
    issues: listOf(
      open<ReportIssue>({
        code: anyText,
        severity: oneOf('error', 'warning'),
        message: anyText,
        where: textOrNull,
        hint: textOrNull,
      }),
    ),
    moreIssues: count,
    suites: listOf(open<SuiteRef>({ file: anyText, sha256: anyText })),
    formats: listOf(anyText),
    repeats: open<RepeatsReport>({ tests: count, ...repeatedKeys }),
    requesters: mapOf(count),
    baseline: comparisonSchema,
    version: anyText,
    redaction: oneOf('none', 'secrets', 'pii'),
    whatIf: open<NonNullable<Report['whatIf']>>({ mergedTools: listOf(anyText) }),
    filter: anyText,
    shard: open<Shard>(
      {
        index: integerFrom(1),
        count: integerFrom(1),
        issueKeys: listOf(anyText),
        names: namesOfShard,
      },
      ['issueKeys', 'names'],
    ),
    timing: open<Report['timing']>({ startedAt: anyText, durationMs: number }, [
      'startedAt',
      'durationMs',
    ]),
  },
  [
    'moreIssues',
    'formats',
    'repeats',
    'requesters',
    'baseline',
    'redaction',
    'whatIf',
    'filter',
    'shard',
  ],
);
