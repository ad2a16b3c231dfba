import type { JSX } from 'preact';
import { formatCount, type ReportIndex } from '#reporters';
import { VerdictBadge } from '../../components/verdict-badge.tsx';
import type { Item } from '../data/items.ts';
import { AgainstBaseline } from '../compared/against-baseline.tsx';

/** The verdict of the whole report and what gave it. */
export function ReportVerdict({ index, items }: VerdictParts): JSX.Element {
  const { about, reasons } = index;
  const { runs, cases } = about.totals;
  const counted = Object.values(cases).reduce((sum, count) => sum + count, 0);
  return (
    <header class="verdict-line">
      <h1>
        <VerdictBadge verdict={about.verdict} />
      </h1>
      <p class="why">
        {`${reasons.join(' · ')}. ${formatCount(runs, 'run')}${counted === 0 ? '' : `, ${formatCount(counted, 'case')}`}.`}
      </p>
      <AgainstBaseline index={index} items={items} />
    </header>
  );
}

interface VerdictParts {
  readonly index: ReportIndex;
  readonly items: readonly Item[];
}
