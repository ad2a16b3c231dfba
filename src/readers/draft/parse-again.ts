import { parseJson } from '#core';

type ParsedJson = ReturnType<typeof parseJson>;

/** Longer texts are rarely the same as another; only the last of them is kept. */
const MAX_LENGTH = 1_000;
/** More texts than this are never kept. */
const MAX_KEPT = 2_000;

const kept = new Map<string, ParsedJson>();
let lastText = '';
let last: ParsedJson | null = null;

/**
 * Parses JSON text that often comes again: requests repeat the calls of earlier turns, spans of tools those of their model,
 * and readers ask of one text what it contains and whether it was cut. The same text has the same value; values are never changed.
 */
export function parseAgain(text: string): ParsedJson {
  return text.length > MAX_LENGTH ? parseLong(text) : parseShort(text);
}

function parseShort(text: string): ParsedJson {
  let parsed = kept.get(text);
  if (parsed === undefined) {
    parsed = parseJson(text);
    // To find out which were used last would cost more than to parse some again.
    if (kept.size === MAX_KEPT) kept.clear();
    kept.set(text, parsed);
  }
  return parsed;
}

function parseLong(text: string): ParsedJson {
  if (last === null || text !== lastText) {
    last = parseJson(text);
    lastText = text;
  }
  return last;
}
