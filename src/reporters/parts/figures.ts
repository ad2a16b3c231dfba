import type { DriftReport, InspectionReport } from '#core';
import {
  type Block,
  concat,
  type Group,
  joinTexts,
  name,
  prose,
  type Text,
} from '../document/index.ts';
import { formatCount, formatValue } from '../values/value.ts';
import { VERDICT_WORDS } from '../wording/headline.ts';
import { GATE_COLUMNS, gateRow } from './gates.ts';

/** What reports without a suite have in common: figures that can be gates, and why some are not measured. */
type Figures = Pick<
  InspectionReport | DriftReport,
  'metrics' | 'units' | 'notMeasured' | 'gates' | 'verdict'
>;

/** The figures that some runs do not record, each reason with its ids. */
export function missingFigures({ notMeasured = {} }: Pick<Figures, 'notMeasured'>): Group[] {
  const byReason = new Map<string, Text[]>();
  for (const [id, reason] of Object.entries(notMeasured))
    byReason.set(reason, [...(byReason.get(reason) ?? []), name(id)]);
  const items = [...byReason].map(([reason, ids]) => ({
    text: concat(joinTexts(ids, ', '), ': ', prose(reason)),
  }));
  if (items.length === 0) return [];
  const title = 'Figures that were not measured';
  return [
    { kind: 'group', tone: 'quiet', title, blocks: [{ kind: 'list', layout: 'lines', items }] },
  ];
}

/** Every figure that can be a gate, under the id that a gate uses. One screen shows either these or the gates. */
export function figuresGroup({
  metrics,
  units,
  gates,
}: Pick<Figures, 'metrics' | 'units' | 'gates'>): Group[] {
  const measured = Object.entries(metrics).filter(([, value]) => value !== null);
  if (measured.length === 0) return [];
  // Only what was measured can be a good example.
  const example =
    measured.find(([id]) => id.endsWith('.calls') || id.endsWith('.tools'))?.[0] ?? 'failed.calls';
  const parts = measured.map(([id, value]): Text => [
    name(id),
    ` ${formatValue(value, units[id] ?? 'count')}`,
  ]);
  return [
    {
      kind: 'group',
      tone: 'quiet',
      ...(gates.length === 0 ? {} : { detail: 'full' }),
      title: 'Figures',
      blocks: [
        {
          kind: 'note',
          text: ['Any of these can be a gate, as --threshold ', name(example), '=0:'],
        },
        { kind: 'facts', parts },
      ],
    },
  ];
}

/** The gates, and the verdict at the end. */
export function gateBlocks({ gates, verdict }: Pick<Figures, 'gates' | 'verdict'>): Block[] {
  if (gates.length === 0) return [];
  const open = gates.filter(({ outcome }) => outcome !== 'pass').length;
  const end = open === 0 ? 'every gate held' : `${formatCount(open, 'gate')} did not hold`;
  return [
    {
      kind: 'group',
      tone: 'plain',
      title: 'Gates',
      total: gates.length,
      blocks: [
        {
          kind: 'table',
          isHeadless: true,
          columns: GATE_COLUMNS,
          rows: gates.map((gate) => gateRow(gate, [])),
        },
      ],
    },
    { kind: 'facts', tone: verdict, isMarked: true, lead: VERDICT_WORDS[verdict], parts: [end] },
  ];
}
