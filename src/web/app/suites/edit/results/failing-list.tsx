import type { JSX } from 'preact';
import type { EvalReport, RunEvidence, TestReport } from '#core';
import { formatNumber } from '#reporters';
import { Foreign, Name } from '../../../../components/foreign.tsx';
import { Panel } from '../../../../components/panel.tsx';
import { Calls } from './changed-list.tsx';

/** More are counted and not shown. */
const MAX_SHOWN = 50;

interface FailingEntry {
  readonly id: string;
  readonly evidence: RunEvidence | null;
}

/** The runs or cases that fail, with what they call. */
export function FailingList({
  report,
}: {
  readonly report: TestReport | EvalReport;
}): JSX.Element | null {
  const entries = failingOf(report);
  if (entries.length === 0) return null;
  const isEval = 'cases' in report;
  const hidden = entries.length - MAX_SHOWN;
  return (
    <Panel title={isEval ? 'Failing cases' : 'Failing runs'} class="failing-panel">
      <ul class="changed">
        {entries.slice(0, MAX_SHOWN).map(({ id, evidence }) => (
          <li key={id}>
            <details>
              <summary>
                {isEval ? <Name text={id} /> : `run ${id}`}{' '}
                <span class="soft small">
                  <Foreign text={evidence?.where ?? ''} />
                </span>
              </summary>
              {evidence?.expected === undefined ? null : (
                <p class="soft">
                  expected:{' '}
                  {evidence.expected.calls.length === 0
                    ? 'no call'
                    : evidence.expected.calls.map(({ tool }, i) => (
                        <span key={i}>
                          {i === 0 ? '' : ', '}
                          <Name text={tool} />
                        </span>
                      ))}
                </p>
              )}
              <Calls calls={(evidence?.calls ?? []).map(({ tool }) => tool)} />
            </details>
          </li>
        ))}
      </ul>
      {hidden > 0 ? <p class="soft">{`and ${formatNumber(hidden)} more`}</p> : null}
    </Panel>
  );
}

function failingOf(report: TestReport | EvalReport): readonly FailingEntry[] {
  if ('cases' in report)
    return report.cases
      .filter(({ verdict }) => verdict === 'fail')
      .map(({ id, evidence }) => ({ id, evidence: evidence ?? null }));
  return (report.listedRuns ?? [])
    .filter(({ verdict }) => verdict === 'fail')
    .map(({ run, evidence }) => ({ id: String(run), evidence: evidence ?? null }));
}
