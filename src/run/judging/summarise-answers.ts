import { BILLION, type Calibration, type JudgeReport, type Question, ruleOf } from '#core';
import { distinctQuestions, type JudgeAnswers, type Panel, promptHash } from '#judge';
import type { JudgePlan } from '#suite';
import { quoteOf } from './quote-calibration.ts';

/** What a report says about the questions of a test or an eval. All of it is the same in a replay. */
export function summariseAnswers(
  questions: readonly Question[],
  answers: JudgeAnswers,
  panel: Panel,
  { quorum }: Pick<JudgePlan, 'quorum'>,
  calibration: Calibration | null,
): JudgeReport {
  const distinct = distinctQuestions(questions);
  const all = distinct.flatMap((question) => answers.of(question));
  const asked = distinct.map((question) => ({
    question,
    ruling: ruleOf(answers.of(question), quorum),
  }));
  const rulings = asked.map(({ ruling }) => ruling);
  const errors: Record<string, number> = {};
  for (const { error } of rulings)
    if (error !== null) errors[error.code] = (errors[error.code] ?? 0) + 1;
  const kinds = [...new Set(distinct.map(({ kind }) => kind))].sort();
  const used = all.flatMap(({ usage }) => usage ?? []);
  const sum = (of: (usage: (typeof used)[number]) => number): number =>
    used.reduce((total, usage) => total + of(usage), 0);
  const quote = calibration === null ? null : quoteOf(calibration, asked, panel);
  return {
    models: panel.jurors.map(({ label }) => label),
    answeredBy: [...new Set(all.flatMap(({ answeredBy }) => answeredBy ?? []))].sort(),
    prompts: Object.fromEntries(kinds.map((kind) => [kind, promptHash(panel, kind)])),
    ...(panel.jurors.length === 1 ? {} : { quorum }),
    questions: distinct.length,
    errors: Object.fromEntries(Object.entries(errors).sort(([a], [b]) => (a < b ? -1 : 1))),
    split: rulings.filter(({ isSplit }) => isSplit).length,
    usage: {
      inputTokens: sum(({ inputTokens }) => inputTokens),
      outputTokens: sum(({ outputTokens }) => outputTokens),
      cost: used.some(({ cost }) => cost === null)
        ? null
        : // In billionths: a sum of fractions has more digits than its parts, and a saved report must be read as written.
          sum(({ cost }) => Math.round((cost ?? 0) * BILLION)) / BILLION,
    },
    ...(quote === null ? {} : { calibration: quote }),
  };
}
