import {
  type Block,
  capped,
  type CaseEntry,
  type Cases,
  type Code,
  type Facts,
  type Fields,
  type Group,
  type Headline,
  isBlank,
  isShown,
  type Item,
  type List,
  type Note,
  rawText,
} from '../document/index.ts';
import { makeVisible } from '../escape/visible.ts';
import { formatCount, formatNumber } from '../values/value.ts';
import { show, showInHtml, signOf } from './inline.ts';
import { matrixText, tableParts } from './table.ts';

/** A block as Markdown, with a blank line after it. */
export function blockText(block: Block, isNested: boolean): string {
  if (block.kind !== 'headline' && !isShown(block, 'full')) return '';
  switch (block.kind) {
    case 'headline':
      return headlineText(block);
    case 'facts':
      return factsText(block);
    case 'fields':
      return fieldsText(block);
    case 'table': {
      const { head, rows, end } = tableParts(block);
      return head + rows.join('') + end;
    }
    case 'matrix':
      return matrixText(block);
    case 'list':
      return listText(block);
    case 'cases':
      return casesText(block);
    case 'note':
      return noteText(block);
    case 'code':
      return codeText(block);
    case 'group':
      return groupText(block, isNested);
    case 'series':
      return Array.from(block.groups, (group) => groupText(group, isNested)).join('');
  }
}

/** The first lines of a document. */
function headlineText({ command, verdict, tone, parts }: Headline): string {
  const title = command === null ? 'whichtool' : `whichtool ${command}`;
  const heading = verdict === null ? title : `${signOf(tone)}${title}: ${show(verdict)}`;
  const facts = parts.map(show).join(' · ');
  return `## ${heading}\n\n${facts === '' ? '' : `${facts}\n\n`}`;
}

function factsText({ lead, parts, tone, isMarked }: Facts): string {
  const facts = parts.map(show).join(' · ');
  const sign = isMarked === true && lead !== undefined ? signOf(tone) : '';
  return `${sign}${lead === undefined ? '' : `**${show(lead)}**: `}${facts}\n\n`;
}

function fieldsText({ rows }: Fields): string {
  return `${rows.map(({ name, text }) => `- **${show(name)}** ${show(text)}\n`).join('')}\n`;
}

function noteText({ text, tone, isMarked }: Note): string {
  const shown = tone === 'strong' ? `**${show(text)}**` : show(text);
  return `${isMarked === true ? signOf(tone) : ''}${shown}\n\n`;
}

function listText(list: List): string {
  const { shown, more } = capped(list, list.items, 'full');
  if (shown.length === 0 && more === null) return '';
  const count = list.total === undefined ? '' : ` (${formatNumber(list.total)})`;
  const title = list.title === undefined ? '' : `**${show(list.title)}**${count}`;
  if (list.layout === 'inline') {
    const items = [...shown.map(itemText), ...(more === null ? [] : [more])].join(' · ');
    return `${title === '' ? '' : `${title}: `}${items}\n\n`;
  }
  const items = [...shown.map(itemText), ...(more === null ? [] : [more])];
  return `${title === '' ? '' : `${title}\n\n`}${items.map((item) => `- ${item}\n`).join('')}\n`;
}

function itemText({ label, tone, isMarked, text, aside = '', details = [] }: Item): string {
  const sign = isMarked === true ? signOf(tone) : '';
  const start = label === undefined ? '' : `**${label}** `;
  const where = isBlank(aside) ? '' : ` (${show(aside)})`;
  const joined = details.map(show).join(label === undefined ? '<br>' : '; ');
  const more = joined === '' ? '' : label === undefined ? `<br>${joined}` : `: ${joined}`;
  return `${sign}${start}${show(text)}${where}${more}`;
}

/** Those that a brief sink lists are open with all that is known of them, the others folded with a line each. */
function casesText(cases: Cases): string {
  const { entries, cap, isOpen, title, total = entries.length } = cases;
  if (entries.length === 0) return '';
  const { shown, more } = capped(cases, entries, 'full');
  const end = more === null ? '' : `- ${more}\n`;
  const lines = (listed: readonly CaseEntry[]): string =>
    listed.map((entry) => entryText(entry, false)).join('');
  if (!isOpen) return detailsText('<details>', showInHtml(title), lines(shown) + end);
  const first = shown.slice(0, cap.brief).map((entry) => entryText(entry, true));
  const others = shown.slice(cap.brief);
  const isAll = others.length === 0;
  const hidden = formatCount(total - first.length, `more ${cases.noun ?? 'entry'}`);
  return [
    detailsText('<details open>', showInHtml(title), first.join('') + (isAll ? end : '')),
    ...(isAll ? [] : [detailsText('<details>', hidden, lines(others) + end)]),
  ].join('');
}

function detailsText(tag: string, summary: string, body: string): string {
  return `${tag}<summary>${summary}</summary>\n\n${body}\n</details>\n\n`;
}

function entryText(
  { tone, question, id, outcome, where, details }: CaseEntry,
  isWhole: boolean,
): string {
  const asked = question === undefined ? show(id) : `“${show(question)}”`;
  const happened = isBlank(outcome) ? '' : ` → ${show(outcome)}`;
  const at = where === undefined || isBlank(where) ? '' : ` · ${show(where)}`;
  const more = isWhole
    ? details.map(({ name, text }) => `  - ${show(name)}: ${show(text)}\n`).join('')
    : '';
  return `- ${signOf(tone)}${asked}${happened}${at}\n${more}`;
}

/** Each line begins with our own text, so none can end the block. */
function codeText({ title, language, lines }: Code): string {
  const text = lines.map((line) => `${makeVisible(rawText(line))}\n`).join('');
  return `${title === undefined ? '' : `**${show(title)}**\n\n`}\`\`\`${language}\n${text}\`\`\`\n\n`;
}

function groupText(group: Group, isNested: boolean): string {
  const { title, total, isFolded, place = '' } = group;
  const body = group.blocks.map((block) => blockText(block, true)).join('');
  if (body === '' && isFolded === true) return '';
  const count = total === undefined ? '' : ` (${formatNumber(total)})`;
  const sign = group.isMarked === true ? signOf(group.tone) : '';
  if (isFolded === true) {
    const at = isBlank(place) ? '' : ` at ${showInHtml(place)}`;
    const summary = `${sign}${showInHtml(title)}${at}${count}`;
    return `<details><summary>${summary}</summary>\n\n${body}</details>\n\n`;
  }
  if (isBlank(title)) return body;
  const text = `${sign}${show(title)}${count}`;
  return `${isNested ? `**${text}**` : `### ${text}`}\n\n${body}`;
}
