import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { GateReport, TestReport } from '#core';
import { formatCount, formatNeed, formatNumber, formatValue, gateName } from '#reporters';
import type { ApiLiveGates } from '#schema';
import { Button } from '../../components/button.tsx';
import { Name } from '../../components/foreign.tsx';
import { VerdictSign } from '../../components/verdict-badge.tsx';
import { useApi } from '../data/use-api.ts';
import { Await } from '../frame/states.tsx';

const LAST = [100, 500, 2000] as const;

/** The gates of the suite over the newest runs together; read when it is opened, and again when asked for. */
export function GatesSummary(): JSX.Element {
  const [last, setLast] = useState<number>(500);
  const [turn, setTurn] = useState(0);
  const gates = useApi<ApiLiveGates>(`live/gates?last=${last}&turn=${turn}`);
  return (
    <div class="live-gates">
      <p class="live-queue-actions">
        <label>
          Newest runs{' '}
          <select
            value={String(last)}
            onChange={({ currentTarget }) => setLast(Number(currentTarget.value))}
          >
            {LAST.map((count) => (
              <option key={count} value={count}>
                {formatNumber(count)}
              </option>
            ))}
          </select>
        </label>
        <Button onClick={() => setTurn(turn + 1)}>Count again</Button>
      </p>
      <Await loaded={gates} what="the gates">
        {(value) => <Tests {...value} />}
      </Await>
    </div>
  );
}

function Tests({ runs, untaken, unreadable, tests }: ApiLiveGates): JSX.Element {
  return (
    <>
      <p class="soft small">{countsText(runs, untaken, unreadable)}</p>
      {tests.map((test, i) => (
        <section key={i}>
          <h3>
            <VerdictSign verdict={test.verdict} /> <Name text={test.name} />{' '}
            <span class="soft small">{`over ${formatCount(test.runs, 'run')}`}</span>
          </h3>
          {test.gates.length === 0 ? <p class="soft small">It has no gate.</p> : null}
          <ul>
            {test.gates.map((gate, at) => (
              <Gate key={at} gate={gate} test={test} />
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

function Gate({
  gate,
  test,
}: {
  readonly gate: GateReport;
  readonly test: TestReport;
}): JSX.Element {
  const { observed, unit, outcome } = gate;
  const value = observed === null ? 'not measured' : formatValue(observed, unit);
  return (
    <li class="small">
      <VerdictSign verdict={outcome} /> <Name text={gateName(gate, test.scores)} />{' '}
      {`${value}, needs ${formatNeed(gate)}`}
    </li>
  );
}

function countsText(runs: number, untaken: number, unreadable: number): string {
  const others = [
    untaken === 0 ? '' : `${formatNumber(untaken)} that no test takes`,
    unreadable === 0 ? '' : `${formatNumber(unreadable)} that cannot be read any more`,
  ].filter(Boolean);
  const counted = formatCount(runs, 'run');
  return others.length === 0 ? counted : `${counted}, ${others.join(', ')}`;
}
