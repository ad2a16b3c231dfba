import { isJsonObject, type Json } from '#core';
import type { Message } from './message.ts';

const NONE: readonly string[] = [];

/** The types of parts that a reader does not know. Text is known to all readers. */
export function findUnknown(
  parts: Json | undefined,
  isKnown: (type: string) => boolean,
): readonly string[] {
  if (!Array.isArray(parts)) return isJsonObject(parts) ? findUnknown([parts], isKnown) : NONE;
  const unknown = (parts as readonly Json[])
    .filter((part) => typeof part !== 'string')
    .map(typeOfPart)
    .filter((type) => !isKnown(type));
  return unknown.length === 0 ? NONE : unknown;
}

/**
 * The types of values in the place of a list of parts, calls or messages. A member that is neither absent nor a list
 * may have been a call, so reading it as an empty list would lose it.
 */
export function findMisplaced(...members: readonly (Json | undefined)[]): readonly string[] {
  return members
    .filter((member) => member !== undefined && member !== null && !Array.isArray(member))
    .map((member) => typeOfPart(member as Json));
}

/** What a part says that it is; where it does not say, the name of its first member, as in `{ "toolUse": … }`. */
export function typeOfPart(part: Json): string {
  if (!isJsonObject(part)) return part === null ? 'null' : typeof part;
  const { type, block_type: blockType, text } = part;
  if (typeof type === 'string') return type;
  if (typeof blockType === 'string') return blockType;
  if (typeof text === 'string') return 'text';
  return Object.keys(part).find((key) => part[key] !== null) ?? 'empty';
}

/** A message with its unknown types. Only an answer can request calls, so other messages are returned unchanged. */
export function withUnknown(message: Message, unknown: readonly string[]): Message {
  if (message.role !== 'assistant' || unknown.length === 0) return message;
  return { ...message, unknown };
}
