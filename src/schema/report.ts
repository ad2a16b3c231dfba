import type {
  CallReport,
  Capped,
  CaseReport,
  ClassReport,
  EvalReport,
  GateReport,
  MissReport,
  Report,
  ReportIssue,
  ScoreReport,
  Share,
  SuiteRef,
  TestReport,
  Totals,
  UnmeasuredRun,
  VerdictCounts,
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

const anyText: Schema = { type: 'string' };
const textOrNull: Schema = { type: ['string', 'null'] };
const count = integerFrom(0);
const number: Schema = { type: 'number' };
const numberOrNull: Schema = { type: ['number', 'null'] };
const verdict = oneOf('pass', 'fail', 'error', 'inconclusive');
const unit = oneOf('percent', 'ratio', 'count', 'mean');
const pair: Schema = { ...listOf(number), minItems: 2, maxItems: 2 };
const pairOrNull = either(pair, { type: 'null' });

/** An object with these keys; all but those named must be there, and others may be: later versions only add. */
function open<T>(keys: Keys<T>, optional: readonly (keyof T & string)[] = []): Schema {
  const required = Object.keys(keys).filter(
    (key) => !(optional as readonly string[]).includes(key),
  );
  return { type: 'object', properties: keys, required };
}

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

function capped(items: Schema): Schema {
  return open<Capped<unknown>>({ total: count, items: listOf(items) });
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
    misses: capped(labelled<MissReport>({ expected: anyText, hint: anyText }, ['hint'])),
    intervals: mapOf(pair),
    worst: either(
      { type: 'null' },
      labelled<{ metric: string; value: number }>({ metric: anyText, value: number }),
    ),
    vacuousRuns: count,
    purpose: oneOf('score', 'qa'),
    displayName: textOrNull,
    units: mapOf(unit),
  },
  ['classes'],
);

const gate = open<GateReport>({
  metric: anyText,
  op: oneOf('>=', '>', '<=', '<', '==', '!=', 'between'),
  value: either(number, pair),
  observed: numberOrNull,
  pass: flag,
  source: oneOf('suite', 'default', 'flag'),
  outcome: verdict,
  unit,
  certify: flag,
  interval: pairOrNull,
  note: textOrNull,
});

const testKeys: Keys<TestReport> = {
  name: anyText,
  verdict,
  runs: count,
  errors: count,
  scores: listOf(score),
  gates: listOf(gate),
  passing: open<Share>({ k: count, n: count, rate: numberOrNull, interval: pairOrNull }),
  unmeasured: capped(
    labelled<UnmeasuredRun>({ code: anyText, message: anyText, where: textOrNull }),
  ),
  suite: either(
    { type: 'null' },
    open<{ file: string; line: number }>({ file: anyText, line: count }),
  ),
};

/** The schema of a saved report. */
export const reportSchema: Schema = open<Report>(
  {
    schemaVersion: { const: 1 },
    verdict,
    tests: listOf(open(testKeys)),
    evals: listOf(
      open<EvalReport>({ ...testKeys, cases: listOf(open<CaseReport>({ id: anyText, verdict })) }),
    ),
    totals: open<Totals>({
      tests: counts,
      evals: counts,
      cases: counts,
      runs: count,
      errors: count,
      calls: count,
      gates: counts,
    }),
    issues: listOf(
      open<ReportIssue>({
        code: anyText,
        severity: oneOf('error', 'warning'),
        message: anyText,
        where: textOrNull,
        hint: textOrNull,
      }),
    ),
    suites: listOf(open<SuiteRef>({ file: anyText, sha256: anyText })),
    formats: listOf(anyText),
    version: anyText,
    shard: open<{ index: number; count: number }>({ index: integerFrom(1), count: integerFrom(1) }),
    timing: open<Report['timing']>({ startedAt: anyText, durationMs: number }, [
      'startedAt',
      'durationMs',
    ]),
  },
  ['formats', 'shard'],
);
