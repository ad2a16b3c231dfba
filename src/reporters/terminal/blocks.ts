import {
  type Block,
  type Code,
  type Facts,
  type Fields,
  type Group,
  type Headline,
  isBlank,
  isShown,
  type Note,
  type Series,
} from '../document/index.ts';
import { formatNumber } from '../values/value.ts';
import { casesLines } from './cases.ts';
import { wrapParts } from './layout.ts';
import { listLines } from './list.ts';
import { matrixLines } from './matrix.ts';
import { innerPage, isOurs, type Page, show, startsWithOurs, withGutter } from './page.ts';
import { headlessWidths, tableLines } from './table.ts';
import { MARKS } from './theme.ts';
import { cutMiddle, padToWidth, textWidth, wrapToWidth } from './width.ts';

const MIN_TEXT_WIDTH = 20;

/** A block inside of a group, in the columns beside the gutter. */
export function blockLines(block: Block, page: Page): string[] {
  if (block.kind !== 'headline' && !isShown(block, page.density)) return [];
  switch (block.kind) {
    case 'headline':
      return headlineLines(block, page);
    case 'facts':
      return factsLines(block, page);
    case 'fields':
      return fieldsLines(block, page);
    case 'table':
      return tableLines(block, page);
    case 'matrix':
      return matrixLines(block, page);
    case 'list':
      return listLines(block, page);
    case 'cases':
      return casesLines(block, page);
    case 'note':
      return noteLines(block, page);
    case 'code':
      return codeLines(block, page);
    case 'group':
      return [...nestedTitle(block, page), ...blocksLines(block.blocks, page)];
    case 'series':
      return seriesLines(block, page);
  }
}

/** The blocks of a group: a group inside has a blank line around it. */
function blocksLines(blocks: readonly Block[], page: Page): string[] {
  const lines: string[] = [];
  let wasGroup = false;
  for (const block of blocks) {
    const next = blockLines(block, page);
    if (next.length === 0) continue;
    if (lines.length > 0 && (wasGroup || block.kind === 'group')) lines.push('');
    lines.push(...next);
    wasGroup = block.kind === 'group';
  }
  return lines;
}

function nestedTitle({ title, tone, isMarked, total }: Group, { theme, width }: Page): string[] {
  if (isBlank(title)) return [];
  const mark = isMarked === true ? `${MARKS[tone]} ` : '';
  const text = `${mark}${show(title)}${countText(total)}`;
  return wrapToWidth(text, width, '  ').map((line) => theme.bold(theme.tone[tone](line)));
}

function countText(total: number | undefined): string {
  return total === undefined ? '' : ` (${formatNumber(total)})`;
}

/** A group with its title and its gutter. */
export function groupLines(group: Group, page: Page): string[] {
  const { theme } = page;
  const inner = innerPage(page);
  const shared = headlessWidths(group.blocks, inner);
  const body = blocksLines(group.blocks, { ...inner, shared });
  const paint = theme.tone[group.tone];
  return [...groupTitle(group, page), ...withGutter(body, paint)];
}

function groupTitle(group: Group, page: Page): string[] {
  const { theme, width } = page;
  const { title, tone, isMarked, total } = group;
  if (isBlank(title)) return [];
  const paint = theme.tone[tone];
  const place = show(group.place ?? '');
  const [first = '', ...rest] = wrapToWidth(`${show(title)}${countText(total)}`, width - 4);
  // A title from outside never begins a line.
  const hasMark = isMarked === true || !startsWithOurs(title);
  const text = theme.bold(hasMark ? first : paint(first));
  const heading = hasMark ? `${paint(MARKS[tone])} ${text}` : text;
  const fits = rest.length === 0 && textWidth(first) + textWidth(place) + 4 <= width;
  if (fits) return [place === '' ? heading : `${heading}  ${theme.dim(place)}`];
  const below = [
    ...rest.map((line) => theme.bold(line)),
    ...(place === '' ? [] : wrapToWidth(place, width - 4)),
  ];
  return [heading, ...withGutter(below, paint)];
}

