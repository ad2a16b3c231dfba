import type { ComponentChildren, JSX } from 'preact';
import type { VerdictCounts } from '#core';
import { formatCount, formatNumber, LABELS, type ReportIndex, VERDICTS } from '#reporters';
import { Dotted } from '../../components/dotted.tsx';
import { Foreign, Name } from '../../components/foreign.tsx';
import { Panel } from '../../components/panel.tsx';
import { Words } from '../../components/words.tsx';
import { Wide } from '../../components/wide.tsx';

/** Totals, judges, how reliable repeated runs are, and what the report was made of. */
export function AboutPage({ index }: { readonly index: ReportIndex }): JSX.Element {
  const { about, judges = [], repeats = [] } = index;
  return (
    <main class="page single">
      <h1>About this report</h1>
      <Panel title="Totals">
        <Totals totals={about.totals} />
      </Panel>
      {judges.length === 0 ? null : (
        <Panel title="Judges">
          {judges.map((parts, i) => (
            <p key={i} class="facts">
              <Dotted
                parts={parts.map((part) => (
                  <Words text={part} />
                ))}
              />
            </p>
          ))}
        </Panel>
      )}
      {repeats.length === 0 ? null : (
        <Panel title="Repeated runs">
          {repeats.map((text, i) => (
            <p key={i}>
              <Words text={text} />
            </p>
          ))}
        </Panel>
      )}
      <Panel title="Made of">
        <dl class="about">
          <Sources index={index} />
        </dl>
      </Panel>
    </main>
  );
}

function Totals({ totals }: { readonly totals: ReportIndex['about']['totals'] }): JSX.Element {
  const { tests, evals, cases, gates, runs, errors, partial = 0, calls } = totals;
  const lines = (
    [
      ['Tests', tests],
      ['Evals', evals],
      ['Cases', cases],
      ['Gates', gates],
    ] as readonly (readonly [string, VerdictCounts])[]
  ).filter(([, counts]) => VERDICTS.some((verdict) => counts[verdict] > 0));
  return (
    <>
      <Wide>
        <table class="totals">
          <caption class="unseen">Totals</caption>
          <thead>
            <tr>
              <td />
              {VERDICTS.map((verdict) => (
                <th key={verdict} scope="col" class="number">
                  {LABELS[verdict]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map(([name, counts]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {VERDICTS.map((verdict) => (
                  <td key={verdict} class="number">
                    {formatNumber(counts[verdict])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Wide>
      <p class="facts soft">
        <Dotted
          parts={[
            `${formatCount(runs, 'run')} measured`,
            errors === 0 ? null : `${formatCount(errors, 'run')} not measured`,
            partial === 0 ? null : formatCount(partial, 'partial run'),
            formatCount(calls, 'call'),
          ]}
        />
      </p>
    </>
  );
}

function Fact({ name, children }: { name: string; children: ComponentChildren }): JSX.Element {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

function Sources({
  index: { about, provenance = {} },
}: {
  readonly index: ReportIndex;
}): JSX.Element {
  const {
    suites,
    version,
    shard,
    timing,
    filter,
    formats = [],
    redaction,
    evidenceText,
    requesters,
  } = about;
  const { date, commit, branch, name } = provenance;
  return (
    <>
      {date === undefined ? null : (
        <Fact name="Date">
          <Foreign text={date} />
        </Fact>
      )}
      {commit === undefined ? null : (
        <Fact name="Commit">
          <Name text={commit} /> {branch === undefined ? null : <Foreign text={branch} />}
        </Fact>
      )}
      {name === undefined ? null : (
        <Fact name="Name">
          <Foreign text={name} />
        </Fact>
      )}
      {suites.map(({ file, sha256 }) => (
        <Fact key={file} name="Suite">
          <Name text={file} />{' '}
          <span class="soft small">
            SHA-256 <Name text={sha256} />
          </span>
        </Fact>
      ))}
      {filter === undefined ? null : (
        <Fact name="Filter">
          <Name text={filter} />
        </Fact>
      )}
      {shard === undefined ? null : <Fact name="Shard">{`${shard.index} of ${shard.count}`}</Fact>}
      {formats.length === 0 ? null : (
        <Fact name="Read as">
          <Foreign text={formats.join(', ')} />
        </Fact>
      )}
      {requesters === undefined ? null : (
        <Fact name="Calls by others">
          {Object.entries(requesters).map(([requester, calls], i) => (
            <>
              {i === 0 ? '' : ', '}
              <Name text={requester} /> {formatNumber(calls)}
            </>
          ))}
        </Fact>
      )}
      {redaction === undefined ? null : <Fact name="Redacted">{REDACTIONS[redaction]}</Fact>}
      {evidenceText === false ? <Fact name="Texts">left out (--no-evidence-text)</Fact> : null}
      {timing.startedAt === undefined ? null : (
        <Fact name="Started">
          <Foreign text={timing.startedAt} />
        </Fact>
      )}
      {timing.durationMs === undefined ? null : (
        <Fact name="Took">{`${formatNumber(timing.durationMs)} ms`}</Fact>
      )}
      <Fact name="Made by">
        whichtool <Foreign text={version} />
      </Fact>
    </>
  );
}

const REDACTIONS = {
  none: 'nothing',
  secrets: 'secrets',
  pii: 'secrets and personal data',
} as const;
