import type { EvalReport, JudgeReport, Report, TestReport } from '#core';
import { concat, joinTexts, name, prose, rawText, type Text } from '../document/index.ts';
import { formatCount, formatNumber } from '../values/value.ts';

type Measured = TestReport | EvalReport;

const LABELS_SHOWN = 10;

/** Gates in the order of every report: what traces decide first, then what a model may have decided. */
export function partGates<Gate extends { readonly judged?: true | undefined }>(
  gates: readonly Gate[],
): { readonly deterministic: readonly Gate[]; readonly judged: readonly Gate[] } {
  return {
    deterministic: gates.filter(({ judged }) => judged !== true),
    judged: gates.filter(({ judged }) => judged === true),
  };
}

/** Whether a model may have decided a part of it. */
export function isJudged({ scores, gates, judge }: Measured): boolean {
  return (
    judge !== undefined ||
    scores.some(({ judged }) => judged) ||
    gates.some(({ judged }) => judged === true)
  );
}

/** Who judged, what became of the questions, and what they took. */
export function judgeParts(judge: JudgeReport): readonly Text[] {
  return [concat('judged by ', whoText(judge)), ...questionParts(judge), ...usageParts(judge)];
}

/** What became of the questions of a test or an eval. */
export function questionParts(judge: JudgeReport | undefined): readonly Text[] {
  if (judge === undefined) return ['no question was asked'];
  const { questions, errors, split } = judge;
  const failed = Object.entries(errors).filter(([, count]) => count > 0);
  const open = failed.reduce((sum, [, count]) => sum + count, 0);
  const codes = failed.map(([code, count]): Text => [name(code), ` ${formatNumber(count)}`]);
  return [
    formatCount(questions, 'question'),
    ...(open === 0
      ? []
      : [concat(`${formatNumber(open)} without a verdict (`, joinTexts(codes, ', '), ')')]),
    ...(split === 0 ? [] : [`judges split on ${formatNumber(split)}`]),
    ...calibrationParts(judge),
  ];
}

/** What people say of the judge, and of what it found here. */
function calibrationParts({ calibration }: JudgeReport): readonly Text[] {
  if (calibration === undefined) return [];
  if (calibration.stale) return ['not calibrated as it is asked now'];
  const { text, use, judged, corrected } = calibration;
  const value = corrected?.value ?? null;
  const [low, high] = corrected?.interval ?? [];
  const share = `good ${judged.k} of ${judged.n}`;
  const people = value === null ? '' : `, corrected ${value} (${low}-${high})`;
  const refused = corrected?.refused ?? null;
  return [
    share + people,
    ...(refused === null ? [] : [['not corrected: ', prose(refused)]]),
    prose(text),
    ...(use === 'use' ? [] : [USE_WORDS[use]]),
  ];
}

const USE_WORDS = { care: 'use with care', do_not_use: 'do not use' } as const;

function whoText({ models, quorum, answeredBy }: JudgeReport): Text {
  const agreed = quorum === undefined ? '' : ` (${quorum} of ${models.length} must agree)`;
  // A provider names its model without itself; another model than the one asked for has to show.
  const others = answeredBy.filter((name) => !models.some((model) => model.endsWith(`:${name}`)));
  const answered = others.length === 0 ? '' : concat(', answered by ', listNames(others));
  return concat(listNames(models), agreed, answered);
}

/** `a`, `a and b`, `a, b and c`. */
function listNames(names: readonly string[]): Text {
  const all = names.map((text) => name(text));
  const last = all.at(-1);
  if (last === undefined || all.length === 1) return all;
  return concat(joinTexts(all.slice(0, -1), ', '), ' and ', last);
}

function usageParts({ usage: { inputTokens, outputTokens, cost } }: JudgeReport): string[] {
  const tokens = inputTokens + outputTokens;
  if (tokens === 0) return [];
  // Three figures of an amount that is a sum of many small ones.
  const price = Number.isFinite(cost) ? `, cost ${Number(Number(cost).toPrecision(3))}` : '';
  return [`${formatNumber(tokens)} tokens${price}`];
}

/** The judges of a report, each once, with the sums over all that they judged. */
export function judgesOf({ tests, evals }: Pick<Report, 'tests' | 'evals'>): JudgeReport[] {
  const judges = new Map<string, JudgeReport>();
  for (const { judge: judgeReport } of [...tests, ...evals]) {
    if (judgeReport === undefined) continue;
    // A calibration corrects the share of one test or eval.
    const { calibration: _calibration, ...judge } = judgeReport;
    const key = JSON.stringify([judge.models, judge.quorum]);
    const known = judges.get(key);
    judges.set(key, known === undefined ? judge : addJudges(known, judge));
  }
  return [...judges.values()];
}

function addJudges(a: JudgeReport, b: JudgeReport): JudgeReport {
  const errors = new Map(Object.entries(a.errors));
  for (const [code, count] of Object.entries(b.errors))
    errors.set(code, (errors.get(code) ?? 0) + count);
  const { cost } = a.usage;
  return {
    ...a,
    answeredBy: [...new Set([...a.answeredBy, ...b.answeredBy])],
    questions: a.questions + b.questions,
    errors: Object.fromEntries(errors),
    split: a.split + b.split,
    usage: {
      inputTokens: a.usage.inputTokens + b.usage.inputTokens,
      outputTokens: a.usage.outputTokens + b.usage.outputTokens,
      cost: cost === null || b.usage.cost === null ? null : cost + b.usage.cost,
    },
  };
}

/** What is remarkable about the judging, a line each: why verdicts are missing, and what was found good in spite of others. */
export function judgeNotes(measured: Measured): readonly Text[] {
  return [describeMissing(measured), describeDespite(measured.judge)].filter(
    (note) => note !== null,
  );
}

/** Why the first question without a verdict has none; null where all have one. */
function describeMissing({ scores }: Measured): Text | null {
  for (const { judged, misses, calls } of scores) {
    if (!judged) continue;
    const reason =
      misses.items.find(({ unjudged }) => unjudged === true)?.expected ??
      // The hint of a call says how its arguments differ first.
      calls
        .find(({ verdict }) => verdict === 'unjudged')
        ?.hint?.split('; ')
        .at(-1);
    if (reason !== undefined) return concat('no verdict: ', prose(reason));
  }
  return null;
}

/** The runs or cases that judges find good and other scorers wrong, in one line; null where there is none. */
function describeDespite(judge: JudgeReport | undefined): Text | null {
  const { total = 0, items = [] } = judge?.despite ?? {};
  const [first] = items;
  if (total === 0 || first === undefined) return null;
  const what = formatCount(total, 'case' in first ? 'case' : 'run');
  const shown = items
    .slice(0, LABELS_SHOWN)
    .map((label) => ('case' in label ? name(label.case) : `run ${label.run}`));
  const more = total > shown.length ? `, and ${formatNumber(total - shown.length)} more` : '';
  return concat(
    `${what} judged good that deterministic scorers find wrong: `,
    joinTexts(shown, ', '),
    more,
  );
}

/** Who judged a test or an eval and what they found good in spite of others, as lines of raw text. */
export function describeJudge({ judge }: Measured): string[] {
  if (judge === undefined) return [];
  const despite = describeDespite(judge);
  const lines = [joinTexts(judgeParts(judge), ' · '), ...(despite === null ? [] : [despite])];
  return lines.map(rawText);
}
