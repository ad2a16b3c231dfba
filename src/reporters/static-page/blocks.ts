import {
  type Block,
  capped,
  type CaseEntry,
  type Cases,
  type Cell,
  type Code,
  type Column,
  type Facts,
  type Fields,
  type Group,
  isBlank,
  isShown,
  type Item,
  type List,
  type Matrix,
  name,
  type Note,
  piecesOf,
  rawText,
  type Table,
  type Tone,
  withNotes,
} from '../document/index.ts';
import { escapeHtml } from '../escape/html.ts';
import { chooseLabels, hiddenLabels } from '../wording/confused-labels.ts';
import { formatNumber } from '../values/value.ts';
import { attributeOf, markOf, show, tagOf } from './inline.ts';

/** A table of more rows scrolls by itself, so that what comes after it is found. */
const LONG = 20;
/** Longer names are not linked: browsers and chat programs cut long addresses. */
const MAX_LINKED = 200;
/** Short entries stand in columns. */
const SHORT_ENTRY = 28;

/** A block as HTML. */
export function blockHtml(block: Block, depth: number, id: string = ''): string {
  if (block.kind !== 'headline' && !isShown(block, 'full')) return '';
  switch (block.kind) {
    case 'headline':
      return '';
    case 'facts':
      return factsHtml(block);
    case 'fields':
      return fieldsHtml(block);
    case 'table':
      return tableHtml(block);
    case 'matrix':
      return matrixHtml(block);
    case 'list':
      return listHtml(block);
    case 'cases':
      return casesHtml(block);
    case 'note':
      return noteHtml(block);
    case 'code':
      return codeHtml(block);
    case 'group':
      return groupHtml(block, depth, id);
    case 'series':
      return Array.from(block.groups, (group) => groupHtml(group, depth)).join('');
  }
}

/** Facts beside each other. */
export function factsHtml({
  lead,
  parts,
  tone,
  isMarked,
}: Pick<Facts, 'lead' | 'parts' | 'tone' | 'isMarked'>): string {
  const first =
    lead === undefined
      ? ''
      : isMarked === true
        ? tagOf(tone ?? 'plain', lead)
        : `<b>${show(lead)}</b>`;
  const items = [...(first === '' ? [] : [first]), ...parts.map(show)];
  return `<ul class="facts">${items.map((item) => `<li>${item}</li>`).join('')}</ul>\n`;
}

function fieldsHtml({ rows }: Fields): string {
  const entries = rows.map(
    ({ name: term, text }) => `<div><dt>${show(term)}</dt><dd>${show(text)}</dd></div>`,
  );
  return `<dl>${entries.join('')}</dl>\n`;
}

function noteHtml({ text, tone = 'plain', isMarked }: Note): string {
  return `<p class="${tone}">${isMarked === true ? markOf(tone) : ''}${show(text)}</p>\n`;
}

function codeHtml({ title, lines }: Code): string {
  const heading = title === undefined ? '' : `<h3>${show(title)}</h3>\n`;
  return `${heading}<pre>${lines.map(show).join('\n')}</pre>\n`;
}

function tableHtml(table: Table): string {
  const { shown, more } = capped(table, table.rows, 'page');
  const { columns, rows } = withNotes({ columns: table.columns, rows: shown });
  if (rows.length === 0) return '';
  const head = columns.map(headHtml).join('');
  const body = rows.map(
    (cells) => `<tr>${cells.map((cell, i) => cellHtml(cell, columns[i])).join('')}</tr>`,
  );
  const look = rows.length > LONG ? 'wide long' : 'wide';
  return `<div class="${look}" tabindex="0"><table class="folds"><thead><tr>${head}</tr></thead><tbody>
${body.join('\n')}
</tbody></table></div>${moreHtml(more)}
`;
}

/** A column without a name has no head: screen readers would announce an empty one. */
function headHtml(column: Column): string {
  if (isBlank(column.name)) return `<td${lookOf(column)}></td>`;
  return `<th scope="col"${lookOf(column)}>${show(column.name)}</th>`;
}

/** A phone shows the name of the column beside the value. A name leads to all that the page says of it. */
function cellHtml({ text, tone, isMarked }: Cell, column: Column | undefined): string {
  const label = attributeOf('data-column', rawText(column?.name ?? ''));
  const look = column === undefined ? '' : lookOf(column);
  const shown = toned(text, tone, isMarked);
  const href = column?.kind === 'name' ? searchFor(text) : null;
  return `<td${look}${label}>${href === null ? shown : `<a href="${href}">${shown}</a>`}</td>`;
}

/** The address that searches the page for a name; null where it is not one. */
function searchFor(text: Cell['text']): string | null {
  const [piece, ...others] = piecesOf(text);
  if (piece === undefined || typeof piece === 'string' || others.length > 0) return null;
  const isUsable =
    piece.foreign !== '' && piece.foreign.length <= MAX_LINKED && piece.foreign.isWellFormed();
  return isUsable ? escapeHtml(`#q=${encodeURIComponent(piece.foreign)}`) : null;
}

