import type { JSX } from 'preact';
import { type FrequentFault, formatNumber, type ReportIndex } from '#reporters';
import { Name } from '../../components/foreign.tsx';
import { Panel } from '../../components/panel.tsx';
import type { Route } from '../address/route.ts';

const SHOWN = 5;

/** What is missed and called wrongly most, in runs and cases. */
export function Faults({ index: { faults }, at }: FaultParts): JSX.Element | null {
  if (faults.missed.length + faults.unexpected.length === 0) return null;
  return (
    <Panel class="faults">
      <FaultList title="Missed most" faults={faults.missed} at={at} />
      <FaultList title="Unexpected most" faults={faults.unexpected} at={at} />
    </Panel>
  );
}

interface FaultParts {
  readonly index: ReportIndex;
  readonly at: (change: Partial<Route['filter']>) => string;
}

function FaultList({
  title,
  faults,
  at,
}: {
  readonly title: string;
  readonly faults: readonly FrequentFault[];
  readonly at: FaultParts['at'];
}): JSX.Element | null {
  if (faults.length === 0) return null;
  const [first] = faults;
  const most = first?.count ?? 1;
  return (
    <div>
      <h2>{title}</h2>
      <ol class="fault-list">
        {faults.slice(0, SHOWN).map(({ name, count, isAtLeast }) => (
          <li key={name}>
            <a href={at({ query: name })}>
              <Name text={name} class="cut" />
              <b>{`${isAtLeast === true ? 'at least ' : ''}${formatNumber(count)}`}</b>
              <i style={{ '--part': count / most }} />
            </a>
          </li>
        ))}
      </ol>
    </div>
  );
}
