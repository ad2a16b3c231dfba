import {
  canonicalJson,
  isJsonObject,
  type Json,
  type JsonObject,
  parseJson,
  type Question,
} from '#core';
import { answerKey } from '../answer-key.ts';
import type { AnswerRecord } from '../answer-record.ts';
import { hashText } from '../hash-text.ts';
import { isVerdictOf } from '../parse-verdict.ts';

/** A record as one line of canonical JSON, with a hash of its answer. */
export function formatRecord(record: AnswerRecord): string {
  const content = record as unknown as JsonObject;
  return canonicalJson({ ...content, sha256: answerHash(record) });
}

/** The record of a line; null where it is not as it was written, or does not belong to its key. */
export function parseRecord(text: string): AnswerRecord | null {
  const parsed = parseJson(text);
  if (!parsed.ok || !isJsonObject(parsed.value)) return null;
  const { sha256, ...content } = parsed.value;
  if (!isRecord(content)) return null;
  const record = content as unknown as AnswerRecord;
  const isGenuine =
    record.key === answerKey(record.question, record.asked) && sha256 === answerHash(record);
  return isGenuine ? record : null;
}

/** The key covers all that was asked, and this what was answered. A check against accidents and edits, not a signature. */
function answerHash({ key, answer }: AnswerRecord): string {
  return hashText(`${key}\n${canonicalJson(answer as unknown as Json)}`);
}

function isRecord({ version, key, question, asked, answer }: JsonObject): boolean {
  return (
    version === 1 &&
    typeof key === 'string' &&
    isJsonObject(question) &&
    isJsonObject(asked) &&
    isJsonObject(answer) &&
    isAnswer(answer, question)
  );
}

/** Whether a value is an answer: a verdict on its question, or the reason why there is none. */
function isAnswer(answer: JsonObject, question: JsonObject): boolean {
  const { judge, answeredBy, verdict, error, usage } = answer;
  return (
    typeof judge === 'string' &&
    isTextOrNull(answeredBy) &&
    (usage === null || (isJsonObject(usage) && isUsage(usage))) &&
    (verdict === null
      ? isJsonObject(error) && typeof error.code === 'string' && typeof error.message === 'string'
      : error === null &&
        isQuestion(question) &&
        isVerdictOf(verdict as Json, question as unknown as Question))
  );
}

/** Whether a value has what checking a verdict needs; that it is the question asked is what its key says. */
function isQuestion({ kind, expected, actual, statements }: JsonObject): boolean {
  if (kind === 'arguments') return isJsonObject(expected) && isJsonObject(actual);
  if (kind === 'answer') return Array.isArray(statements) && statements.every(isJsonObject);
  return kind === 'goal';
}

function isUsage({ inputTokens, outputTokens, cost }: JsonObject): boolean {
  return (
    typeof inputTokens === 'number' &&
    typeof outputTokens === 'number' &&
    (cost === null || typeof cost === 'number')
  );
}

function isTextOrNull(value: Json | undefined): boolean {
  return value === null || typeof value === 'string';
}
