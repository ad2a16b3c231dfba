import type { JSX } from 'preact';
import { formatNumber, type ReportIndex } from '#reporters';
import { Foreign, Name } from '../../components/foreign.tsx';
import { Panel } from '../../components/panel.tsx';

/** What was odd but did not stop the run. */
export function WarningsPage({ index: { about } }: { readonly index: ReportIndex }): JSX.Element {
  const { issues, moreIssues } = about;
  return (
    <main class="page single">
      <h1>Warnings</h1>
      <Panel>
        {issues.length === 0 ? <p class="soft">No warnings.</p> : null}
        <ul class="issues">
          {issues.map((issue, i) => (
            <li key={i}>
              <span class={issue.severity === 'error' ? 'bad strong' : 'warn strong'}>
                {issue.severity}
              </span>{' '}
              <Foreign text={issue.message} />{' '}
              {issue.where === null ? null : <Name text={issue.where} class="soft" />}
              {issue.hint === null ? null : (
                <p class="soft">
                  <Foreign text={issue.hint} />
                </p>
              )}
              <p class="soft small">
                <Name text={issue.code} />
              </p>
            </li>
          ))}
        </ul>
        {moreIssues === undefined ? null : (
          <p class="soft">{`and ${formatNumber(moreIssues)} more`}</p>
        )}
      </Panel>
    </main>
  );
}
