import type { DriftReport, ToolDrift } from '#core';
import {
  type Column,
  concat,
  type Group,
  joinTexts,
  name,
  nameColumn,
  numberColumn,
  place,
  type Row,
  textColumn,
  type Tone,
} from '../document/index.ts';
import { formatNumber } from '../values/value.ts';
import { points, pointsInterval, probability, share } from './amounts.ts';

const TOOLS_SHOWN = { brief: 12, full: 500 };
const OTHERS_SHOWN = { brief: 5, full: 500 };
const LEVEL = 0.05;

/** The tools: those that drifted, those that may have, those that one pile alone calls, then the others. */
export function toolGroups({ tools: { items, total } }: DriftReport): Group[] {
  const drifted = items.filter(({ hasChanged }) => hasChanged);
  const doubtful = items.filter((tool) => !tool.hasChanged && tool.bh <= LEVEL);
  const rest = items.filter((tool) => !tool.hasChanged && tool.bh > LEVEL);
  const alone = (presence: ToolDrift['presence']): readonly ToolDrift[] =>
    rest.filter((tool) => tool.presence === presence);
  const others = alone('both');
  const hidden = total - items.length;
  return [
    ...changesGroup('Tools that drifted', 'warning', drifted),
    ...changesGroup('Tools that may have drifted', 'plain', doubtful),
    ...aloneGroup('New, perhaps by chance', alone('new'), 'after'),
    ...aloneGroup('Gone, perhaps by chance', alone('gone'), 'before'),
    ...changesGroup('Other tools', 'quiet', others, others.length + hidden),
  ];
}

const COLUMNS: readonly Column[] = [
  nameColumn('tool'),
  numberColumn('runs before'),
  numberColumn('after'),
  numberColumn('points'),
  textColumn('95 % interval'),
  numberColumn('p (Holm)'),
  { ...textColumn('part of calls'), isOptional: true },
];

function changesGroup(
  title: string,
  tone: Tone,
  tools: readonly ToolDrift[],
  total: number = tools.length,
): Group[] {
  if (total === 0) return [];
  const rows = tools.map(changeRow);
  return [group(title, tone, COLUMNS, rows, total, tone === 'quiet' ? OTHERS_SHOWN : TOOLS_SHOWN)];
}

function changeRow(tool: ToolDrift): Row {
  const { before, after, difference, interval, holm, calls } = tool;
  return {
    cells: [
      name(tool.tool),
      share(before),
      share(after),
      points(difference),
      pointsInterval(interval),
      probability(holm),
      `${share(calls.before)} to ${share(calls.after)}`,
    ],
    ...noteOf(tool),
  };
}

function aloneGroup(title: string, tools: readonly ToolDrift[], side: 'before' | 'after'): Group[] {
  if (tools.length === 0) return [];
  const columns = [nameColumn('tool'), numberColumn('runs'), numberColumn('of'), numberColumn('p')];
  const rows = tools.map((tool): Row => ({
    cells: [
      name(tool.tool),
      formatNumber(tool[side].k),
      formatNumber(tool[side].n),
      probability(tool.p),
    ],
    ...noteOf(tool),
  }));
  return [group(title, 'plain', columns, rows, tools.length, TOOLS_SHOWN)];
}

function group(
  title: string,
  tone: Tone,
  columns: readonly Column[],
  rows: readonly Row[],
  total: number,
  cap: { readonly brief: number; readonly full: number },
): Group {
  const table = { kind: 'table', columns, rows, total, cap, see: '--json' } as const;
  return { kind: 'group', title, tone, total, blocks: [table] };
}

/** Of a tool that drifted, is new or gone: whether it was on offer at all, and where to look. */
function noteOf(tool: ToolDrift): Pick<Row, 'note'> {
  const { presence, offered, hallucinated, where, hasChanged } = tool;
  if (presence === 'both' && !hasChanged) return {};
  const words: string[] = presence === 'both' ? [] : [presence];
  if (offered.before !== null && offered.after !== null) {
    if (offered.before > 0 && offered.after === 0) words.push('no longer offered');
    if (offered.before === 0 && offered.after > 0) words.push('newly offered');
  }
  if ((hallucinated.after ?? 0) > 0) words.push('called though not offered');
  const side = presence === 'gone' ? 'before' : 'after';
  const first = where[side];
  const at = first === null ? [] : [concat(`first ${side} at `, place(first))];
  return { note: joinTexts([...words, ...at], ', ') };
}
