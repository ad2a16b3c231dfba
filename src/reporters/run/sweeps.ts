import type { Report, SweepReport } from '#core';
import {
  type Block,
  concat,
  type Group,
  name,
  numberColumn,
  textColumn,
} from '../document/index.ts';
import { formatInterval, formatShort } from '../values/value.ts';
import { barText, endsText, offeredText, pointNote } from '../wording/sweeps.ts';

/** The curves of quality against the number of tools, a group for each. */
export function sweepGroups({ sweeps = [] }: Report): Group[] {
  return sweeps.map((sweep) => ({
    kind: 'group',
    tone: 'plain',
    title: concat(name(sweep.name), ' with more tools (', name(sweep.model), ')'),
    blocks: blocksOf(sweep),
  }));
}

function blocksOf(sweep: SweepReport): Block[] {
  const { points, metric } = sweep;
  const ends = endsText(sweep);
  return [
    {
      kind: 'table',
      columns: [
        numberColumn('distractors'),
        numberColumn('tools'),
        numberColumn(metric === 'passing' ? 'pass' : name(metric)),
        { ...numberColumn('95 %'), isQuiet: true },
        numberColumn('n'),
        textColumn(''),
      ],
      rows: points.map((point) => {
        const { rate, interval, n } = point.share;
        const note = pointNote(point);
        return {
          cells: [
            String(point.distractors),
            offeredText(point),
            formatShort(rate, 'ratio'),
            interval === null ? '' : formatInterval(interval, 'ratio'),
            String(n),
            barText(point),
          ],
          ...(note === '' ? {} : { note }),
        };
      }),
    },
    ...(ends === null ? [] : [{ kind: 'note', tone: 'plain', text: ends } as const]),
  ];
}
