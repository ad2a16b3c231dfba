import { isJsonObject, type Json } from '#core';

/** The text of a message's content: a string, or the text parts of a list. */
export function readText(content: Json | undefined): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return isJsonObject(content) ? partText(content) : '';
  return content
    .map((part: Json) => partText(part))
    .filter((text) => text !== '')
    .join('\n');
}

/** Text parts only: thinking, pictures and tool blocks are not text of the message. */
function partText(part: Json): string {
  if (typeof part === 'string') return part;
  if (!isJsonObject(part)) return '';
  const { type } = part;
  if (typeof type === 'string' && !/^(?:input_|output_)?text$/.test(type)) return '';
  const text = part.text ?? part.content;
  return typeof text === 'string' ? text : '';
}
