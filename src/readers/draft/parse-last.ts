import { parseJson } from '#core';

let lastText = '';
let last: ReturnType<typeof parseJson> | null = null;

/** Parses JSON text. The last value is kept, since readers ask of one text what it contains and whether it was cut. */
export function parseLast(text: string): ReturnType<typeof parseJson> {
  if (last === null || text !== lastText) {
    last = parseJson(text);
    lastText = text;
  }
  return last;
}
