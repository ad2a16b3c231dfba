import { isJsonObject, type Json, type JsonObject } from '#core';
import type { Answered } from './join-exchanges.ts';

const PARTS = ['functionCall', 'functionResponse'] as const;

/**
 * The exchanges without ids of calls that no answer has: Gemini may answer without ids, and clients then invent some for
 * what they send back. By those, a call and its repetition would be two.
 */
export function withoutForeignIds(exchanges: readonly Answered[]): readonly Answered[] {
  const ids = new Set<Json>();
  for (const { format, response } of exchanges) {
    if (format !== 'gemini') continue;
    changeParts(response, 'candidates', (part) => {
      for (const name of PARTS) if (isJsonObject(part[name])) ids.add(part[name].id ?? null);
      return part;
    });
  }
  return exchanges.map((exchange) =>
    exchange.format === 'gemini'
      ? {
          ...exchange,
          request: changeParts(exchange.request, 'contents', (part) => strip(part, ids)),
        }
      : exchange,
  );
}

function strip(part: JsonObject, ids: ReadonlySet<Json>): JsonObject {
  const name = PARTS.find((candidate) => isJsonObject(part[candidate]));
  if (name === undefined) return part;
  const { id, ...rest } = part[name] as JsonObject;
  return id === undefined || ids.has(id) ? part : { ...part, [name]: rest };
}

/** A body with other parts in its contents, or in the contents of its candidates. */
function changeParts(
  body: JsonObject,
  key: 'contents' | 'candidates',
  change: (part: JsonObject) => JsonObject,
): JsonObject {
  const list = body[key];
  if (!Array.isArray(list)) return body;
  const changeContent = (content: Json): Json => {
    if (!isJsonObject(content) || !Array.isArray(content.parts)) return content;
    const parts = content.parts.map((part: Json) => (isJsonObject(part) ? change(part) : part));
    return { ...content, parts };
  };
  const changed = list.map((item: Json) => {
    if (key === 'contents' || !isJsonObject(item)) return changeContent(item);
    return { ...item, content: changeContent(item.content ?? null) };
  });
  return { ...body, [key]: changed };
}
