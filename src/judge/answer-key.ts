import { type AnyQuestion, canonicalJson, type JsonObject, questionKey } from '#core';
import { hashText } from './prompt/hash-text.ts';
import type { Juror, Panel } from './panel.ts';
import { promptHash } from './prompt/prompt-hash.ts';

const HASHES = new WeakMap<AnyQuestion, string>();

/** The hash of a question. It is computed once for an object: questions are not changed. */
export function questionHash(question: AnyQuestion): string {
  const cached = HASHES.get(question);
  if (cached !== undefined) return cached;
  const hash = hashText(questionKey(question));
  HASHES.set(question, hash);
  return hash;
}

/** Equal questions once, in the order in which they come first. */
export function distinctQuestions<Q extends AnyQuestion>(questions: readonly Q[]): readonly Q[] {
  const distinct = new Map<string, Q>();
  for (const question of questions) {
    const hash = questionHash(question);
    if (!distinct.has(hash)) distinct.set(hash, question);
  }
  return [...distinct.values()];
}

/** All that decides an answer beside the question: who is asked, with which parameters, and by which prompt. */
export function askedOf(
  { label, answersAs, temperature, seed, maxTokens, settings, extraBody }: Juror,
  panel: Pick<Panel, 'guide'>,
  kind: AnyQuestion['kind'],
): JsonObject {
  return {
    judge: label,
    ...(answersAs === undefined ? {} : { answers_as: answersAs }),
    temperature,
    seed,
    max_tokens: maxTokens,
    ...(settings === undefined ? {} : { settings: { ...settings } }),
    ...(extraBody === undefined ? {} : { extra_body: extraBody }),
    prompt: promptHash(panel, kind),
  };
}

/** The same, computed once for each juror and kind. */
export function askedByKind(panel: Panel): (juror: Juror, kind: AnyQuestion['kind']) => JsonObject {
  const byName = new Map<string, JsonObject>();
  return (juror, kind) => {
    const name = `${panel.jurors.indexOf(juror)} ${kind}`;
    const asked = byName.get(name) ?? askedOf(juror, panel, kind);
    byName.set(name, asked);
    return asked;
  };
}

/** The key of an answer: a hash of all that was asked. */
export function answerKey(question: AnyQuestion, asked: JsonObject): string {
  return hashText(`${questionHash(question)}\n${canonicalJson(asked)}`);
}
