import { toolList } from '#core';
import type {
  UsageColumns,
  UsageTotals,
  CallVerdict,
  RunLabel,
  SavedTool,
  CalibrationQuote,
  CallReport,
  CaseRepeatsReport,
  CaseReport,
  ClassReport,
  Estimate,
  EvalReport,
  FilteredRows,
  FailureMode,
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
  anyText,
  either,
  flag,
  integerFrom,
  listOf,
  literal,
  mapOf,
  oneOf,
  pairOf,
  type Schema,
  type SchemaOf,
  typed,
} from './json-schema.ts';
import { comparisonSchema } from './comparison.ts';
import { labelledEvalKeys } from './labelled-eval.ts';
import {
  capped,
  count,
  loosely,
  type FieldsOf,
  gateOp,
  nothing,
  number,
  numberOrNull,
  open,
  optional,
  pair,
  pairOrNull,
  share,
  textOrNull,
  unit,
  verdict,
} from './report-parts.ts';
import { derivedKeys, tagKeys, variantKeys } from './report-lines.ts';
import { catalogs, listedRuns, runEvidence } from './run-evidence.ts';

const orNull = <T>(schema: SchemaOf<T>): SchemaOf<T | null> => typed(either(schema, nothing));

const savedTool = loosely<SavedTool, readonly [string | null, string | null]>(pairOf(textOrNull));

const namesOfShard = open<NamesOfShard>({
  expected: orNull(listOf(open<ExpectedTools>({ class: textOrNull, tools: toolList }))),
  seen: orNull(listOf(savedTool)),
  offers: count,
});

/** Something about one run of a test, or one case of an eval. */
function labelled<T>(fields: FieldsOf<Omit<T, 'run' | 'case'>>): SchemaOf<RunLabel & T> {
  const { properties, required = [] } = open(fields);
  const beside = (label: string, schema: Schema): Schema => ({
    type: 'object',
    properties: { [label]: schema, ...properties },
    required: [label, ...required],
  });
  return typed({ anyOf: [beside('run', integerFrom(1)), beside('case', anyText)] });
}

const counts = open<VerdictCounts>({ pass: count, fail: count, error: count, inconclusive: count });

const call = labelled<CallReport>({
  call: integerFrom(1),
  tool: anyText,
  verdict: loosely<CallVerdict, string>(anyText),
  classes: optional(listOf(anyText)),
  arguments: optional(anyText),
  hint: optional(anyText),
});

const score = open<ScoreReport>({
  scorer: anyText,
  key: textOrNull,
  tally: mapOf(number),
  metrics: mapOf(numberOrNull),
  classes: optional(
    listOf(
      open<ClassReport>({
        name: anyText,
        hits: count,
        misses: count,
        recall: numberOrNull,
        matched_by: listOf(anyText),
      }),
    ),
  ),
  calls: listOf(call),
  missed: listOf(anyText),
  unexpected: listOf(anyText),
  vacuous: flag,
  judged: flag,
  callsTotal: mapOf(count),
  misses: capped(
    labelled<MissReport>({
      expected: anyText,
      hint: optional(anyText),
      unjudged: optional(literal(true)),
    }),
  ),
  intervals: mapOf(pair),
  worst: either(
    nothing,
    labelled<{ metric: string; value: number }>({ metric: anyText, value: number }),
  ),
  vacuousRuns: count,
  purpose: oneOf('score', 'qa'),
  displayName: textOrNull,
  units: mapOf(unit),
  notMeasured: optional(mapOf(anyText)),
});

/** An estimate, or the reason why there is none: as one type. */
type AnyEstimate = Pick<Estimate, keyof Estimate>;

const estimateKeys = {
  value: numberOrNull,
  interval: pairOrNull,
  error: numberOrNull,
  refused: textOrNull,
};
const estimate = loosely<Estimate, AnyEstimate>(open<AnyEstimate>(estimateKeys));

/** The same of a gate, with the method. */
type AnyCorrection = Pick<GateCorrection, keyof GateCorrection>;

const correction = loosely<GateCorrection, AnyCorrection>(
  open<AnyCorrection>({ ...estimateKeys, method: either(nothing, oneOf('ppi', 'rogan_gladen')) }),
);

const gate = open<GateReport>({
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
  tool: optional(anyText),
  corrected: optional(correction),
  judged: optional(literal(true)),
});

const judge = open<JudgeReport>({
  models: listOf(anyText),
  answeredBy: listOf(anyText),
  prompts: mapOf(anyText),
  quorum: optional(count),
  questions: count,
  errors: mapOf(count),
  split: count,
  usage: open<JudgeReport['usage']>({
    inputTokens: count,
    outputTokens: count,
    cost: numberOrNull,
  }),
  calibration: optional(
    either(
      open<{ stale: true }>({ stale: literal(true) }),
      open<Extract<CalibrationQuote, { stale: false }>>({
        stale: literal(false),
        text: anyText,
        use: oneOf('use', 'care', 'do_not_use'),
        judged: open<{ k: number; n: number }>({ k: count, n: count }),
        corrected: either(nothing, estimate),
      }),
    ),
  ),
  despite: optional(capped(labelled<object>({}))),
});

