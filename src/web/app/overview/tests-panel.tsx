import type { JSX } from 'preact';
import { formatCount, formatNumber, VERDICTS } from '#reporters';
import type { ApiEntryTrend, EntrySummary } from '#schema';
import { Foreign } from '../../components/foreign.tsx';
import { Panel } from '../../components/panel.tsx';
import { VerdictSign } from '../../components/verdict-badge.tsx';
import { casesAddress, LINK_TARGET } from '../address/run-address.ts';
import { Trend } from '../chart/trend.tsx';
import { MetricTable } from './metric-table.tsx';

/** A line for each test, what is open first; each unfolds its metrics. */
export function TestsPanel({ run, tests, trends }: TestsParts): JSX.Element {
  const sorted = tests.toSorted(
    (a, b) => VERDICTS.indexOf(a.verdict) - VERDICTS.indexOf(b.verdict) || a.place - b.place,
  );
  return (
    <Panel title={formatCount(tests.length, 'test')} class="tests-panel">
      {sorted.map((test) => {
        const trend = trends.find(({ place }) => place === test.place);
        const { k, n } = test.passing;
        return (
          <details key={test.place} class="test-row">
            <summary>
              <VerdictSign verdict={test.verdict} />
              <Foreign class="test-name" text={test.name} />
              <span class="soft small number">
                {n === 0 ? 'not measured' : `${formatNumber(k)} of ${formatCount(n, 'run')} pass`}
              </span>
              <Trend values={trend?.passing ?? []} unit="ratio" />
            </summary>
            <MetricTable entry={test} trend={trend} />
            <a href={casesAddress(run, { entry: test.place })} target={LINK_TARGET}>
              Open its runs
            </a>
          </details>
        );
      })}
    </Panel>
  );
}

interface TestsParts {
  readonly run: number;
  readonly tests: readonly EntrySummary[];
  readonly trends: readonly ApiEntryTrend[];
}
