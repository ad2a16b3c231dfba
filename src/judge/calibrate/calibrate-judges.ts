import { type Calibration, type Question, questionKey } from '#core';
import { compareJudges } from './compare-judges.ts';
import { hashQuestions } from './correct-by-calibration.ts';
import { countRatings } from './count-ratings.ts';
import { type AnswerLookup, type JudgeView, viewOfJuror, viewOfJury } from './judge-view.ts';
import { measureJudge } from './measure-judge.ts';
import { makeProbes, type Probes } from './probes.ts';
import type { RatedSet } from './rated-case.ts';

/** How many probes of each kind are made. */
const MAX_PROBES = 30;

/** What is asked to calibrate judges. */
export interface CalibrationPlan {
  readonly set: RatedSet;
  readonly seed: string;
  readonly probes: Probes;
  /** Every question once, those of the cases first. */
  readonly questions: readonly Question[];
}

/** The judges, in the order in which they answer. */
export interface Judges {
  readonly names: readonly string[];
  /** How many of them, from the first, are a jury, and how many must agree; null where each is alone. */
  readonly jury: { readonly members: number; readonly quorum: number } | null;
  /** What they are asked by, per kind of question. */
  readonly promptHash: (kind: Question['kind']) => string;
}

/** Plans what is asked. Unrated cases are asked about too: they are what the estimate is about. */
export function planCalibration(
  set: RatedSet,
  seed: string,
  limit: number = MAX_PROBES,
): CalibrationPlan {
  const rated = set.cases.filter(({ rating }) => rating !== null);
  const probes = makeProbes(rated, seed, limit);
  const all = [
    ...set.cases.map(({ question }) => question),
    ...[...probes.orderSwap, ...probes.padding].map(({ after }) => after),
    ...probes.canaries.flatMap(({ plain, attacked }) => [plain, attacked]),
  ];
  const distinct = new Map(all.toReversed().map((question) => [questionKey(question), question]));
  return { set, seed, probes, questions: [...distinct.values()].reverse() };
}

/** Compares judges with people and with each other. */
export function calibrateJudges(
  { set, seed, probes }: CalibrationPlan,
  { names, jury, promptHash }: Judges,
  answers: AnswerLookup,
): Calibration {
  const jurors = names.map((name, place) => viewOfJuror(name, place, answers));
  const views: readonly JudgeView[] =
    jury === null || jury.members < 2
      ? jurors
      : [...jurors, viewOfJury(jury.members, jury.quorum, answers)];
  const ratings = countRatings(set);
  const kinds = [...new Set(set.cases.map(({ question }) => question.kind))].sort();
  const [first, ...others] = views;
  return {
    schemaVersion: 1,
    kind: 'judge-calibration',
    seed,
    prompts: Object.fromEntries(kinds.map((kind) => [kind, promptHash(kind)])),
    questions: Object.fromEntries(
      kinds.map((kind) => [kind, hashQuestions(questionsOf(set, kind))]),
    ),
    guideHash: set.guideHash,
    ratings,
    judges: views.map((view) => measureJudge(set, view, probes, ratings)),
    differences:
      first === undefined ? [] : others.map((other) => compareJudges(set.cases, first, other)),
  };
}

function questionsOf({ cases }: RatedSet, kind: Question['kind']): readonly Question[] {
  return cases.flatMap(({ question }) => (question.kind === kind ? question : []));
}
