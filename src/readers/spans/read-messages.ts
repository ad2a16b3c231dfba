import { isJsonObject, type Json } from '#core';
import { readAnyMessage } from '../dialects/any-message.ts';
import type { Message } from '../messages/message.ts';
import { parseText } from './parse-text.ts';

/** Where requests and answers of providers and frameworks keep their messages. */
const PLACES = [
  'messages',
  'choices',
  'message',
  'generations',
  'contents',
  'content',
  'new_message',
  'candidates',
  'prompt',
  'output',
  'input',
  'kwargs',
] as const;

/** All messages in a value, in any dialect: a list, a request, an answer, or JSON text of one of these. */
export function readMessagesIn(value: Json | undefined): Message[] {
  const given = parseText(value);
  // Lists in lists are batches of conversations; the depth of JSON bounds the walk.
  if (Array.isArray(given)) return given.flatMap((one: Json) => readMessagesIn(one));
  if (!isJsonObject(given)) return [];
  const message = readAnyMessage(given);
  if (message !== null) return [message];
  const place = PLACES.find((key) => isJsonObject(given[key]) || Array.isArray(given[key]));
  return place === undefined ? [] : readMessagesIn(given[place]);
}
