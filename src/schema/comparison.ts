import type {
  CellChange,
  Change,
  ChangedRun,
  ChangeEvidence,
  Comparison,
  GateChange,
  GateDefinition,
  JudgeChange,
  JudgeDrift,
  MetricChange,
  PartComparison,
  Regression,
  Repeated,
  Share,
  UsageChange,
} from '#core';
import { anyText, either, flag, listOf, literal, oneOf, type SchemaOf } from './json-schema.ts';
import {
  capped,
  count,
  gateOp,
  nothing,
  number,
  numberOrNull,
  open,
  optional,
  pair,
  share,
  unit,
  verdict,
} from './report-parts.ts';

const verdictOfTwo = oneOf('better', 'worse', 'unchanged', 'inconclusive');
const repeated = open<Repeated>({ k: count, n: count });
const definition = either(
  nothing,
  open<GateDefinition>({
    op: gateOp,
    value: either(number, pair),
    unit,
    certify: flag,
    corrected: optional(literal(true)),
  }),
);

const weightedShare = open<Pick<Share, 'rate' | 'interval'>>({
  rate: numberOrNull,
  interval: either(nothing, pair),
});

const changedRun = open<ChangedRun>({ where: anyText, called: optional(listOf(anyText)) });

const part = open<PartComparison>({
  kind: oneOf('tests', 'eval'),
  name: anyText,
  verdict: verdictOfTwo,
  outcome: either(nothing, verdict),
  pairs: count,
  worse: count,
  better: count,
  before: share,
  after: share,
  weighted: optional(
    open<NonNullable<PartComparison['weighted']>>({
      column: anyText,
      before: weightedShare,
      after: weightedShare,
    }),
  ),
  difference: open<PartComparison['difference']>({ value: number, interval: pair }),
  p: open<PartComparison['p']>({ exact: number, mid: number, adjusted: number }),
  usage: optional(
    listOf(
      open<UsageChange>({
        metric: oneOf('calls.mean', 'tokens.mean', 'cost.mean', 'time.mean'),
        pairs: count,
        missing: count,
        lost: optional(count),
        before: numberOrNull,
        after: numberOrNull,
        change: numberOrNull,
        interval: either(nothing, pair),
        bound: numberOrNull,
        outcome: either(nothing, verdict),
      }),
    ),
  ),
  deciding: either(nothing, count),
  changes: capped(
    open<Change>({
      id: anyText,
      change: oneOf('better', 'worse'),
      before: repeated,
      after: repeated,
      interval: optional(pair),
      evidence: optional(
        open<ChangeEvidence>({
          question: optional(anyText),
          before: changedRun,
          after: changedRun,
        }),
      ),
    }),
  ),
  onlyBefore: capped(anyText),
  onlyAfter: capped(anyText),
  unmeasured: capped(anyText),
  drift: optional(
    open<JudgeDrift>({
      code: literal('JUDGE_DRIFT'),
      changes: listOf(
        open<JudgeChange>({
          what: oneOf('models', 'answeredBy', 'prompts', 'quorum'),
          before: anyText,
          after: anyText,
        }),
      ),
      units: capped(anyText),
      metrics: capped(anyText),
    }),
  ),
  gates: capped(
    open<GateChange>({
      name: anyText,
      metric: anyText,
      tool: optional(anyText),
      before: definition,
      after: definition,
    }),
  ),
  metrics: capped(
    open<MetricChange>({
      name: anyText,
      metric: anyText,
      unit,
      before: numberOrNull,
      after: numberOrNull,
      change: either(nothing, oneOf('better', 'worse')),
    }),
  ),
  cells: optional(
    capped(open<CellChange>({ expected: anyText, observed: anyText, before: count, after: count })),
  ),
});

/** The schema of a comparison inside a saved report. */
export const comparisonSchema: SchemaOf<Comparison> = open<Comparison>({
  schemaVersion: literal(1),
  kind: literal('comparison'),
  verdict: verdictOfTwo,
  regression: either(
    nothing,
    open<Regression>({
      rule: oneOf('any', 'significant'),
      margin: numberOrNull,
      outcome: verdict,
    }),
  ),
  parts: listOf(part),
  onlyBefore: capped(anyText),
  onlyAfter: capped(anyText),
  leftOut: optional(count),
  changedSuites: listOf(anyText),
  versions: open<Comparison['versions']>({ before: anyText, after: anyText }),
});