function seriesLines({ groups, total, cap, see }: Series, page: Page): string[] {
  const lines: string[] = [];
  let shown = 0;
  for (const group of groups) {
    if (shown >= cap[page.density]) break;
    if (shown > 0) lines.push('');
    lines.push(...groupLines(group, page));
    shown += 1;
  }
  const more = total - shown;
  if (more > 0) lines.push('', page.theme.bold(`… and ${formatNumber(more)} more, see ${see}`));
  return lines;
}

function headlineLines(headline: Headline, { theme, width }: Page): string[] {
  const { command, verdict, tone, isVerdictLast, parts } = headline;
  const texts = parts.map(show);
  if (verdict === null || isVerdictLast === true) {
    const [first = '', ...rest] = wrapParts(texts, width, '');
    return [theme.bold(first), ...rest];
  }
  const text = `${MARKS[tone]} ${command === null ? '' : `${command}: `}${verdict}`;
  const paint = (line: string): string => theme.bold(theme.tone[tone](line));
  if (texts.length === 0) return wrapToWidth(text, width, '  ').map(paint);
  // Text from outside never begins a line.
  const indent = parts.every(isOurs) ? '    ' : `  ${theme.tone[tone]('│')} `;
  // The first line has less room: what is before it takes some.
  const before = '.'.repeat(Math.max(0, textWidth(text) - 2));
  const [start = '', ...others] = texts;
  const [first = '', ...rest] = wrapParts([before + start, ...others], width - 4, '');
  return [`${paint(text)}  ${first.slice(before.length)}`, ...rest.map((line) => indent + line)];
}

function factsLines(facts: Facts, { theme, width }: Page): string[] {
  const { tone = 'plain', isMarked, lead, parts } = facts;
  const paint = theme.tone[tone];
  const texts = parts.map(show);
  if (isMarked === true) {
    const word = lead === undefined ? '' : ` ${show(lead)}`;
    const start = `${MARKS[tone]}${word}`;
    const [first = '', ...rest] = wrapParts(texts, width - textWidth(start) - 2, '  ');
    const painted = word === '' ? `${paint(start)} ` : `${theme.bold(paint(start))}  `;
    return [painted + first, ...rest];
  }
  const [first = '', ...others] = texts;
  const all = lead === undefined ? texts : [`${show(lead)}: ${first}`, ...others];
  return wrapParts(all, width, '  ').map(paint);
}

/** Names in a column, and beside each its text, in as many lines as it needs. */
function fieldsLines({ rows }: Fields, { theme, width }: Page): string[] {
  const widest = rows.reduce((most, { name }) => Math.max(most, textWidth(show(name))), 0);
  const column = Math.min(widest, width - MIN_TEXT_WIDTH - 2) + 2;
  const room = width - column;
  return rows.flatMap(({ name, text, tone }) => {
    const shown = cutMiddle(show(name), column - 2);
    const fill = padToWidth(shown, column).slice(shown.length);
    const paint = theme.tone[tone ?? 'plain'];
    return wrapToWidth(show(text), room).map((line, i) =>
      i === 0 ? paint(shown) + fill + line : ' '.repeat(column) + line,
    );
  });
}

function noteLines({ text, tone = 'plain', isMarked }: Note, { theme, width }: Page): string[] {
  const paint = theme.tone[tone];
  if (isMarked !== true) return wrapToWidth(show(text), width, '  ').map(paint);
  const lines = wrapToWidth(show(text), width - 2);
  return lines.map((line, i) => (i === 0 ? `${paint(MARKS[tone])} ${line}` : `  ${line}`));
}

/** Never wrapped, so that it can be copied. */
function codeLines({ title, language, lines }: Code, { theme, width }: Page): string[] {
  const shown = lines.map((line) => {
    const text = show(line);
    if (language !== 'diff') return text;
    return theme.tone[text.startsWith('+') ? 'pass' : 'fail'](text);
  });
  if (title === undefined) return shown;
  const heading = wrapToWidth(show(title), width, '  ').map(theme.bold);
  return [...heading, ...(language === 'yaml' ? [''] : []), ...shown];
}
