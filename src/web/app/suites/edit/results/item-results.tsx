import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { EvalReport, TestReport } from '#core';
import { Foreign } from '../../../../components/foreign.tsx';
import { Panel } from '../../../../components/panel.tsx';
import { VerdictBadge } from '../../../../components/verdict-badge.tsx';
import { Words } from '../../../../components/words.tsx';
import { ClassesTable } from '../../../../report/detail/classes-table.tsx';
import { GatesPanel } from '../../../../report/detail/gates-panel.tsx';
import type { Links } from '../../../../report/detail/links.ts';
import { verdictSentence } from '../../../../report/detail/verdict-sentence.ts';
import { MatrixView } from '../../../../report/matrix/matrix-panel.tsx';
import { describeChanges, findChangedRuns } from '../session/changed-runs.ts';
import type { ItemResult, SuiteScorer } from '../session/suite-scorer.ts';
import { ChangedList } from './changed-list.tsx';
import { FailingList } from './failing-list.tsx';

/** All figures of a test or an eval, as they are now. */
export function ItemResults({ before, after, scorer, tryLink }: ResultParts): JSX.Element {
  const replay = scorer.replays.get(`${after.kind} ${after.name}`);
  const changed = useMemo(
    () => (before === undefined ? [] : findChangedRuns(before, after, replay)),
    [before, after, replay],
  );
  const { outcome } = after;
  if (outcome.state !== 'scored')
    return (
      <Panel class="item-results">
        <p class="strong" role="status">
          Not recomputed
        </p>
        <p>
          <Foreign
            text={
              outcome.state === 'blocked'
                ? outcome.why
                : 'reading more of the runs, which the changed suite needs …'
            }
          />
        </p>
      </Panel>
    );
  const { report } = outcome;
  const noun = after.kind === 'test' ? 'run' : 'case';
  const confusion = 'cases' in report ? report.confusion : undefined;
  const wasVerdict = before?.outcome.state === 'scored' ? before.outcome.report.verdict : null;
  return (
    <div class="item-results">
      <div class="verdict-line" role="status">
        <VerdictBadge verdict={report.verdict} />
        <h2>
          <Foreign text={report.name} />
        </h2>
        <p class="why">
          <Words text={verdictSentence(report, failingOf(report))} />
        </p>
        <p class="why changes">
          {wasVerdict !== null && wasVerdict !== report.verdict ? `It was: ${wasVerdict}. ` : ''}
          {describeChanges(changed, noun) ?? 'No verdict differs from that of the file.'}
        </p>
      </div>
      <GatesPanel measured={report} />
      <ChangedList changed={changed} noun={noun} />
      {report.scores
        .filter(({ classes = [] }) => classes.length > 0)
        .map((score, i) => (
          <Panel key={i} title="Classes">
            <ClassesTable score={score} />
          </Panel>
        ))}
      {confusion === undefined ? null : (
        <Panel title="Confusion matrix" class="matrix-panel">
          <MatrixView
            measured={report as EvalReport}
            confusion={confusion}
            links={linksTo(tryLink)}
            current={NO_CELL}
          />
          <p class="soft small">A cell opens the view that tries other descriptions.</p>
        </Panel>
      )}
      <FailingList report={report} />
    </div>
  );
}

interface ResultParts {
  /** What the file as it is gives; undefined where it gives nothing. */
  readonly before: ItemResult | undefined;
  readonly after: ItemResult;
  readonly scorer: SuiteScorer;
  /** The address of the view that tries descriptions for a cell of the matrix. */
  readonly tryLink: (expected: string, called: string) => string;
}

const NO_CELL = { expected: null, called: null };

function linksTo(tryLink: ResultParts['tryLink']): Links {
  const nowhere = (): string => '#';
  return {
    filter: nowhere,
    cell: tryLink,
    tool: (tool) => tryLink(tool, tool),
    entry: nowhere,
    closed: nowhere,
    trace: () => null,
  };
}

/** How many fail, of how many that were measured. */
function failingOf(report: TestReport | EvalReport): { k: number; n: number } {
  if ('cases' in report)
    return {
      k: report.cases.filter(({ verdict }) => verdict === 'fail').length,
      n: report.cases.filter(({ verdict }) => verdict !== 'error').length,
    };
  const { k, n } = report.passing;
  return { k: n - k, n };
}
