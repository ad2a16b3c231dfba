import type { JSX } from 'preact';
import { formatCount, formatNumber } from '#reporters';
import type { ApiAgreement } from '#schema';
import { Chip } from '../../../components/chip.tsx';
import { Foreign, Name } from '../../../components/foreign.tsx';
import { Wide } from '../../../components/wide.tsx';
import { Panel } from '../../../components/panel.tsx';
import { useApi } from '../../data/use-api.ts';
import { Await, Empty } from '../../frame/states.tsx';
import type { ViewParts } from '../../frame/view.ts';
import { casePath, samplePath, TASK_WORDS, taskIn } from '../label-paths.ts';
import { AgreementFigures } from './agreement-figures.tsx';
import { ConfusionTable } from './confusion-table.tsx';

/** How far reviewers agree, and where they read the guide differently. */
export function AgreementPage({ parameters, query, session }: ViewParts): JSX.Element {
  const sample = parameters['sample'] ?? '';
  const task = taskIn(query);
  const loaded = useApi<ApiAgreement>(
    `samples/${encodeURIComponent(sample)}/agreement?task=${task}`,
  );
  const canOpen = session.role === 'adjudicator';
  return (
    <main class="view labels">
      <p>
        <a href={samplePath(sample, { task })}>
          ← <Foreign text={sample} />
        </a>
      </p>
      <h1>Agreement</h1>
      <p class="soft">{TASK_WORDS[task]}</p>
      <Await loaded={loaded} what="the agreement">
        {(value) =>
          value.cases === 0 ? (
            <Empty title="No case has two answers yet." />
          ) : (
            <Agreement
              value={value}
              linkOf={
                canOpen
                  ? (id) => casePath({ sample, task, part: 'decide', reviewer: null }, id)
                  : null
              }
            />
          )
        }
      </Await>
    </main>
  );
}

type LinkOf = ((id: string) => string) | null;

function Agreement({
  value,
  linkOf,
}: {
  readonly value: ApiAgreement;
  readonly linkOf: LinkOf;
}): JSX.Element {
  const what = value.task === 'label' ? 'tools' : 'ratings';
  return (
    <>
      <p>
        {formatCount(value.cases, 'case')} with two answers or more, {formatNumber(value.identical)}{' '}
        with the same in everything.
      </p>
      <AgreementFigures value={value} />
      <Panel title="Clauses of the guide that people read differently">
        <Clauses clauses={value.clauses} linkOf={linkOf} />
      </Panel>
      <Panel title={`Which ${what} reviewers take for each other`}>
        <ConfusionTable pairs={value.confusion} />
      </Panel>
      <Panel title={`Disputed cases by ${value.task === 'label' ? 'tool' : 'rating'}`}>
        <Disputed disputed={value.disputed} linkOf={linkOf} />
      </Panel>
    </>
  );
}

function Clauses({
  clauses,
  linkOf,
}: {
  readonly clauses: ApiAgreement['clauses'];
  readonly linkOf: LinkOf;
}): JSX.Element {
  if (clauses.length === 0)
    return (
      <p class="soft">
        No reviewer named a clause. The field “Clause of the guide that decides” is below the
        arguments.
      </p>
    );
  return (
    <Wide>
      <table>
        <thead>
          <tr>
            <th scope="col">Clause</th>
            <th scope="col" class="number">
              Cases
            </th>
            <th scope="col" class="number">
              Differ
            </th>
            <th scope="col" class="number">
              Another clause named
            </th>
            <th scope="col">Look at</th>
          </tr>
        </thead>
        <tbody>
          {clauses.map(({ clause, cases, differ, otherClause, examples }) => (
            <tr key={clause}>
              <th scope="row">
                <Foreign text={clause} />
              </th>
              <td class="number">{formatNumber(cases)}</td>
              <td class="number">{formatNumber(differ)}</td>
              <td class="number">{formatNumber(otherClause)}</td>
              <td>
                <CaseLinks ids={examples} linkOf={linkOf} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Wide>
  );
}

const MAX_LINKS = 8;

function CaseLinks({
  ids,
  linkOf,
}: {
  readonly ids: readonly string[];
  readonly linkOf: LinkOf;
}): JSX.Element {
  return (
    <span class="chips">
      {ids.slice(0, MAX_LINKS).map((id) =>
        linkOf === null ? (
          <Name key={id} text={id.slice(0, 8)} />
        ) : (
          <Chip key={id} isOn={false} href={linkOf(id)}>
            <Name text={id.slice(0, 8)} />
          </Chip>
        ),
      )}
      {ids.length > MAX_LINKS ? (
        <span class="soft small">and {formatNumber(ids.length - MAX_LINKS)} more</span>
      ) : null}
    </span>
  );
}

function Disputed({
  disputed,
  linkOf,
}: {
  readonly disputed: ApiAgreement['disputed'];
  readonly linkOf: LinkOf;
}): JSX.Element {
  if (disputed.length === 0) return <p class="soft">Reviewers agree on all of them.</p>;
  return (
    <ul class="disputed">
      {disputed.map(({ category, cases }) => (
        <li key={category}>
          <span>
            <Name text={category} />{' '}
            <span class="soft">
              {formatCount(cases.length, 'case')},{' '}
              {formatNumber(cases.filter(({ state }) => state === 'adjudicated').length)} decided
            </span>
          </span>
          <CaseLinks ids={cases.map(({ id }) => id)} linkOf={linkOf} />
        </li>
      ))}
    </ul>
  );
}