const measuredKeys: FieldsOf<
  Omit<TestReport, 'tags' | 'planned' | 'identical' | 'repeated' | 'usage' | 'listedRuns'>
> = {
  name: anyText,
  verdict,
  runs: count,
  errors: count,
  partial: optional(count),
  scores: listOf(score),
  gates: listOf(gate),
  passing: share,
  maxErrors: optional(count),
  unmeasured: capped(
    labelled<UnmeasuredRun>({ code: anyText, message: anyText, where: textOrNull }),
  ),
  suite: either(nothing, open<{ file: string; line: number }>({ file: anyText, line: count })),
  judge: optional(judge),
  ...variantKeys,
  offered: optional(pairOf(count)),
  catalogs: optional(catalogs),
};

const usageTotals = open<UsageTotals>({
  calls: optional(count),
  tokens: optional(count),
  cost: optional(count),
  time: optional(count),
});

const usageColumn = listOf(either(count, nothing));
const usageColumns = open<UsageColumns>({
  calls: optional(usageColumn),
  tokens: optional(usageColumn),
  cost: optional(usageColumn),
  time: optional(usageColumn),
});

const repeatedKeys: FieldsOf<RepeatedUnits> = {
  k: count,
  passHatK: number,
  passAtK: number,
  flaky: capped(
    open<{ name: string; k: number; n: number }>({ name: anyText, k: count, n: count }),
  ),
};

export const totals = open<Totals>({
  tests: counts,
  evals: counts,
  cases: counts,
  runs: count,
  errors: count,
  partial: optional(count),
  calls: count,
  gates: counts,
});

export const suites = listOf(open<SuiteRef>({ file: anyText, sha256: anyText }));

export const shard = open<Shard>({
  index: integerFrom(1),
  count: integerFrom(1),
  flags: optional(listOf(anyText)),
  issueKeys: optional(listOf(anyText)),
  names: optional(namesOfShard),
});

/** The schema of the cases of an eval. */
export const casesSchema: SchemaOf<readonly CaseReport[]> = listOf(
  open<CaseReport>({
    id: anyText,
    verdict,
    passing: optional(open<{ k: number; n: number }>({ k: count, n: count })),
    weight: optional(number),
    modes: optional(listOf(loosely<FailureMode, string>(anyText))),
    confused: optional(listOf(pairOf(anyText))),
    evidence: optional(runEvidence),
  }),
);

/** The schema of a saved report. */
export const reportSchema: SchemaOf<Report> = open<Report>({
  schemaVersion: literal(1),
  verdict,
  tests: listOf(
    open<TestReport>({
      ...measuredKeys,
      repeated: optional(literal(true)),
      usage: optional(usageTotals),
      planned: optional(count),
      identical: optional(count),
      tags: optional(listOf(anyText)),
      listedRuns: optional(listedRuns),
    }),
  ),
  evals: listOf(
    open<EvalReport>({
      ...measuredKeys,
      cases: casesSchema,
      caseUsage: optional(usageColumns),
      ...tagKeys,
      filtered: optional(open<FilteredRows>({ tag: anyText, cases: count, of: count })),
      weighting: optional(
        open<Weighting>({
          column: anyText,
          passing: open<Weighting['passing']>({ rate: numberOrNull, interval: pairOrNull }),
          effective: numberOrNull,
        }),
      ),
      repeats: optional(open<CaseRepeatsReport>({ cases: count, ...repeatedKeys })),
      ...labelledEvalKeys,
    }),
  ),
  totals,
  issues: listOf(
    open<ReportIssue>({
      code: anyText,
      severity: oneOf('error', 'warning'),
      message: anyText,
      where: textOrNull,
      hint: textOrNull,
    }),
  ),
  moreIssues: optional(count),
  suites,
  formats: optional(listOf(anyText)),
  repeats: optional(open<RepeatsReport>({ tests: count, ...repeatedKeys })),
  ...derivedKeys,
  requesters: optional(mapOf(count)),
  baseline: optional(comparisonSchema),
  version: anyText,
  redaction: optional(oneOf('none', 'secrets', 'pii')),
  evidenceText: optional(literal(false)),
  whatIf: optional(open<NonNullable<Report['whatIf']>>({ mergedTools: listOf(anyText) })),
  filter: optional(anyText),
  shard: optional(shard),
  timing: open<Report['timing']>({ startedAt: optional(anyText), durationMs: optional(number) }),
});
