import type {
  EvalReport,
  Report,
  SweepEnds,
  SweepPoint,
  SweepReport,
  TagReport,
  TagScore,
  TestTagReport,
  Variant,
} from '#core';
import { anyText, either, listOf, mapOf, pairOf } from './json-schema.ts';
import {
  count,
  type FieldsOf,
  nothing,
  number,
  numberOrNull,
  open,
  optional,
  pair,
  share,
  textOrNull,
  unit,
} from './report-parts.ts';

const tagScore = open<TagScore>({
  scorer: anyText,
  key: textOrNull,
  tally: mapOf(number),
  metrics: mapOf(numberOrNull),
  units: mapOf(unit),
  intervals: mapOf(pair),
  notMeasured: optional(mapOf(anyText)),
});

/** The rows of an eval by tag. */
export const tagKeys: FieldsOf<Pick<EvalReport, 'perTag'>> = {
  perTag: optional(
    listOf(
      open<TagReport>({
        tag: anyText,
        cases: count,
        runs: count,
        errors: count,
        passing: share,
        scores: listOf(tagScore),
      }),
    ),
  ),
};

/** Which of several ways of making runs a test or an eval is. */
export const variantKeys: FieldsOf<Pick<EvalReport, 'variant'>> = {
  variant: optional(
    open<Variant>({
      of: anyText,
      model: anyText,
      distractors: optional(count),
      sweep: optional(anyText),
    }),
  ),
};

const sweep = open<SweepReport>({
  name: anyText,
  model: anyText,
  metric: anyText,
  points: listOf(
    open<SweepPoint>({
      name: anyText,
      distractors: count,
      drawn: either(count, nothing),
      offered: either(pairOf(count), nothing),
      errors: count,
      share,
    }),
  ),
  ends: either(
    open<SweepEnds>({
      cases: count,
      lost: count,
      gained: count,
      p: number,
    }),
    nothing,
  ),
});

/** What follows from the reports of tests and evals. */
export const derivedKeys: FieldsOf<Pick<Report, 'perTag' | 'sweeps'>> = {
  perTag: optional(
    listOf(
      open<TestTagReport>({
        tag: anyText,
        tests: share,
        runs: count,
        errors: count,
        scores: listOf(tagScore),
      }),
    ),
  ),
  sweeps: optional(listOf(sweep)),
};
