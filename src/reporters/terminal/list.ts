import { capped, concat, isBlank, type Item, type List } from '../document/index.ts';
import { formatNumber } from '../values/value.ts';
import { alignRows, wrapParts } from './layout.ts';
import { type Page, show } from './page.ts';
import { MARKS } from './theme.ts';
import { cutToWidth, textWidth, wrapToWidth } from './width.ts';

/** The length of `unexpected`: most lists then have the same columns. */
const MIN_LABEL_WIDTH = 10;
const MIN_DETAIL_WIDTH = 20;
const MIN_ASIDE_WIDTH = 12;

/** A list as lines. */
export function listLines(list: List, page: Page): string[] {
  const { theme } = page;
  const { shown, more } = capped(list, list.items, page.density);
  if (list.layout === 'inline') return inlineLines(list, shown, more, page);
  const rest = more === null ? [] : [theme.dim(more)];
  if (list.layout === 'rows') return [...shown.map((item) => rowLine(item, page)), ...rest];
  const title = list.title === undefined ? [] : wrapToWidth(titleOf(list), page.width);
  if (shown.some(({ label }) => label !== undefined))
    return [...title.map(theme.dim), ...labelledLines(shown, page), ...rest];
  const indent = title.length === 0 ? '' : '  ';
  const inner = { ...page, width: page.width - indent.length };
  const lines = shown.flatMap((item) => itemLines(item, list.hasBullets === true, inner));
  return [...title, ...[...lines, ...rest].map((line) => indent + line)];
}

function titleOf({ title = '', total }: List): string {
  return total === undefined ? show(title) : `${show(title)} (${formatNumber(total)})`;
}

function inlineLines(
  list: List,
  shown: readonly Item[],
  more: string | null,
  { theme, width }: Page,
): string[] {
  const [first = '', ...others] = [...shown.map(textOf), ...(more === null ? [] : [more])];
  const lead = list.title === undefined ? first : `${titleOf(list)}: ${first}`;
  return wrapParts([lead, ...others], width, '  ').map(theme.tone[list.tone ?? 'plain']);
}

function textOf({ text, aside = '' }: Item): string {
  return show(isBlank(aside) ? text : concat(text, ' (', aside, ')'));
}

/** One line each, whatever the length. */
function rowLine({ tone = 'plain', text, aside = '' }: Item, { theme, width }: Page): string {
  const main = cutToWidth(show(text), width - 2);
  const start = `${theme.tone[tone](MARKS[tone])} ${main}`;
  const left = width - 4 - textWidth(main);
  if (left < MIN_ASIDE_WIDTH || isBlank(aside)) return start;
  return `${start}  ${theme.dim(cutToWidth(show(aside), left))}`;
}

function labelledLines(items: readonly Item[], page: Page): string[] {
  const { theme } = page;
  const labelWidth = Math.max(MIN_LABEL_WIDTH, ...items.map(({ label = '' }) => label.length));
  const rows = items.map(({ label = '', tone = 'plain', text, aside = '' }) => [
    { text: label.padEnd(labelWidth), paint: theme.tone[tone] },
    { text: show(text), paint: theme.bold },
    { text: show(aside), paint: theme.dim },
  ]);
  const indent = ' '.repeat(labelWidth + 2);
  return alignRows(rows, page.width).flatMap((lines, at) => [
    ...lines,
    ...(items[at]?.details ?? []).flatMap((detail) => {
      const room = Math.max(MIN_DETAIL_WIDTH, page.width - indent.length - 2);
      return wrapToWidth(show(detail), room).map((line, i) =>
        theme.dim(`${indent}${i === 0 ? '↳' : ' '} ${line}`),
      );
    }),
  ]);
}

function itemLines(item: Item, hasBullet: boolean, { theme, width }: Page): string[] {
  const { tone = 'plain', isMarked, details = [] } = item;
  const bullet = isMarked === true ? `${theme.tone[tone](MARKS[tone])} ` : hasBullet ? '- ' : '';
  const main =
    bullet === '' ? wrapToWidth(textOf(item), width, '  ') : wrapToWidth(textOf(item), width - 2);
  const lines = main.map((line, i) =>
    bullet === '' || i === 0 ? `${bullet}${line}` : `  ${line}`,
  );
  const below = details.flatMap((detail) => wrapToWidth(show(detail), width - 2));
  return [...lines, ...below.map((line) => `  ${theme.dim(line)}`)];
}
