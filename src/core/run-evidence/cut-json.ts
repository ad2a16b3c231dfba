import { isJsonObject, type Json } from '../json/json.ts';
import { shorten } from '../text/shorten.ts';
import { cutText, jsonBytes } from './json-bytes.ts';

/** How long texts inside of a value may be, tried one after the other. */
const TEXT_CHARS = [400, 200, 100, 50, 25, 12];

/** A value with its long texts cut, or the beginning of its JSON text, in at most so many bytes; null where none fits. */
export function cutJson(value: Json, bytes: number): Json | null {
  if (typeof value === 'string') return cutText(value, bytes);
  for (const chars of TEXT_CHARS) {
    const cut = mapTexts(value, (text) => shorten(text, chars));
    if (jsonBytes(cut) <= bytes) return cut;
  }
  return cutText(JSON.stringify(value), bytes);
}

function mapTexts(value: Json, map: (text: string) => string): Json {
  if (typeof value === 'string') return map(value);
  if (Array.isArray(value)) return value.map((item: Json) => mapTexts(item, map));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, mapTexts(member, map)]),
  );
}
