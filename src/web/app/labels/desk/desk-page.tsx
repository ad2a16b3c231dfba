import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { LabelPart } from '#schema';
import type { Loaded } from '../../data/use-api.ts';
import { Await, Empty } from '../../frame/states.tsx';
import type { ViewParts } from '../../frame/view.ts';
import { samplePath, taskIn, withQuery } from '../label-paths.ts';
import type { Desk } from './desk.ts';
import type { OpenDeskPage } from './open-desk-page.tsx';

/** A desk, and the page that shows it: the sheet is loaded when a case is opened. */
interface OpenedDesk {
  readonly desk: Desk;
  readonly Page: typeof OpenDeskPage;
}

/** Labelling one case after the other. */
export function LabelPage(parts: ViewParts): JSX.Element {
  const isDecision = parts.session.role === 'adjudicator' || parts.query.get('part') === 'decide';
  const part = isDecision ? 'decide' : 'review';
  return <DeskPage parts={parts} part={part} id={parts.parameters['case'] ?? null} />;
}

/** Deciding the cases on which reviewers differ. */
export function AdjudicatePage(parts: ViewParts): JSX.Element {
  return <DeskPage parts={parts} part="decide" id={parts.query.get('case')} />;
}

function DeskPage({
  parts: { parameters, query, session },
  part,
  id,
}: {
  readonly parts: ViewParts;
  readonly part: LabelPart;
  readonly id: string | null;
}): JSX.Element {
  const sample = parameters['sample'] ?? '';
  const task = taskIn(query);
  const reviewer = session.role === 'admin' ? (query.get('reviewer') ?? '') : null;
  const isByPriority = query.get('order') === 'priority';
  const [opened, setOpened] = useState<Loaded<OpenedDesk>>({ state: 'loading' });
  useEffect(() => {
    let isCurrent = true;
    const address = { sample, task, part, reviewer, isByPriority };
    const load = async (): Promise<OpenedDesk> => {
      const { openDesk, OpenDeskPage: Page } = await import('./open-desk-page.tsx');
      return { desk: await openDesk(address, reviewer ?? session.reviewer ?? '', id), Page };
    };
    load().then(
      (value) => isCurrent && setOpened({ state: 'ready', value }),
      (error: Error) => isCurrent && setOpened({ state: 'failed', error }),
    );
    return () => {
      isCurrent = false;
    };
  }, [sample, task, part, reviewer, isByPriority]);
  const back = withQuery(
    samplePath(sample, { task, reviewer }),
    isByPriority ? { order: 'priority' } : {},
  );
  if (opened.state !== 'ready')
    return (
      <main class="view">
        <p>
          <a href={back}>← Back to the cases</a>
        </p>
        <Await loaded={opened} what="the cases" isView>
          {() => <></>}
        </Await>
      </main>
    );
  const { desk, Page } = opened.value;
  return desk.session.row === undefined ? (
    <NothingToDo back={back} part={part} />
  ) : (
    <Page desk={desk} back={back} id={id} />
  );
}

function NothingToDo({
  back,
  part,
}: {
  readonly back: string;
  readonly part: LabelPart;
}): JSX.Element {
  return (
    <main class="view">
      <Empty
        title={part === 'decide' ? 'Nothing is to be decided.' : 'No case is assigned to you.'}
      >
        {part === 'decide' ? (
          <p>A case is here when all who were asked have answered it, and differ.</p>
        ) : null}
        <p>
          <a href={back}>Back to the sample</a>
        </p>
      </Empty>
    </main>
  );
}
