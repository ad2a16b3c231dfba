import type { BeforeAfter, DriftReport, MeanDrift, RateDrift, RunShare } from '#core';
import {
  type Column,
  type Group,
  nameColumn,
  numberColumn,
  place,
  type Row,
  textColumn,
} from '../document/index.ts';
import { duration, money } from '../values/amounts.ts';
import { formatNumber } from '../values/value.ts';
import { points, pointsInterval, probability, share, signed } from './amounts.ts';

const RATE_WORDS: Readonly<Record<RateDrift['id'], string>> = {
  without_calls: 'without a call',
  failed: 'with a failed call',
  hallucinated: 'with a tool that was not offered',
  invalid_args: 'with arguments that break a schema',
  unparsed_args: 'with arguments that are not JSON',
  duplicate: 'with a repeated call',
  text_calls: 'with a call written as text',
};

const RATE_COLUMNS: readonly Column[] = [
  nameColumn('runs'),
  numberColumn('before'),
  numberColumn('after'),
  numberColumn('points'),
  textColumn('95 % interval'),
  numberColumn('p (Holm)'),
  { ...textColumn('first after'), isOptional: true },
];

/** Shares of runs; those that neither pile has are left out, and those that were not measured are listed elsewhere. */
export function rateGroups({ rates }: DriftReport): Group[] {
  const rows = rates.flatMap(({ id, change, where, lacking }): Row[] => {
    if (change === null || change.before.k + change.after.k === 0) return [];
    const { before, after, difference, interval, holm, hasChanged } = change;
    const text = points(difference);
    return [
      {
        cells: [
          RATE_WORDS[id],
          share(before),
          share(after),
          hasChanged ? { text, tone: difference > 0 ? 'fail' : 'pass' } : text,
          pointsInterval(interval),
          probability(holm),
          place(where.after ?? ''),
        ],
        ...coverage(change, lacking),
      },
    ];
  });
  return groupOf('Rates', RATE_COLUMNS, rows);
}

/** Of how many runs a share is, where others do not record what it needs. */
function coverage(
  { before, after }: BeforeAfter<RunShare>,
  lacking: RateDrift['lacking'],
): Pick<Row, 'note'> {
  if (lacking.before + lacking.after === 0) return {};
  const of = ({ n }: RunShare, without: number): string =>
    `${formatNumber(n)} of ${formatNumber(n + without)}`;
  return {
    note: `recorded by ${of(before, lacking.before)} runs before and ${of(after, lacking.after)} after`,
  };
}

const MEAN_WORDS: Readonly<Record<MeanDrift['id'], string>> = {
  calls: 'calls',
  tokens: 'tokens',
  cost: 'cost',
  time: 'time',
};

const MEAN_COLUMNS: readonly Column[] = [
  nameColumn('per run'),
  numberColumn('before'),
  numberColumn('after'),
  numberColumn('change'),
  textColumn('95 % interval'),
  numberColumn('times'),
];

/** What runs use on average. */
export function meanGroups({ means }: DriftReport): Group[] {
  const rows = means.flatMap((mean): Row[] => {
    const { id, before, after, difference, interval, factor, hasChanged } = mean;
    if (before === null || after === null || difference === null) return [];
    const change = signedAmount(mean, difference);
    return [
      {
        cells: [
          MEAN_WORDS[id],
          amount(mean, before.mean),
          amount(mean, after.mean),
          hasChanged === true ? { text: change, tone: 'warning' } : change,
          interval === null
            ? 'too few runs'
            : `${signedAmount(mean, interval[0])} to ${signedAmount(mean, interval[1])}`,
          factor === null ? '-' : factor.toFixed(2),
        ],
      },
    ];
  });
  return groupOf('Use', MEAN_COLUMNS, rows);
}

function groupOf(title: string, columns: readonly Column[], rows: readonly Row[]): Group[] {
  if (rows.length === 0) return [];
  return [{ kind: 'group', tone: 'plain', title, blocks: [{ kind: 'table', columns, rows }] }];
}

function amount({ id }: MeanDrift, value: number): string {
  if (id === 'cost') return money(value);
  if (id === 'time') return duration(Math.round(value));
  return formatNumber(Math.round(value * 100) / 100);
}

function signedAmount(mean: MeanDrift, value: number): string {
  const text = amount(mean, Math.abs(value));
  const sign = signed(value, 12).slice(0, 1);
  return sign === '+' || sign === '-' ? sign + text : text;
}
