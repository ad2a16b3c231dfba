/** A piece of a line of Markdown. */
export type Inline =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'strong' | 'em'; readonly parts: readonly Inline[] }
  | { readonly kind: 'link'; readonly href: string; readonly parts: readonly Inline[] };

/** Each alternative begins with a sign of its own and cannot contain it, so that matching takes linear time. */
const MARKS =
  /\\([\\`*_{}[\]()#+\-.!|<>~])|(`+)([^`]+)\2(?!`)|\*\*([^*]+)\*\*|__([^_]+)__|\*([^*\s][^*]*)\*|(?<![\p{L}\p{N}])_([^_\s][^_]*)_(?![\p{L}\p{N}])|\[([^[\]]*)\]\(([^()\s]*)\)|<(https?:\/\/[^<>\s]+)>/gu;

/** Parses emphasis, code and links. Anything else is text as it is. */
export function parseInline(text: string, depth = 0): readonly Inline[] {
  const parts: Inline[] = [];
  let end = 0;
  const addText = (until: number): void => {
    if (until > end) parts.push({ kind: 'text', text: text.slice(end, until) });
  };
  for (const match of depth > MAX_DEPTH ? [] : text.matchAll(MARKS)) {
    addText(match.index);
    parts.push(markOf(match, depth));
    end = match.index + match[0].length;
  }
  addText(text.length);
  return parts;
}

const MAX_DEPTH = 4;

function markOf(match: RegExpMatchArray, depth: number): Inline {
  const [whole, escaped, , code, strong, strong2, em, em2, linkText, target, address] = match;
  if (escaped !== undefined) return { kind: 'text', text: escaped };
  if (code !== undefined) return { kind: 'code', text: code };
  const bold = strong ?? strong2;
  if (bold !== undefined) return { kind: 'strong', parts: parseInline(bold, depth + 1) };
  const italic = em ?? em2;
  if (italic !== undefined) return { kind: 'em', parts: parseInline(italic, depth + 1) };
  const href = address ?? target ?? '';
  if (!isSafe(href)) return { kind: 'text', text: whole };
  return { kind: 'link', href, parts: parseInline(linkText ?? href, MAX_DEPTH + 1) };
}

/** Only addresses of pages and mail can be followed: a guide is text from a file that others may have written. */
function isSafe(href: string): boolean {
  return /^(?:https?:\/\/|mailto:)/i.test(href);
}
