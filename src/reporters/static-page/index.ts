import { type Block, type Headline, type Sink } from '../document/index.ts';
import { escapeHtml } from '../escape/html.ts';
import { blockHtml, factsHtml } from './blocks.ts';
import { tagOf } from './inline.ts';
import { staticPageEnd, staticPageStart } from './page.ts';

/** A document as one self-contained page without a script. */
export const staticPage: Sink = function* staticPage({ version, blocks }) {
  let isOpen = false;
  for (const block of blocks) {
    if (!isOpen) yield staticPageStart(block.kind === 'headline' ? titleOf(block) : 'whichtool');
    isOpen = true;
    yield block.kind === 'headline' ? headerHtml(block) : sectionHtml(block);
  }
  if (!isOpen) yield staticPageStart('whichtool');
  yield staticPageEnd(version);
};

function titleOf({ command }: Headline): string {
  return command === null ? 'whichtool' : `whichtool ${command}`;
}

function headerHtml(headline: Headline): string {
  const { verdict, tone, parts } = headline;
  const tag = verdict === null ? '' : ` ${tagOf(tone, verdict)}`;
  const facts = parts.length === 0 ? '' : factsHtml({ parts });
  return `<header><h1>${escapeHtml(titleOf(headline))}${tag}</h1>${facts}</header>\n`;
}

function sectionHtml(block: Block): string {
  const html = blockHtml(block, 0);
  if (html === '' || block.kind === 'group' || block.kind === 'series') return html;
  return `<section>${html}</section>\n`;
}
