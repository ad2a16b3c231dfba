import { isJsonObject, type Json } from '#core';

const MAX_WORDS = 240;

/** The last words of the user in a case, and how many calls came since: what a list calls it by. */
export function caseWords(input: Json, before: readonly Json[]): string {
  const text = lastWords(input).replaceAll(/\s+/g, ' ').trim();
  // The last character may be cut in half.
  const words =
    text.length <= MAX_WORDS
      ? text
      : `${Array.from(text.slice(0, MAX_WORDS)).slice(0, -1).join('')}…`;
  if (before.length === 0) return words;
  return `${words} (after ${before.length === 1 ? '1 call' : `${before.length} calls`})`;
}

function lastWords(input: Json): string {
  if (typeof input === 'string') return input;
  const messages = isJsonObject(input) ? input.messages : input;
  if (!Array.isArray(messages)) return input === null ? '' : JSON.stringify(input);
  const said = (messages as readonly Json[]).filter(isUser).map(textOf);
  return said.findLast((text) => text !== '') ?? '';
}

function isUser(message: Json): boolean {
  if (!isJsonObject(message)) return false;
  return ['user', 'human'].includes(String(message.role ?? message.type));
}

function textOf(message: Json): string {
  if (!isJsonObject(message)) return '';
  const content = message.content ?? message.parts ?? '';
  if (typeof content === 'string') return content;
  const parts = (Array.isArray(content) ? content : [content]) as readonly Json[];
  return parts
    .map((part) => (typeof part === 'string' ? part : isJsonObject(part) ? part.text : null))
    .filter((text) => typeof text === 'string')
    .join(' ');
}
