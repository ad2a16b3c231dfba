import {
  agreementOf,
  type Grade,
  GRADES,
  type GroupAgreement,
  type JudgeCalibration,
  type KindCalibration,
  MIN_RATED,
  type RatingCounts,
  shareReport,
} from '#core';
import { correctShare } from './correct-share.ts';
import { decideUse } from './decide-use.ts';
import { figureOf } from './figures.ts';
import type { JudgeView, ReadAnswer } from './judge-view.ts';
import { measureCanaries, measureChanges } from './measure-probes.ts';
import type { Probes } from './probes.ts';
import type { RatedCase, RatedSet } from './rated-case.ts';

/** A case and what the judge says of it. */
interface ReadCase {
  readonly rated: RatedCase;
  readonly answer: ReadAnswer;
}

/** A rated case with a verdict. */
interface Compared {
  readonly rated: RatedCase;
  readonly people: Grade;
  readonly judge: Grade;
}

/** Compares a judge with people. */
export function measureJudge(
  set: RatedSet,
  view: JudgeView,
  probes: Probes,
  ratings: RatingCounts,
): JudgeCalibration {
  const read = set.cases.map((rated): ReadCase => ({
    rated,
    answer: view.read(rated.question),
  }));
  const compared = comparedOf(read);
  const { raw, kappa, ac1, agreed, items } = agreementOf(
    compared.map(({ people, judge }) => [String(judge), String(people)] as const),
  );
  const errors = errorsOf(read, set.sampling);
  const figures = {
    judge: view.name,
    models: [...new Set(read.flatMap(({ answer }) => answer.models))].sort(),
    judged: compared.length,
    unjudged: countErrors(read.map(({ answer }) => answer)),
    table: GRADES.map((row) => GRADES.map((column) => countCell(compared, row, column))),
    agreement: shareReport(raw === null ? 0 : agreed, items),
    kappa: figureOf(kappa),
    ac1: figureOf(ac1),
    sensitivity: errors.sensitivity,
    specificity: errors.specificity,
    byTool: groupBy(compared, ({ rated }) => rated.tool),
    byClause: groupBy(compared, ({ rated }) => rated.clause),
    corrected: errors.corrected,
    byKind: errorsByKind(read, set),
    orderSwap: measureChanges(probes.orderSwap, view),
    padding: measureChanges(probes.padding, view),
    canaries: measureCanaries(probes.canaries, view),
  };
  return { ...figures, ...decideUse(figures, ratings) };
}

function comparedOf(read: readonly ReadCase[]): readonly Compared[] {
  return read.flatMap(({ rated, answer: { grade } }) =>
    rated.rating === null || grade === null ? [] : [{ rated, people: rated.rating, judge: grade }],
  );
}

/** How the judge errs, and the share of all cases that people would rate 1. */
function errorsOf(read: readonly ReadCase[], sampling: RatedSet['sampling']): KindCalibration {
  const compared = comparedOf(read);
  return {
    sensitivity: shareWhere(compared, true),
    specificity: shareWhere(compared, false),
    corrected: correctShare(
      read.map(({ rated, answer }) => ({
        people: rated.rating,
        judge: answer.grade,
        weight: rated.weight,
      })),
      sampling,
    ),
  };
}

function errorsByKind(
  read: readonly ReadCase[],
  { sampling, samplingByKind }: RatedSet,
): Readonly<Record<string, KindCalibration>> {
  const kinds = [...new Set(read.map(({ rated }) => rated.question.kind))].sort();
  return Object.fromEntries(
    kinds.map((kind) => [
      kind,
      errorsOf(
        read.filter(({ rated }) => rated.question.kind === kind),
        samplingByKind?.get(kind) ?? sampling,
      ),
    ]),
  );
}

/** Of the cases that people call the same in meaning, or of the others, those on which the judge says so too. */
function shareWhere(
  compared: readonly Compared[],
  isGood: boolean,
): JudgeCalibration['sensitivity'] {
  const relevant = compared.filter(({ people }) => (people === 1) === isGood);
  return shareReport(
    relevant.filter(({ judge }) => (judge === 1) === isGood).length,
    relevant.length,
  );
}

function countCell(compared: readonly Compared[], row: Grade, column: Grade): number {
  return compared.filter(({ judge, people }) => judge === row && people === column).length;
}

function countErrors(answers: readonly ReadAnswer[]): Readonly<Record<string, number>> {
  const counts = new Map<string, number>();
  for (const { grade, code } of answers)
    if (grade === null)
      counts.set(code ?? 'JUDGE_ERROR', (counts.get(code ?? 'JUDGE_ERROR') ?? 0) + 1);
  return Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Agreement by group, in code unit order; cases without a group are in none. */
function groupBy(
  compared: readonly Compared[],
  nameOf: (pair: Compared) => string | null,
): readonly GroupAgreement[] {
  const groups = new Map<string, Compared[]>();
  for (const pair of compared) {
    const name = nameOf(pair);
    if (name !== null) groups.set(name, [...(groups.get(name) ?? []), pair]);
  }
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, pairs]) => ({
      name,
      ...shareReport(pairs.filter(({ people, judge }) => people === judge).length, pairs.length),
      few: pairs.length < MIN_RATED,
    }));
}
