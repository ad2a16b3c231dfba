import { isJsonObject, type Json, parseJson } from '#core';

/** The words of an agent in the answer to one turn: the output of a native trace, or the last words of its messages. */
export function wordsIn(text: string): string {
  const parsed = parseJson(text);
  if (!parsed.ok) return text.trim();
  return findWords(parsed.value) ?? '';
}

function findWords(value: Json): string | null {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) {
    const said = (value as readonly Json[]).filter(
      (message) =>
        isJsonObject(message) && (message.role === 'assistant' || message.role === 'model'),
    );
    const last = said.at(-1);
    return last === undefined ? null : findWords(last);
  }
  if (!isJsonObject(value)) return null;
  const { output, content, text, messages, choices, message, parts } = value;
  for (const part of [output, content, text, messages, choices, message, parts]) {
    if (part === undefined || part === null) continue;
    if (Array.isArray(part)) {
      const texts = (part as readonly Json[]).flatMap((item) =>
        isJsonObject(item) && typeof item.text === 'string' ? [item.text] : [],
      );
      if (texts.length > 0) return texts.join('\n');
    }
    const words = findWords(part);
    if (words !== null) return words;
  }
  return null;
}
