import { isJsonObject, type Json, type JsonObject, type Place } from '#core';
import { objectOf } from '../../draft/json-parts.ts';
import { textOf } from '../../draft/text-of.ts';
import { isAbsent } from '../../draft/is-cut.ts';
import { isNoContent, pick } from './exchange.ts';

interface Streamed {
  readonly where: Place;
  /** The last piece: it has the totals, and why the answer ended. */
  last: JsonObject;
  readonly parts: Json[];
}

/** Joins responses that are pieces of the same response: they have the same id. */
export class StreamedAnswers {
  readonly #answers = new Map<string, Streamed>();

  /** Adds a record that is a response alone; returns false for other records. */
  add(record: Json, where: Place): boolean {
    if (!isJsonObject(record) || record.contents !== undefined || record.request !== undefined)
      return false;
    const id = textOf(pick(record, 'responseId'));
    if (id === null || !Array.isArray(record.candidates)) return false;
    const [first] = record.candidates as readonly Json[];
    if (first !== undefined && (!isJsonObject(first) || isOdd(first))) return false;
    const answer = this.#answers.get(id) ?? { where, last: record, parts: [] };
    this.#answers.set(id, answer);
    answer.last = record;
    for (const part of partsOf(record)) append(answer.parts, part);
    return true;
  }

  /** Each answer as a single response. */
  *take(): Generator<{ readonly record: JsonObject; readonly where: Place }> {
    for (const { where, last, parts } of this.#answers.values()) {
      const [candidate] = last.candidates as readonly Json[];
      const content = { role: 'model', parts };
      const first = { ...objectOf(candidate), content };
      yield { record: { ...last, candidates: [first] }, where };
    }
  }
}

/** Whether a piece of an answer cannot be read: it may have been a call. */
function isOdd(candidate: JsonObject): boolean {
  const { content } = candidate;
  return (
    isNoContent(content) || (isAbsent(content) && pick(candidate, 'finishReason') === undefined)
  );
}

function partsOf({ candidates }: JsonObject): readonly Json[] {
  const [first] = candidates as readonly Json[];
  const content = isJsonObject(first) ? first.content : undefined;
  return isJsonObject(content) && Array.isArray(content.parts) ? content.parts : [];
}

/** Text goes on where the piece before broke off. */
function append(parts: Json[], part: Json): void {
  const last = parts.at(-1);
  if (isText(last) && isText(part) && last.thought === part.thought)
    parts[parts.length - 1] = { ...last, text: last.text + part.text };
  else parts.push(part);
}

function isText(part: Json | undefined): part is JsonObject & { readonly text: string } {
  return isJsonObject(part) && typeof part.text === 'string';
}
