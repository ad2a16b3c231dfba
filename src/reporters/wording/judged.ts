import type { EvalReport, JudgeReport, Report, RunLabel, TestReport } from '#core';
import { clip } from './clip.ts';
import { formatCount } from './value.ts';

type Measured = TestReport | EvalReport;

const NAME_LENGTH = 120;
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

/** Words of ours, or text from outside: escape it. */
export type Piece = string | { readonly data: string };

/** Pieces as one text, what comes from outside cut. */
export function joinPieces(pieces: readonly Piece[]): string {
  return pieces
    .map((piece) => (typeof piece === 'string' ? piece : clip(piece.data, NAME_LENGTH)))
    .join('');
}

/** What became of the questions of a test or an eval. */
export function questionParts(judge: JudgeReport | undefined): readonly string[] {
  return questionPieces(judge).map(joinPieces);
}

/** Who judged, what became of the questions, and what they took. */
export function judgeParts(judge: JudgeReport): readonly string[] {
  return judgePieces(judge).map(joinPieces);
}

/** The same, with text from outside apart. */
export function judgePieces(judge: JudgeReport): readonly (readonly Piece[])[] {
  return [['judged by ', ...whoPieces(judge)], ...questionPieces(judge), ...usageParts(judge)];
}

/** What became of questions, with text from outside apart. */
export function questionPieces(judge: JudgeReport | undefined): readonly (readonly Piece[])[] {
  if (judge === undefined) return [['no question was asked']];
  const { questions, errors, split } = judge;
  const failed = Object.entries(errors).filter(([, count]) => count > 0);
  const open = failed.reduce((sum, [, count]) => sum + count, 0);
  const codes = failed.flatMap(([code, count], place): Piece[] => [
    place === 0 ? '' : ', ',
    { data: code },
    ` ${count}`,
  ]);
  return [
    [formatCount(questions, 'question')],
    ...(open === 0 ? [] : [[`${open} without a verdict (`, ...codes, ')']]),
    ...(split === 0 ? [] : [[`judges split on ${split}`]]),
    ...calibrationPieces(judge),
  ];
}

/** What people say of the judge, and of what it found here. */
function calibrationPieces({ calibration }: JudgeReport): readonly (readonly Piece[])[] {
  if (calibration === undefined) return [];
  if (calibration.stale) return [['not calibrated as it is asked now']];
  const { text, use, judged, corrected } = calibration;
  const value = corrected?.value ?? null;
  const [low, high] = corrected?.interval ?? [];
  const share = `good ${judged.k} of ${judged.n}`;
  const people = value === null ? '' : `, corrected ${value} (${low}-${high})`;
  const refused = corrected?.refused ?? null;
  return [
    [share + people],
    ...(refused === null ? [] : [['not corrected: ', { data: refused }]]),
    [{ data: text }],
    ...(use === 'use' ? [] : [[USE_WORDS[use]]]),
  ];
}

const USE_WORDS = { care: 'use with care', do_not_use: 'do not use' } as const;

function whoPieces({ models, quorum, answeredBy }: JudgeReport): readonly Piece[] {
  const agreed = quorum === undefined ? '' : ` (${quorum} of ${models.length} must agree)`;
  // A provider names its model without itself; another model than the one asked for has to show.
  const others = answeredBy.filter((name) => !models.some((model) => model.endsWith(`:${name}`)));
  const answered = others.length === 0 ? [] : [', answered by ', ...listNames(others)];
  return [...listNames(models), agreed, ...answered];
}

/** `a`, `a and b`, `a, b and c`. */
function listNames(names: readonly string[]): readonly Piece[] {
  return names.flatMap((data, place): Piece[] => {
    if (place === 0) return [{ data }];
    return [place === names.length - 1 ? ' and ' : ', ', { data }];
  });
}

function usageParts({ usage: { inputTokens, outputTokens, cost } }: JudgeReport): string[][] {
  const tokens = inputTokens + outputTokens;
  if (tokens === 0) return [];
  // Three figures of an amount that is a sum of many small ones.
  const price = Number.isFinite(cost) ? `, cost ${Number(Number(cost).toPrecision(3))}` : '';
  return [[`${String(tokens).replace(/\B(?=(\d{3})+$)/g, ' ')} tokens${price}`]];
}

/** The judges of a report, each once, with the sums over all that they judged. */
export function judgesOf({ tests, evals }: Pick<Report, 'tests' | 'evals'>): JudgeReport[] {
  const judges = new Map<string, JudgeReport>();
  for (const { judge: found } of [...tests, ...evals]) {
    if (found === undefined) continue;
    // A calibration corrects the share of one test or eval.
    const { calibration: _calibration, ...judge } = found;
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

/** The runs or cases that judges find good and other scorers wrong, in one line; null where there is none. */
export function describeDespite(judge: JudgeReport | undefined): string | null {
  const pieces = despitePieces(judge);
  return pieces === null ? null : joinPieces(pieces);
}

/** The same, with text from outside apart. */
export function despitePieces(judge: JudgeReport | undefined): readonly Piece[] | null {
  const { total = 0, items = [] } = judge?.despite ?? {};
  const [first] = items;
  if (total === 0 || first === undefined) return null;
  const what = formatCount(total, 'case' in first ? 'case' : 'run');
  const shown = items.slice(0, LABELS_SHOWN);
  const more = total > shown.length ? [`, and ${total - shown.length} more`] : [];
  return [
    `${what} judged good that deterministic scorers find wrong: `,
    ...shown.flatMap((label, place): Piece[] => [place === 0 ? '' : ', ', labelPiece(label)]),
    ...more,
  ];
}

function labelPiece(label: RunLabel): Piece {
  return 'case' in label ? { data: label.case } : `run ${label.run}`;
}

/** Who judged a test or an eval and what they found good in spite of others, as lines of raw text. */
export function describeJudge({ judge }: Measured): string[] {
  if (judge === undefined) return [];
  const despite = describeDespite(judge);
  return [judgeParts(judge).join(' · '), ...(despite === null ? [] : [despite])];
}
