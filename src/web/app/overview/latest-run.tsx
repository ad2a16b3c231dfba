import type { ComponentChildren, JSX } from 'preact';
import type { ApiLatestRun, ApiSummarisedRun, EntrySummary, RunSummary } from '#schema';
import { formatNumber, nextStep } from '#reporters';
import { Foreign } from '../../components/foreign.tsx';
import { VerdictBadge } from '../../components/verdict-badge.tsx';
import { Words } from '../../components/words.tsx';
import { casesAddress, LINK_TARGET, runAddress } from '../address/run-address.ts';
import { ChangesPanel } from './changes-panel.tsx';
import { MetricsPanel } from './metrics-panel.tsx';
import { ModesPanel } from './modes-panel.tsx';
import { RunFacts } from '../run-facts/run-facts.tsx';
import { TestsPanel } from './tests-panel.tsx';
import { ToolsPanel } from './tools-panel.tsx';

/** The newest run: its verdict, what to do next, its figures, and what changed. */
export function LatestRun({ latest, previous, chart }: LatestParts): JSX.Element {
  const { run, verdict, why, problem, summary } = latest;
  const entries = summary?.entries ?? [];
  // The columns should end at about the same height.
  const isShort = entries.length <= 2;
  const modes = <ModesPanel run={run.id} entries={entries} />;
  return (
    <>
      <header class="verdict-line">
        <VerdictBadge verdict={problem === null ? verdict : 'error'} />
        <h2 class="run-title">
          <a href={runAddress(run.id)} target={LINK_TARGET}>
            {`#${run.id} `}
            <Foreign text={run.name ?? 'newest run'} />
          </a>
        </h2>
        <RunFacts run={run} />
        {problem === null ? null : (
          <p class="problem" role="alert">
            {'Its report cannot be read, so nothing of it is shown: '}
            <Foreign text={problem} />
          </p>
        )}
        <p class="why">
          {why.map((part, i) => (
            <>
              {i === 0 ? '' : ' · '}
              <Words text={part} />
            </>
          ))}
        </p>
      </header>
      {summary === null ? null : (
        <Next run={run.id} summary={summary} before={previous?.summary ?? null} />
      )}
      <div class="columns">
        <div class="column">
          {chart}
          <Entries run={run.id} entries={entries} latest={latest} />
          {isShort ? modes : null}
        </div>
        <div class="column">
          {previous === null || summary === null ? null : (
            <ChangesPanel before={previous.run} after={run} />
          )}
          {summary === null ? null : (
            <>
              <ToolsPanel run={run.id} entries={entries} />
              {isShort ? null : modes}
            </>
          )}
        </div>
      </div>
    </>
  );
}

interface LatestParts {
  readonly latest: ApiLatestRun;
  readonly previous: ApiSummarisedRun | null;
  readonly chart: ComponentChildren;
}

function Next({
  run,
  summary,
  before,
}: {
  readonly run: number;
  readonly summary: RunSummary;
  readonly before: RunSummary | null;
}): JSX.Element {
  const { text, cases } = nextStep(summary, before);
  return (
    <p class="next-step">
      <span>
        <Words text={text} />
      </span>
      {cases === null ? null : (
        <a class="button primary" href={casesAddress(run, cases)} target={LINK_TARGET}>
          Open cases
        </a>
      )}
    </p>
  );
}

/** Evals have a panel each, tests a line each. */
function Entries({
  run,
  entries,
  latest,
}: {
  readonly run: number;
  readonly entries: readonly EntrySummary[];
  readonly latest: ApiLatestRun;
}): JSX.Element {
  const { trends, summary } = latest;
  const more = summary?.moreEntries ?? 0;
  const tests = entries.filter(({ kind }) => kind === 'test');
  return (
    <>
      {entries
        .filter(({ kind }) => kind === 'eval')
        .map((entry) => (
          <MetricsPanel
            key={entry.place}
            run={run}
            entry={entry}
            trend={trends.find(({ place }) => place === entry.place)}
          />
        ))}
      {tests.length === 0 ? null : <TestsPanel run={run} tests={tests} trends={trends} />}
      {more === 0 ? null : (
        <p>
          <a href={runAddress(run)} target={LINK_TARGET}>
            {`${formatNumber(more)} more tests and evals`}
          </a>
        </p>
      )}
    </>
  );
}
