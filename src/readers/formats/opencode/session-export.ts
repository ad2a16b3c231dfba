import { isJsonObject, type Json, type JsonObject, type Place } from '#core';
import { objectOf } from '../../draft/json-parts.ts';
import { textOf } from '../../draft/text-of.ts';
import type { Step } from '../../sessions/step.ts';
import { readMessage } from './read-message.ts';

/** What is kept of a session until all sessions are read. */
export interface SessionExport {
  readonly where: Place;
  readonly info: JsonObject;
  readonly steps: readonly Step[];
  /** What its answers record, without their parts. */
  readonly answers: readonly JsonObject[];
}

/** Keeps of a session what its run needs. */
export function condenseExport(
  info: JsonObject,
  list: readonly Json[],
  where: Place,
): SessionExport {
  const messages = untilRevert(info, list);
  return {
    where,
    info: {
      id: info.id ?? null,
      parentID: info.parentID ?? null,
      agent: info.agent ?? null,
      version: info.version ?? null,
      time: info.time ?? null,
    },
    steps: messages.flatMap((message, index) =>
      readMessage(message, { ...where, pointer: `${where.pointer ?? ''}/messages/${index}` }),
    ),
    answers: messages
      .map((message) => objectOf(objectOf(message).info))
      .filter(({ role }) => role === 'assistant')
      .map(({ agent, error, time, tokens, cost }) => ({
        agent: agent ?? null,
        error: error ?? null,
        time: time ?? null,
        tokens: tokens ?? null,
        cost: cost ?? null,
      })),
  };
}

/** The messages up to the point to which the session was taken back. */
function untilRevert(info: JsonObject, messages: readonly Json[]): readonly Json[] {
  const id = textOf(objectOf(info.revert).messageID);
  if (id === null) return messages;
  const at = messages.findIndex((message) => objectOf(objectOf(message).info).id === id);
  return at < 0 ? messages : messages.slice(0, at);
}

/** Whether a record is an exported session. */
export function isExport(
  record: Json,
): record is JsonObject & { readonly info: JsonObject; readonly messages: readonly Json[] } {
  if (!isJsonObject(record) || !isJsonObject(record.info)) return false;
  const { id, version, time } = record.info;
  if (typeof id !== 'string' || !Array.isArray(record.messages)) return false;
  return id.startsWith('ses_') || (typeof version === 'string' && isJsonObject(time));
}
