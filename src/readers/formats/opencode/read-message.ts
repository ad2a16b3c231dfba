import { isJsonObject, type Json, type JsonObject, type Place } from '#core';
import { objectOf } from '../../draft/json-parts.ts';
import { textOf } from '../../draft/text-of.ts';
import { typeOfPart } from '../../messages/unknown-parts.ts';
import type { Step } from '../../sessions/step.ts';
import { isHarmlessPart, readToolPart } from './read-part.ts';

/** The steps of a message. A message of the agent is one answer. */
export function readMessage(message: Json, where: Place): Step[] {
  if (!isJsonObject(message) || !isJsonObject(message.info) || !Array.isArray(message.parts))
    return [{ kind: 'unknown', part: 'message', type: typeOfPart(message), where }];
  const { role, modelID } = message.info;
  const parts = message.parts as readonly Json[];
  if (role === 'user') return readUser(parts);
  if (role !== 'assistant')
    return [{ kind: 'unknown', part: 'message', type: textOf(role) ?? 'null', where }];
  return [
    { kind: 'turn', model: textOf(modelID) },
    ...parts.flatMap((part) => readPart(part, where)),
  ];
}

function readUser(parts: readonly Json[]): Step[] {
  const text = parts
    .map(objectOf)
    .filter((part) => part.type === 'text' && part.synthetic !== true && part.ignored !== true)
    .flatMap((part) => textOf(part.text) ?? [])
    .join('\n');
  return text === '' ? [] : [{ kind: 'user', text }];
}

/** A part of an answer. */
export function readPart(part: Json, where: Place): Step[] {
  const value: JsonObject = objectOf(part);
  if (value.type === 'tool') return readToolPart(value);
  if (value.type === 'text') {
    const text = textOf(value.text);
    return text === null ? [] : [{ kind: 'answer', text }];
  }
  if (isJsonObject(part) && isHarmlessPart(value.type)) return [];
  return [{ kind: 'unknown', part: 'part', type: typeOfPart(part), where }];
}
