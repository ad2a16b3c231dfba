import { parseMarkdown } from './markdown.ts';

/** Names that a clause of a guide can be cited by: its headings. */
export function clausesOf(guide: string | null): readonly string[] {
  if (guide === null) return [];
  const headings = parseMarkdown(guide).flatMap((block) =>
    block.kind === 'heading' ? [block.text.slice(0, MAX_CLAUSE)] : [],
  );
  return [...new Set(headings)];
}

/** The longest name that an import takes. */
export const MAX_CLAUSE = 100;
