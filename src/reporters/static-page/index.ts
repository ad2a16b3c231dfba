import { type Block, type Headline, isBlank, isShown, type Sink } from '../document/index.ts';
import { escapeHtml } from '../escape/html.ts';
import { formatNumber } from '../values/value.ts';
import { blockHtml, factsHtml } from './blocks.ts';
import { show, tagOf } from './inline.ts';
import { type Section, staticPageEnd, staticPageStart } from './page.ts';

/** A document as one self-contained page: it can be read without its script, which searches. */
export const staticPage: Sink = function* staticPage({ version, blocks }) {
  const all = [...blocks];
  const headline = all.find((block) => block.kind === 'headline');
  yield staticPageStart(headline === undefined ? 'whichtool' : titleOf(headline), sectionsOf(all));
  for (const [place, block] of all.entries())
    yield block.kind === 'headline' ? headerHtml(block) : sectionHtml(block, idOf(place));
  yield staticPageEnd(version);
};

function titleOf({ command }: Headline): string {
  return command === null ? 'whichtool' : `whichtool ${command}`;
}

function idOf(place: number): string {
  return `part-${place}`;
}

/** The titles of the parts that are shown, for the bar. */
function sectionsOf(blocks: readonly Block[]): readonly Section[] {
  return blocks.flatMap((block, place): Section[] => {
    if (block.kind !== 'group' || !isShown(block, 'full') || isBlank(block.title)) return [];
    if (blockHtml(block, 0) === '') return [];
    const count = block.total === undefined ? '' : ` <small>${formatNumber(block.total)}</small>`;
    return [{ id: idOf(place), title: `${show(block.title)}${count}` }];
  });
}

function headerHtml(headline: Headline): string {
  const { verdict, tone, parts } = headline;
  const title = verdict === null ? escapeHtml(titleOf(headline)) : tagOf(tone, verdict);
  const facts = parts.length === 0 ? '' : factsHtml({ parts });
  return `<header class="verdict-line"><h1>${title}</h1>${facts}</header>\n`;
}

function sectionHtml(block: Block, id: string): string {
  const html = blockHtml(block, 0, id);
  if (html === '' || block.kind === 'group' || block.kind === 'series') return html;
  return `<section class="panel" id="${id}">${html}</section>\n`;
}
