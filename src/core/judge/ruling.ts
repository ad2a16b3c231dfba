import type { JudgeAnswer, JudgeError } from './judge-answer.ts';
import type {
  AnswerVerdict,
  ArgumentsVerdict,
  ArgumentVerdict,
  GoalVerdict,
  JudgeVerdict,
  StatementVerdict,
} from './verdict.ts';

/** What a jury makes of a question together. */
export interface Ruling {
  /** Null where too few of the judges agree, or answered at all. */
  readonly verdict: JudgeVerdict | null;
  /** Why there is no verdict; null where there is one. */
  readonly error: JudgeError | null;
  /** Whether judges that answered disagree. */
  readonly isSplit: boolean;
}

/**
 * The verdict that at least `quorum` judges share. What is decided apart (each statement) is counted apart. The reason
 * is that of the first judge who agrees with the verdict.
 */
export function ruleOf(answers: readonly JudgeAnswer[], quorum: number): Ruling {
  const verdicts = answers.flatMap(({ verdict }) => verdict ?? []);
  const shared = shareVerdict(verdicts, { quorum, absent: answers.length - verdicts.length });
  const isSplit = verdicts.some((verdict) => decisionOf(verdict) !== decisionOf(verdicts[0]!));
  if (shared !== null) return { verdict: shared, error: null, isSplit };
  // Where those that failed could not have helped, the judges themselves disagree.
  const failed = answers.find(({ error }) => error !== null)?.error ?? null;
  const error = failed !== null && (verdicts.length < quorum || !isSplit) ? failed : SPLIT;
  return { verdict: null, error, isSplit };
}

const SPLIT: JudgeError = {
  code: 'JUDGE_SPLIT',
  message: 'the judges disagree, and no verdict has enough of them',
};

/** What a verdict takes. */
interface Terms {
  /** How many judges must share it. */
  readonly quorum: number;
  /** How many gave no answer: they might have agreed on another one. */
  readonly absent: number;
}

/** All that a verdict decides, as text. */
function decisionOf(verdict: JudgeVerdict): string {
  if (verdict.kind === 'goal') return String(verdict.achieved);
  if (verdict.kind === 'arguments') return String(verdict.score);
  return `${verdict.score} ${verdict.statements.map(({ met }) => met).join(' ')}`;
}

function shareVerdict(verdicts: readonly JudgeVerdict[], terms: Terms): JudgeVerdict | null {
  const [first] = verdicts;
  if (first === undefined) return null;
  if (first.kind === 'goal')
    return agreed(verdicts as readonly GoalVerdict[], terms, ({ achieved }) => achieved);
  if (first.kind === 'arguments')
    return shareArguments(verdicts as readonly ArgumentsVerdict[], terms);
  return shareAnswer(verdicts as readonly AnswerVerdict[], terms);
}

function shareArguments(
  verdicts: readonly ArgumentsVerdict[],
  terms: Terms,
): ArgumentsVerdict | null {
  const shared = agreed(verdicts, terms, ({ score }) => score);
  if (shared === null) return null;
  const { each: _each, ...whole } = shared;
  const each = shareEach(verdicts, terms);
  return each === null ? whole : { ...whole, each };
}

/** By argument, where the same arguments are judged by enough of them. */
function shareEach(
  verdicts: readonly ArgumentsVerdict[],
  terms: Terms,
): readonly ArgumentVerdict[] | null {
  const names = new Set(verdicts.flatMap(({ each = [] }) => each.map(({ argument }) => argument)));
  const shared = [...names].flatMap((name) => {
    const votes = verdicts.flatMap(
      ({ each = [] }) => each.find(({ argument }) => argument === name) ?? [],
    );
    return agreed(votes, terms, ({ score }) => score) ?? [];
  });
  return shared.length === 0 ? null : shared;
}

function shareAnswer(verdicts: readonly AnswerVerdict[], terms: Terms): AnswerVerdict | null {
  const whole = agreed(verdicts, terms, ({ score }) => score);
  if (whole === null) return null;
  const statements: StatementVerdict[] = [];
  for (const place of whole.statements.keys()) {
    const votes = verdicts.flatMap((verdict) => verdict.statements[place] ?? []);
    const shared = agreed(votes, terms, ({ met }) => met);
    if (shared === null) return null;
    statements.push(shared);
  }
  return { ...whole, statements };
}

/**
 * The first of those whose decision at least `quorum` share; null where none has so many, or another one has, or could
 * have with those that are absent: a lost answer never helps a verdict.
 */
function agreed<T>(
  all: readonly T[],
  { quorum, absent }: Terms,
  decision: (vote: T) => unknown,
): T | null {
  const votes = (of: T): number => all.filter((vote) => decision(vote) === decision(of)).length;
  const first = all.find((vote) => votes(vote) >= quorum);
  if (first === undefined || absent >= quorum) return null;
  const others = all.filter((vote) => decision(vote) !== decision(first));
  return others.every((other) => votes(other) + absent < quorum) ? first : null;
}
