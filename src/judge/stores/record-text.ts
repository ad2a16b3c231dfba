import {
  type AnyQuestion,
  canonicalJson,
  isJsonObject,
  type Json,
  type JsonObject,
  parseJson,
  questionKey,
} from '#core';
import { answerKey } from '../answer-key.ts';
import type { AnswerRecord, AskedQuestion } from '../answer-record.ts';
import { hashText } from '../prompt/hash-text.ts';
import { restoreAnswer } from './restore-answer.ts';

/** A record as one line of canonical JSON, with a hash of its answer. */
export function formatRecord(record: AnswerRecord): string {
  const content = record as unknown as JsonObject;
  return canonicalJson({ ...content, sha256: answerHash(record.key, record.answer) });
}

/** The record of a line; null where it is not as it was written, or does not belong to its key. */
export function parseRecord(text: string): AnswerRecord | null {
  const parsed = parseJson(text);
  if (!parsed.ok || !isJsonObject(parsed.value)) return null;
  const { version, key, question, asked, answer, sha256 } = parsed.value;
  if (version !== 1 || typeof key !== 'string') return null;
  if (!isJsonObject(question) || !isJsonObject(asked) || !isJsonObject(answer)) return null;
  const restoredQuestion = question as unknown as AnyQuestion;
  if (key !== answerKey(restoredQuestion, asked)) return null;
  const restored = restoreAnswer(answer, restoredQuestion);
  if (restored === null || sha256 !== answerHash(key, restored)) return null;
  return { version, key, question: restoredQuestion, asked, answer: restored };
}

const HEAD = '{"answer":';
const TAIL = '","version":1}\n';
const HASH_LENGTH = 64;

/**
 * The record of a text that has, byte for byte, what is asked: then only its answer is parsed. Null where it is not as
 * it was written, or was written in another way.
 */
export function matchRecord(text: string, expected?: AskedQuestion): AnswerRecord | null {
  if (expected === undefined || !text.startsWith(HEAD) || !text.endsWith(TAIL)) return null;
  const { key, question, asked } = expected;
  const middle = `,"asked":${canonicalJson(asked)},"key":"${key}","question":${questionKey(question)},"sha256":"`;
  const hashAt = text.length - TAIL.length - HASH_LENGTH;
  const end = hashAt - middle.length;
  if (end < HEAD.length || !text.startsWith(middle, end)) return null;
  const answer = parseJson(text.slice(HEAD.length, end));
  if (!answer.ok || !isJsonObject(answer.value)) return null;
  const restored = restoreAnswer(answer.value, question);
  if (restored === null || !text.startsWith(answerHash(key, restored), hashAt)) return null;
  return { version: 1, key, question, asked, answer: restored };
}

/** The key covers all that was asked, and this what was answered. A check against accidents and edits, not a signature. */
function answerHash(key: string, answer: AnswerRecord['answer']): string {
  return hashText(`${key}\n${canonicalJson(answer as unknown as Json)}`);
}
