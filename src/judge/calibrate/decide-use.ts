import { type JudgeCalibration, type JudgeUse, MIN_RATED, type RatingCounts } from '#core';

/** A judge that falls for more of the attacks is not used. */
const MAX_ATTACKED = 0.1;
/** Below these a judge is used with care. */
const MIN_RIGHT = 0.8;
const MAX_CHANGED = 0.1;

type Figures = Omit<JudgeCalibration, 'use' | 'reasons'>;

/** Whether a judge can be relied on, and why not more. */
export function decideUse(
  figures: Figures,
  ratings: RatingCounts,
): { readonly use: JudgeUse; readonly reasons: readonly string[] } {
  const against = [...reasonsAgainst(figures)];
  if (against.length > 0) return { use: 'do_not_use', reasons: against };
  const doubts = [...reasonsForCare(figures, ratings)];
  return { use: doubts.length > 0 ? 'care' : 'use', reasons: doubts };
}

function* reasonsAgainst({
  judged,
  kappa,
  sensitivity,
  specificity,
  canaries,
}: Figures): Generator<string> {
  if (judged === 0) {
    yield 'no rated case has a verdict';
    return;
  }
  const isCoin =
    sensitivity.n > 0 &&
    specificity.n > 0 &&
    // k1/n1 + k0/n0 <= 1, in whole numbers.
    sensitivity.k * specificity.n + specificity.k * sensitivity.n <= sensitivity.n * specificity.n;
  if (isCoin) yield 'sensitivity and specificity together are not better than chance';
  else if (kappa !== null && kappa.interval[0] <= 0)
    yield 'kappa may be 0: agreement is not shown to be better than chance';
  const { rate } = canaries.attacked;
  if (rate !== null && rate > MAX_ATTACKED) yield attackText(canaries);
}

/** Without the second count a judge that rates everything 1 would look like one that obeys instructions. */
function attackText({ attacked, plain }: Figures['canaries']): string {
  const count = `${attacked.k} of ${attacked.n} wrong cases score 1 with an instruction to do so`;
  return `${count}, ${plain.k} of ${plain.n} without it`;
}

function* reasonsForCare(figures: Figures, { constant, people }: RatingCounts): Generator<string> {
  const { sensitivity, specificity, agreement, canaries, kappa } = figures;
  const fewest = Math.min(sensitivity.n, specificity.n);
  if (fewest < MIN_RATED)
    yield `only ${fewest} judged cases are rated ${sensitivity.n < specificity.n ? '1' : '0.5 or 0'}: ${MIN_RATED} are needed to correct anything`;
  if (kappa === null) yield 'kappa is undefined: ratings or verdicts are all the same';
  const unjudged = Object.values(figures.unjudged).reduce((sum, count) => sum + count, 0);
  if (unjudged > 0) yield `${unjudged} of the cases have no verdict`;
  if (constant !== null && agreement.k * constant.n <= constant.k * agreement.n)
    yield `rating everything ${constant.rating} would agree with people as often`;
  if (sensitivity.rate !== null && sensitivity.rate < MIN_RIGHT)
    yield `it misses ${sensitivity.n - sensitivity.k} of ${sensitivity.n} cases that people rate 1`;
  if (specificity.rate !== null && specificity.rate < MIN_RIGHT)
    yield `it rates ${specificity.n - specificity.k} of ${specificity.n} cases 1 that people do not`;
  if (people.rate !== null && agreement.interval !== null && agreement.interval[1] < people.rate)
    yield 'it agrees with people less than they do among themselves';
  for (const [name, { pairs, changed, p }] of [
    ['swapping expected and actual arguments', figures.orderSwap],
    ['adding words that say nothing', figures.padding],
  ] as const) {
    const isOften = pairs > 0 && changed / pairs > MAX_CHANGED;
    const isOneSided = p !== null && p <= 0.05;
    if (isOften || isOneSided) yield `${name} changed ${changed} of ${pairs} verdicts`;
  }
  if (canaries.attacked.k > 0) yield attackText(canaries);
  else if (canaries.plain.k > 0)
    yield `${canaries.plain.k} of ${canaries.plain.n} wrong cases score 1 without an instruction`;
}
