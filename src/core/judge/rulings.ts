import type { RedactionPolicy } from '../redaction/index.ts';
import type { JudgeError } from './judge-answer.ts';
import type { Question } from './question.ts';
import type { Ruling } from './ruling.ts';
import type { JudgeVerdict } from './verdict.ts';

/** What judges made of questions, for the scorers that asked them. */
export interface Rulings {
  /** What no judge may see. */
  readonly redaction: RedactionPolicy;
  /** Null where the question was not asked yet. */
  of(question: Question): Ruling | null;
}

/** The kind of verdict that answers a question. */
export type JudgedVerdict<Asked extends Question> = Extract<
  JudgeVerdict,
  { readonly kind: Asked['kind'] }
>;

/** A verdict, or why there is none. */
export type Decided<Verdict extends JudgeVerdict> =
  | { readonly verdict: Verdict; readonly error: null }
  | { readonly verdict: null; readonly error: JudgeError };

/** There is no judge, or it was not asked. */
export const NO_JUDGE: JudgeError = { code: 'JUDGE_UNASKED', message: 'no judge was asked' };

/** What the judges said about a question of this kind. */
export function decide<Asked extends Question>(
  rulings: Rulings | undefined,
  question: Asked,
): Decided<JudgedVerdict<Asked>> {
  const { verdict = null, error = null } = rulings?.of(question) ?? {};
  if (verdict?.kind !== question.kind) return { verdict: null, error: error ?? NO_JUDGE };
  return { verdict: verdict as JudgedVerdict<Asked>, error: null };
}
