import { isJsonObject, type Json, type JsonObject } from '#core';
import { readFailure } from '../../draft/read-failure.ts';
import { textOf } from '../../draft/text-of.ts';
import { findBodies, type Misread } from '../../messages/exchange.ts';
import { findMisplaced } from '../../messages/unknown-parts.ts';

const MISMATCH: Misread = { pointer: '', message: 'a record has output or input with items' };

/** A response, and the request where it is recorded. */
export interface ResponseExchange {
  readonly record: JsonObject;
  readonly request: JsonObject;
  readonly response: JsonObject;
  readonly input: readonly Json[];
  readonly answer: readonly Json[] | null;
  readonly failure: string | null;
}

/** Reads a response, or a request with its response. */
export function readResponseExchange(record: Json): ResponseExchange | Misread {
  if (!isJsonObject(record)) return MISMATCH;
  const { request, response } = findBodies(record);
  const failure = readFailure(response.value.error) ?? readFailure(record.error);
  const { output } = response.value;
  const { input } = request.value;
  const answer: readonly Json[] | null = Array.isArray(output) ? output : null;
  if (answer === null && input === undefined && failure === null) return MISMATCH;
  if (findMisplaced(typeof input === 'string' ? null : input).length > 0)
    return {
      pointer: `${request.pointer}/input`,
      message: 'input must be text or a list of items',
    };
  const nameless = [request, response].find(({ value }) => isNameless(value.conversation));
  if (nameless !== undefined)
    return {
      pointer: `${nameless.pointer}/conversation`,
      message: 'a conversation must have an id',
    };
  const items: readonly Json[] = Array.isArray(input)
    ? input
    : typeof input === 'string'
      ? [{ role: 'user', content: input }]
      : [];
  const fault =
    findFault(items, `${request.pointer}/input`) ??
    findFault(answer ?? [], `${response.pointer}/output`);
  if (fault !== null) return fault;
  return {
    record,
    request: request.value,
    response: response.value,
    input: items,
    answer,
    failure,
  };
}

function findFault(items: readonly Json[], pointer: string): Misread | null {
  const at = items.findIndex((item) => !isJsonObject(item));
  return at < 0 ? null : { pointer: `${pointer}/${at}`, message: 'an item must be an object' };
}

/** A conversation without an id: each of its responses would be a run. */
function isNameless(conversation: Json | undefined): boolean {
  if (conversation === undefined || conversation === null) return false;
  return conversationOf({ conversation }) === null;
}

/** The id of the conversation that a body belongs to. */
export function conversationOf({ conversation }: JsonObject): string | null {
  return textOf(isJsonObject(conversation) ? conversation.id : conversation);
}
