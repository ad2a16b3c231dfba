import type { Comparison, PartComparison } from '#core';
import { makeVisible } from '../escape/visible.ts';
import { innerWidth, type Page, pageOf, withGutter } from '../terminal/block.ts';
import { alignRows, type Cell, wrapParts } from '../terminal/layout.ts';
import { MARKS } from '../terminal/theme.ts';
import { cutToWidth, textWidth, wrapToWidth } from '../terminal/width.ts';
import { type Detail, detailsOf, generalDetails } from './details.ts';
import type { ComparisonReporter } from './reporter.ts';
import { COLUMNS, headlineOf, rowOf, sentenceOf, toneOf, toneOfAll } from './wording.ts';

const NAME_WIDTH = 30;
const ITEMS_SHOWN = 8;
const PARTS_SHOWN = 20;

/** The comparison on one screen: the table, then what changed. */
export const comparisonTerminal: ComparisonReporter = function* comparisonTerminal(
  comparison,
  options,
) {
  yield `${formatComparison(comparison, 'compare', pageOf(options)).join('\n')}\n`;
};

/** The comparison as lines, under a title. */
export function formatComparison(comparison: Comparison, title: string, page: Page): string[] {
  const tone = toneOfAll(comparison);
  const paint = page.theme.verdict[tone];
  const heading = `${MARKS[tone]} ${title}: ${headlineOf(comparison)}`;
  const general = generalDetails(comparison).flatMap((detail) => formatDetail(detail, page));
  return [
    page.theme.bold(paint(heading)),
    ...withGutter(formatTable(comparison.parts, page), paint),
    ...comparison.parts
      .slice(0, PARTS_SHOWN)
      .flatMap((part) =>
        withGutter(['', ...formatPart(part, page)], page.theme.verdict[toneOf(part)]),
      ),
    ...(general.length === 0 ? [] : withGutter(['', ...general], page.theme.dim)),
  ];
}

function formatTable(parts: readonly PartComparison[], page: Page): string[] {
  const shown = parts.slice(0, PARTS_SHOWN);
  const rows = shown.map((part) =>
    rowOf(part).map((cell) => cutToWidth(makeVisible(cell), NAME_WIDTH)),
  );
  const all = [COLUMNS.map(({ name }) => name), ...rows];
  const widths = COLUMNS.map((_, i) => Math.max(...all.map((row) => textWidth(row[i] ?? ''))));
  const cells = all.map((row, at) =>
    row.map((cell, i): Cell => {
      const fill = ' '.repeat((widths[i] ?? 0) - textWidth(cell));
      const text = COLUMNS[i]?.isNumber ? fill + cell : cell;
      const part = shown[at - 1];
      if (part === undefined) return { text, paint: page.theme.dim };
      return i < row.length - 1 ? { text } : { text, paint: page.theme.verdict[toneOf(part)] };
    }),
  );
  const more = parts.length - shown.length;
  const lines = alignRows(cells, innerWidth(page)).flat();
  return more > 0 ? [...lines, page.theme.dim(`and ${more} more`)] : lines;
}

function formatPart(part: PartComparison, page: Page): string[] {
  const name = cutToWidth(makeVisible(part.name), NAME_WIDTH);
  const sentence = wrapToWidth(`${name}: ${sentenceOf(part)}`, innerWidth(page), '  ');
  return [...sentence, ...detailsOf(part).flatMap((detail) => formatDetail(detail, page))];
}

function formatDetail({ title, total, items }: Detail, page: Page): string[] {
  const [first = '', ...others] = items.slice(0, ITEMS_SHOWN).map((item) => makeVisible(item));
  const parts = [`${title}: ${first}`, ...others];
  if (total > parts.length) parts.push(`and ${total - parts.length} more`);
  return wrapParts(parts, innerWidth(page), '  ');
}
