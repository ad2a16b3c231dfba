import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { ApiLabelLink, ApiTaskStatus, LabelTask } from '#schema';
import { CopyButton } from '../../../components/copy-button.tsx';
import { Foreign } from '../../../components/foreign.tsx';
import { Panel } from '../../../components/panel.tsx';
import { useApi } from '../../data/use-api.ts';
import { Await, Empty } from '../../frame/states.tsx';
import { samplePath } from '../label-paths.ts';
import { ProgressLine } from './progress-line.tsx';
import { statusWords } from './samples-page.tsx';

interface OverviewParts {
  readonly sample: string;
  readonly task: LabelTask;
  readonly status: ApiTaskStatus;
}

/** For an admin: how far all are, and the links to hand out. */
export function OverviewPanels({ sample, task, status }: OverviewParts): JSX.Element {
  return (
    <>
      <p>{statusWords(status)}</p>
      <Panel
        title="Reviewers"
        controls={<a href={samplePath(sample, { task, part: '/agreement' })}>Agreement</a>}
      >
        <Reviewers sample={sample} task={task} status={status} />
      </Panel>
      <Panel title="A person who decides">
        <DeciderLink sample={sample} />
      </Panel>
    </>
  );
}

function Reviewers({ sample, task, status: { reviewers, pace } }: OverviewParts): JSX.Element {
  const links = useApi<readonly ApiLabelLink[]>(`samples/${encodeURIComponent(sample)}/links`);
  if (reviewers.length === 0)
    return (
      <Empty title="No case is assigned yet.">
        <p>
          <code>whichtool label assign {sample} --reviewers ann,ben</code>
        </p>
      </Empty>
    );
  return (
    <Await loaded={links} what="the links">
      {(known) => (
        <ul class="reviewers">
          {reviewers.map(({ reviewer, assigned, done }) => (
            <li key={reviewer}>
              <b>
                <Foreign text={reviewer} />
              </b>
              <ProgressLine
                name={reviewer}
                done={done}
                total={assigned}
                savedAt={
                  pace.find((reviewerPace) => reviewerPace.reviewer === reviewer)?.savedAt ?? []
                }
              />
              <span class="links">
                <a href={samplePath(sample, { task, reviewer })}>Look at the labels</a>
                <LinkButton link={known.find((link) => link.reviewer === reviewer)} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Await>
  );
}

/** Copies a personal link: the person who has it acts under that name. */
function LinkButton({ link }: { readonly link: ApiLabelLink | undefined }): JSX.Element | null {
  if (link === undefined) return null;
  return (
    <CopyButton
      text={() => new URL(link.path, location.origin).href}
      title={`The personal link of ${link.reviewer}: who has it labels under this name`}
    >
      Copy the link of {link.reviewer}
    </CopyButton>
  );
}

/** A link for a person who did not label. */
function DeciderLink({ sample }: { readonly sample: string }): JSX.Element {
  const [name, setName] = useState('');
  const [typed, setTyped] = useState('');
  return (
    <form
      class="decider"
      onSubmit={(event) => {
        event.preventDefault();
        setName(typed.trim());
      }}
    >
      <label for="decider">
        Name of a person who decides where reviewers differ, and did not label
      </label>
      <span class="field">
        <input
          id="decider"
          type="text"
          value={typed}
          placeholder="cleo"
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
      </span>
      <button type="submit" class="button" disabled={typed.trim() === ''}>
        Make a link
      </button>
      {name === '' ? null : <MadeLink sample={sample} name={name} key={name} />}
    </form>
  );
}

function MadeLink({
  sample,
  name,
}: {
  readonly sample: string;
  readonly name: string;
}): JSX.Element {
  const query = new URLSearchParams({ reviewer: name, role: 'adjudicator' }).toString();
  const links = useApi<readonly ApiLabelLink[]>(
    `samples/${encodeURIComponent(sample)}/links?${query}`,
  );
  return (
    <Await loaded={links} what="the link">
      {([link]) => (
        <span>
          <LinkButton link={link} />
        </span>
      )}
    </Await>
  );
}
