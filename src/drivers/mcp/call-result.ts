import { isJsonObject, type Json, type JsonObject, stringifyJson } from '#core';
import type { ToolResult } from '../tool-session.ts';

const MAX_TEXT_LENGTH = 1024 * 1024;
const MAX_CONTENT_LENGTH = 4 * 1024 * 1024;

/** The result of a call as the model sees it, and whether something was cut from it. */
export function readCallResult(result: JsonObject): ToolResult & { readonly isCut: boolean } {
  const blocks = Array.isArray(result['content']) ? (result['content'] as readonly Json[]) : [];
  const structured = result['structuredContent'];
  const whole =
    blocks.length === 0 && structured !== undefined
      ? stringifyJson(structured)
      : blocks.map(describeBlock).join('\n');
  const text =
    whole.length > MAX_TEXT_LENGTH
      ? `${whole.slice(0, MAX_TEXT_LENGTH).toWellFormed()}\n[${whole.length - MAX_TEXT_LENGTH} more characters were cut]`
      : whole;
  const status = result['isError'] === true ? 'error' : 'ok';
  const isHuge = text !== whole || stringifyJson(result).length > MAX_CONTENT_LENGTH;
  const content = isHuge
    ? { content: [{ type: 'text', text }], isError: status === 'error' }
    : result;
  return { status, text, content, isCut: isHuge };
}

/** Text as it is; of anything else only its kind. */
function describeBlock(block: Json): string {
  if (!isJsonObject(block)) return '';
  const { type, text, data, mimeType, uri, resource } = block;
  if (type === 'text' && typeof text === 'string') return text;
  if (typeof data === 'string')
    return `[${name(type)} ${name(mimeType)}, ${data.length} characters of base64]`;
  if (isJsonObject(resource)) {
    return typeof resource['text'] === 'string'
      ? resource['text']
      : `[resource ${name(resource['uri'])}]`;
  }
  return `[${name(type)} ${name(uri)}]`;
}

const name = (value: Json | undefined): string =>
  typeof value === 'string' ? value.slice(0, 200) : 'unknown';
