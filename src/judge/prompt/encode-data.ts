import { canonicalJson, type Json } from '#core';
import { hashText } from './hash-text.ts';

/** Untrusted content as a part of a prompt. */
export interface FencedData {
  /** The name of the element around the data. */
  readonly fence: string;
  /** `<fence>`, one line of JSON, `</fence>`. */
  readonly text: string;
}

/**
 * What must not be seen as it is: the sign that begins a tag, control characters, line separators, and characters that
 * are invisible or change the direction of text. Inside JSON each has an escape, so nothing is lost.
 */
const ESCAPED = /[<\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u{e0100}-\u{e01ef}]/gu;

/** JSON on one line, with sorted keys, in which every `<` and every invisible character is an escape. */
export function encodeData(value: Json): string {
  return canonicalJson(value).replaceAll(ESCAPED, escapeCharacter);
}

/**
 * Puts content into an element that the content cannot close, for two reasons of which one is enough. Every `<` of the
 * content is an escape, so it contains no tag at all. And the name of the element is derived from the content: text
 * that contained its own closing tag would have to contain a part of its own SHA-256, 128 bits of it. The name is not
 * random, so equal questions have equal prompts and their answers can be cached.
 */
export function fenceData(value: Json): FencedData {
  const data = encodeData(value);
  const fence = `data-${hashText(data).slice(0, 32)}`;
  return { fence, text: `<${fence}>\n${data}\n</${fence}>` };
}

/** The escape of a character by its UTF-16 units. */
function escapeCharacter(character: string): string {
  let escaped = '';
  for (let i = 0; i < character.length; i++)
    escaped += `\\u${character.charCodeAt(i).toString(16).padStart(4, '0')}`;
  return escaped;
}
