import { type Block, type Document, isShown, type Sink } from '../document/index.ts';
import { formatCount } from '../values/value.ts';
import { blockText } from './blocks.ts';
import { tableParts } from './table.ts';

/** A comment holds 65,536 characters; what wraps it needs some. */
const COMMENT_LIMIT = 60_000;
/** Kept free for the last line, which is never cut, and for what is said about parts that are left out. */
const RESERVE = 2000;

/** A document as a comment for a pull request, with details folded. */
export const markdown: Sink = (document) => renderMarkdown(document, COMMENT_LIMIT);

/** Markdown of at most `limit` UTF-16 units. */
export function* renderMarkdown(document: Document, limit: number): Iterable<string> {
  const budget = { left: limit - RESERVE };
  for (const block of document.blocks) yield* writeBlock(block, budget);
}

interface Budget {
  left: number;
}

function* writeBlock(block: Block, budget: Budget): Iterable<string> {
  if (block.kind === 'headline') {
    const text = blockText(block, false);
    budget.left -= text.length;
    return yield text;
  }
  if (!isShown(block, 'full')) return;
  if (block.kind === 'facts' && block.isMarked === true)
    return yield blockText(block, false).trimEnd() + '\n';
  if (block.kind === 'series') {
    const texts = block.groups;
    yield* writeWhileFits(
      texts,
      block.total,
      (group) => blockText(group, false),
      block.noun,
      budget,
    );
    return;
  }
  if (block.kind === 'table') {
    const { head, rows, end } = tableParts(block);
    yield head;
    yield* writeWhileFits(rows, rows.length, String, block.noun ?? 'row', budget);
    yield end;
    return;
  }
  yield* writeWhileFits([block], 1, (part) => blockText(part, false), 'part', budget);
}

/** Writes entries as long as they fit, then says how many were left out. */
function* writeWhileFits<T>(
  entries: Iterable<T>,
  total: number,
  format: (entry: T) => string,
  noun: string,
  budget: Budget,
): Iterable<string> {
  let written = 0;
  for (const entry of entries) {
    const text = format(entry);
    if (text.length > budget.left) {
      const more = formatCount(total - written, `more ${noun}`);
      yield `\n${more} left out: see the html or json report.\n\n`;
      return;
    }
    budget.left -= text.length;
    written += 1;
    yield text;
  }
}
