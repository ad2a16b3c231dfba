import { type Block, isShown, type Sink } from '../document/index.ts';
import { blockLines, groupLines } from './blocks.ts';
import { innerPage, isOurs, type Page, pageOf, withGutter } from './page.ts';

/** A document for a person at a terminal: as brief as it can be, and no line wider than the window. */
export const terminal: Sink = function* terminal(document, options) {
  const page = pageOf(options);
  let isFirst = true;
  for (const block of document.blocks) {
    const lines = topLines(block, page);
    if (lines.length === 0) continue;
    const isAttached = block.kind === 'note' && block.isAttached === true;
    yield `${isFirst || isAttached ? '' : '\n'}${lines.join('\n')}\n`;
    isFirst = false;
  }
};

/** A block on its own. What may begin with text from outside has a gutter. */
function topLines(block: Block, page: Page): string[] {
  switch (block.kind) {
    case 'headline':
    case 'code':
    case 'series':
      return blockLines(block, page);
    case 'group':
      return isShown(block, page.density) ? groupLines(block, page) : [];
    case 'facts':
      if (block.isMarked === true) return blockLines(block, page);
      break;
    case 'list':
      if (block.layout === 'rows') return blockLines(block, page);
      break;
    case 'note':
      if (isOurs(block.text))
        return blockLines(block, { ...page, width: page.width - 2 }).map((line) => `  ${line}`);
      break;
    default:
  }
  return withGutter(blockLines(block, innerPage(page)), page.theme.dim);
}
