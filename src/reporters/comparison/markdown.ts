import type { Comparison } from '#core';
import { markdownCode } from '../escape/markdown.ts';
import { SIGNS } from '../markdown/section.ts';
import { type Detail, detailsOf, generalDetails } from './details.ts';
import type { ComparisonReporter } from './reporter.ts';
import { COLUMNS, headlineOf, rowOf, sentenceOf, toneOf, toneOfAll } from './wording.ts';

const ITEMS_SHOWN = 10;
const PARTS_SHOWN = 50;

/** The comparison for a pull request. */
export const comparisonMarkdown: ComparisonReporter = function* comparisonMarkdown(comparison) {
  yield formatComparison(comparison, 'whichtool compare');
};

/** The comparison as a table under a title, with what changed folded away. */
export function formatComparison(comparison: Comparison, title: string): string {
  const parts = comparison.parts.slice(0, PARTS_SHOWN);
  const more = comparison.parts.length - parts.length;
  const rows = parts.map((part) => {
    const [name = '', ...cells] = rowOf(part);
    return `| ${SIGNS[toneOf(part)]} | ${[markdownCode(name), ...cells].join(' | ')} |\n`;
  });
  const folded = parts.map((part) => {
    const lists = detailsOf(part).map(formatDetail).join('');
    return `${markdownCode(part.name)}: ${sentenceOf(part)}\n\n${lists}\n`;
  });
  const general = generalDetails(comparison).map(formatDetail).join('');
  return [
    `## ${SIGNS[toneOfAll(comparison)]} ${title}: ${headlineOf(comparison)}\n\n`,
    `|  | ${COLUMNS.map(({ name }) => name).join(' | ')} |\n`,
    `|---|${COLUMNS.map(({ isNumber }) => (isNumber ? '---:' : '---')).join('|')}|\n`,
    ...rows,
    more > 0 ? `\nand ${more} more\n` : '',
    `\n<details><summary>what changed</summary>\n\n`,
    ...folded,
    general,
    '\n</details>\n\n',
  ].join('');
}

function formatDetail({ title, total, items }: Detail): string {
  const shown = items.slice(0, ITEMS_SHOWN).map((item) => markdownCode(item));
  const more = total > shown.length ? ` and ${total - shown.length} more` : '';
  return `- **${title}** (${total}): ${shown.join(', ')}${more}\n`;
}
