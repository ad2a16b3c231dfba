import { isJsonObject, type Json } from '#core';
import { readAnyMessage } from '../dialects/any-message.ts';
import type { Message } from '../messages/message.ts';
import { parseText } from './parse-text.ts';

/** Where requests and answers of providers and frameworks have their messages. */
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

/** All messages in a value, in any dialect: a list, a request, an answer, or JSON text of these. */
export function readMessagesIn(value: Json | undefined): Message[] {
  const parsed = parseText(value);
  // Lists in lists are batches of conversations; the depth of JSON bounds the walk.
  if (Array.isArray(parsed)) return parsed.flatMap((item: Json) => readMessagesIn(item));
  if (!isJsonObject(parsed)) return [];
  const message = readAnyMessage(parsed);
  if (message !== null) return [message];
  const place = PLACES.find((key) => isJsonObject(parsed[key]) || Array.isArray(parsed[key]));
  return place === undefined ? [] : readMessagesIn(parsed[place]);
}
