import {
  type AnyQuestion,
  type AnyVerdict,
  ExactNumber,
  isJsonObject,
  type Json,
  type JsonObject,
  type JudgeAnswer,
  type JudgeError,
  type JudgeUsage,
} from '#core';
import { restoreVerdict } from '../parse-verdict.ts';

/**
 * A stored answer with its members in the order of a new one, so that reports of live and replayed runs have the same
 * bytes. Null where it is neither a verdict on the question nor the reason why there is none.
 */
export function restoreAnswer(
  stored: JsonObject,
  question: AnyQuestion,
): JudgeAnswer<AnyVerdict> | null {
  const { judge, answeredBy } = stored;
  if (typeof judge !== 'string' || (answeredBy !== null && typeof answeredBy !== 'string'))
    return null;
  const usage = restoreUsage(stored.usage);
  if (usage === undefined) return null;
  const verdict = restoreStoredVerdict(stored.verdict, question);
  const error = restoreError(stored.error);
  if ((verdict === null) === (error === null)) return null;
  return { judge, answeredBy, verdict, error, usage };
}

function restoreStoredVerdict(verdict: Json | undefined, question: AnyQuestion): AnyVerdict | null {
  return isJsonObject(verdict) && hasParts(question) ? restoreVerdict(verdict, question) : null;
}

/** Whether a stored question has what a verdict on it is checked by. */
function hasParts(question: AnyQuestion): boolean {
  if (question.kind === 'arguments')
    return isJsonObject(question.expected) && isJsonObject(question.actual);
  if (question.kind === 'answer')
    return Array.isArray(question.statements) && question.statements.every(isJsonObject);
  return question.kind === 'goal' || question.kind === 'tools';
}

function restoreError(error: Json | undefined): JudgeError | null {
  if (!isJsonObject(error)) return null;
  const { code, message } = error;
  return typeof code === 'string' && typeof message === 'string' ? { code, message } : null;
}

/** Undefined where a value is not a usage. */
function restoreUsage(usage: Json | undefined): JudgeUsage | null | undefined {
  if (usage === null) return null;
  if (!isJsonObject(usage)) return undefined;
  const { inputTokens, outputTokens } = usage;
  // Digits that a double cannot have exactly were parsed as such, but it was a double that was written.
  const cost = usage.cost instanceof ExactNumber ? Number(usage.cost.text) : usage.cost;
  if (typeof inputTokens !== 'number' || typeof outputTokens !== 'number') return undefined;
  if (cost !== null && typeof cost !== 'number') return undefined;
  return { inputTokens, outputTokens, cost };
}