function toned(text: Cell['text'], tone: Tone | undefined, isMarked: boolean | undefined): string {
  if (tone === undefined || tone === 'plain' || isBlank(text)) return show(text);
  if (tone === 'strong' || tone === 'quiet') return `<span class="${tone}">${show(text)}</span>`;
  if (isMarked === true) return `${markOf(tone)}${show(text)}`;
  return tagOf(tone, text);
}

function lookOf({ kind }: Column): string {
  return kind === 'text' || kind === 'prose' ? '' : ` class="${kind}"`;
}

function moreHtml(more: string | null): string {
  return more === null ? '' : `<p class="more">${more}</p>`;
}

function matrixHtml({ labels, counts, cap }: Matrix): string {
  const { rows, columns, hidden } = chooseLabels({ labels, matrix: counts }, cap.full);
  if (rows.length === 0) return '';
  const label = (index: number): string => show(name(labels[index] ?? ''));
  const cell = (row: number, column: number): string => {
    const count = counts[row]?.[column] ?? 0;
    if (count === 0) return '<td></td>';
    return `<td class="${row === column ? 'right' : 'wrong'}">${count}</td>`;
  };
  const head = columns.map((column) => `<th scope="col">${label(column)}</th>`).join('');
  const body = rows.map(
    (row) =>
      `<tr><th scope="row">${label(row)}</th>${columns.map((column) => cell(row, column)).join('')}</tr>`,
  );
  const more = moreHtml(hidden === 0 ? null : hiddenLabels(hidden));
  return `<div class="wide" tabindex="0"><table class="matrix"><thead><tr><th scope="col">expected \\ called</th>${head}</tr></thead><tbody>
${body.join('\n')}
</tbody></table></div>${more}
`;
}

function listHtml(list: List): string {
  const { shown, more } = capped(list, list.items, 'page');
  if (shown.length === 0 && more === null) return '';
  const items = [...shown.map(itemHtml), ...(more === null ? [] : [more])];
  const isShort = shown.every(
    ({ text, details = [] }) => details.length === 0 && show(text).length <= SHORT_ENTRY + 13,
  );
  const look = list.layout === 'inline' && isShort ? ' class="names"' : '';
  const body = `<ul${look}>${items.map((item) => `<li>${item}</li>`).join('')}</ul>\n`;
  if (list.title === undefined) return body;
  const count = list.total === undefined ? '' : ` <small>${formatNumber(list.total)}</small>`;
  return `<details open><summary>${show(list.title)}${count}</summary>${body}</details>\n`;
}

function itemHtml({ label, tone, isMarked, text, aside = '', details = [] }: Item): string {
  const start =
    label === undefined
      ? isMarked === true
        ? markOf(tone ?? 'plain')
        : ''
      : `${tagOf(tone ?? 'plain', label)} `;
  const where = isBlank(aside) ? '' : ` <small>${show(aside)}</small>`;
  const more = details.map((detail) => `<div class="more">${show(detail)}</div>`).join('');
  return `${start}${show(text)}${where}${more}`;
}

function casesHtml(cases: Cases): string {
  const { entries, title, isOpen } = cases;
  if (entries.length === 0) return '';
  const { shown, more } = capped(cases, entries, 'full');
  const items = [...shown.map(entryHtml), ...(more === null ? [] : [more])];
  const body = `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>\n`;
  return `<details${isOpen ? ' open' : ''}><summary>${show(title)}</summary>${body}</details>\n`;
}

function entryHtml({ tone, question, id, outcome, where, details }: CaseEntry): string {
  const asked = question === undefined ? show(id) : `“${show(question)}”`;
  const happened = isBlank(outcome) ? '' : ` → ${show(outcome)}`;
  const at = where === undefined ? '' : ` <small>${show(where)}</small>`;
  const more = details.map(
    ({ name: term, text }) => `<div class="more">${show(term)}: ${show(text)}</div>`,
  );
  return `${markOf(tone)}${asked}${happened}${at}${more.join('')}`;
}

function groupHtml(group: Group, depth: number, id: string = ''): string {
  const { title, tone, isMarked, total, place = '', isFolded } = group;
  const body = group.blocks.map((block) => blockHtml(block, depth + 1)).join('');
  const count = total === undefined ? '' : ` <small>${formatNumber(total)}</small>`;
  const at = isBlank(place) ? '' : ` <small>${show(place)}</small>`;
  const mark = isMarked === true ? markOf(tone) : '';
  if (body === '' && isBlank(title)) return '';
  const part = `<section class="panel ${tone}"${attributeOf('id', id)}>`;
  if (isBlank(title))
    return depth > 0 ? `<div class="part">${body}</div>\n` : `${part}${body}</section>\n`;
  if (depth > 0)
    return `<div class="part"><h3>${mark}${show(title)}${count}${at}</h3>${body}</div>\n`;
  const heading = `<h2>${mark}${show(title)}${count}${at}</h2>`;
  if (isFolded !== true) return `${part}${heading}\n${body}</section>\n`;
  return `${part}<details open><summary>${heading}</summary>\n${body}</details></section>\n`;
}
