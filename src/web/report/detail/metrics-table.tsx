import type { JSX } from 'preact';
import type { GateReport, RunLabel, ScoreReport } from '#core';
import { formatInterval, formatNeed, formatNumber, formatValue } from '#reporters';
import { Dotted } from '../../components/dotted.tsx';
import { Foreign, Name } from '../../components/foreign.tsx';
import { Wide } from '../../components/wide.tsx';
import type { Measured } from '../data/report-source.ts';
import { ClassesTable } from './classes-table.tsx';

/** Every metric of every scorer with its interval and its gate; judged scorers last. */
export function MetricsTable({ measured }: { readonly measured: Measured }): JSX.Element {
  const scores = measured.scores.toSorted((a, b) => Number(a.judged) - Number(b.judged));
  return (
    <>
      {scores.map((score, i) => (
        <ScoreMetrics key={i} score={score} measured={measured} />
      ))}
    </>
  );
}

function ScoreMetrics({ score, measured }: ScoreParts): JSX.Element {
  return (
    <section class="score">
      <h3>
        <Dotted
          parts={[
            <Name text={score.key ?? score.scorer} />,
            score.displayName === null ? null : <Foreign text={score.displayName} />,
            score.key === null ? null : <Foreign text={score.scorer} />,
            score.judged ? 'judged' : null,
            score.purpose === 'qa' ? 'never gates' : null,
          ]}
        />
      </h3>
      <Wide>
        <table class="metrics">
          <caption class="unseen">Metrics</caption>
          <thead>
            <tr>
              <th scope="col">metric</th>
              <th scope="col" class="number">
                value
              </th>
              <th scope="col">95 % interval</th>
              <th scope="col">gate</th>
            </tr>
          </thead>
          <tbody>
            {Object.entries(score.metrics).map(([metric, value]) => (
              <MetricRow
                key={metric}
                metric={metric}
                value={value}
                score={score}
                measured={measured}
              />
            ))}
          </tbody>
        </table>
      </Wide>
      {score.classes === undefined ? null : <ClassesTable score={score} />}
      <ScoreFacts score={score} />
    </section>
  );
}

interface ScoreParts {
  readonly score: ScoreReport;
  readonly measured: Measured;
}

function MetricRow({
  metric,
  value,
  score,
  measured,
}: ScoreParts & { readonly metric: string; readonly value: number | null }): JSX.Element {
  const unit = valueOf(score.units, metric) ?? 'mean';
  const interval = valueOf(score.intervals, metric);
  const reason = valueOf(score.notMeasured ?? {}, metric);
  const gates = measured.gates.filter((gate) => gate.metric === metric && gate.tool === undefined);
  return (
    <tr>
      <td>
        <Name text={metric} />
        {reason === undefined ? null : (
          <p class="soft small">
            <Foreign text={reason} />
          </p>
        )}
      </td>
      <td class="number">{formatValue(value, unit)}</td>
      <td>{interval === undefined ? '' : formatInterval(interval, unit)}</td>
      <td>
        {gates.map((gate, i) => (
          <span key={i} class={`sign ${gate.outcome} wide-sign`}>
            {`${gate.pass ? '✓' : '✗'} ${formatNeed(gate)}`}
          </span>
        ))}
        {gates.map((gate, i) => (
          <p key={`note ${i}`} class="soft small">
            {sourceWords(gate)} {gate.note === null ? null : <Foreign text={gate.note} />}
          </p>
        ))}
      </td>
    </tr>
  );
}

function sourceWords({ source }: GateReport): string {
  if (source === 'flag') return 'set on the command line';
  return source === 'default' ? 'default gate' : '';
}

function ScoreFacts({ score }: { readonly score: ScoreReport }): JSX.Element {
  const { tally, callsTotal, worst, vacuousRuns, misses } = score;
  const verdicts = Object.entries(callsTotal).map(
    ([verdict, count]) => `${verdict.replaceAll('_', ' ')} ${formatNumber(count)}`,
  );
  return (
    <p class="facts soft small">
      <Dotted
        parts={[
          worst === null ? null : (
            <>
              lowest: <Foreign text={labelText(worst)} /> with <Name text={worst.metric} />{' '}
              {formatValue(worst.value, valueOf(score.units, worst.metric) ?? 'mean')}
            </>
          ),
          verdicts.length === 0 ? null : `calls: ${verdicts.join(', ')}`,
          misses.total === 0 ? null : `missed ${formatNumber(misses.total)}`,
          vacuousRuns === 0 ? null : `nothing expected or called in ${formatNumber(vacuousRuns)}`,
          Object.keys(tally).length === 0 ? null : <TallyText tally={tally} />,
        ]}
      />
    </p>
  );
}

function TallyText({ tally }: Pick<ScoreReport, 'tally'>): JSX.Element {
  return (
    <>
      tally:{' '}
      {Object.entries(tally).map(([name, count], i) => (
        <>
          {i === 0 ? '' : ', '}
          <Name text={name} /> {formatNumber(count)}
        </>
      ))}
    </>
  );
}

function labelText(label: RunLabel): string {
  return 'run' in label ? `run ${label.run}` : label.case;
}

function valueOf<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
