import type { JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { LabelPart, SheetRow } from '#schema';
import { PageState } from '../../../sheet/context/page-state.ts';
import type { PageParts } from '../../../sheet/page/run-action.ts';
import { SheetPage } from '../../../sheet/page/sheet-page.tsx';
import type { Loaded } from '../../data/use-api.ts';
import { Await, Empty } from '../../frame/states.tsx';
import type { ViewParts } from '../../frame/view.ts';
import { casePath, samplePath, taskIn } from '../label-paths.ts';
import { type Desk, openDesk } from './desk.ts';
import { OthersPanel } from './others-panel.tsx';
import { Returned, SendBack } from './returned.tsx';

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
  const [desk, setDesk] = useState<Loaded<Desk>>({ state: 'loading' });
  useEffect(() => {
    let isCurrent = true;
    const address = { sample, task, part, reviewer };
    openDesk(address, reviewer ?? session.reviewer ?? '', id).then(
      (value) => isCurrent && setDesk({ state: 'ready', value }),
      (error: Error) => isCurrent && setDesk({ state: 'failed', error }),
    );
    return () => {
      isCurrent = false;
    };
  }, [sample, task, part, reviewer]);
  const back = samplePath(sample, { task, reviewer });
  if (desk.state !== 'ready')
    return (
      <main class="view">
        <p>
          <a href={back}>← Back to the cases</a>
        </p>
        <Await loaded={desk} what="the cases">
          {() => <></>}
        </Await>
      </main>
    );
  return desk.value.session.row === undefined ? (
    <NothingToDo back={back} part={part} />
  ) : (
    <OpenDeskPage desk={desk.value} back={back} id={id} />
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

function OpenDeskPage({
  desk,
  back,
  id,
}: {
  readonly desk: Desk;
  readonly back: string;
  readonly id: string | null;
}): JSX.Element {
  const { session, api } = desk;
  useEffect(() => {
    const stopAddress = session.subscribe(() => showAddress(desk));
    const stop = desk.follow();
    showAddress(desk);
    return () => {
      stopAddress();
      stop();
    };
  }, [desk]);
  // The back button, or a link to another case.
  useEffect(() => {
    const place = session.sheet.rows.findIndex((row) => row.id === id);
    if (place >= 0 && place !== session.place) session.open(place);
  }, [id]);
  const parts = useMemo((): PageParts => {
    const isDecision = api.address.part === 'decide';
    return {
      session,
      page: new PageState(),
      onDownload: null,
      slots: {
        start: (
          <a class="button quiet" href={back} title="All cases">
            <span aria-hidden="true">←</span> <span class="unseen">All cases</span>
          </a>
        ),
        top: (row: SheetRow) => <Returned found={desk.caseOf(row.id)} isDecision={isDecision} />,
        end: (row: SheetRow) => (
          <>
            <OthersPanel desk={desk} row={row} />
            {isDecision && !session.isReadOnly ? (
              <SendBack desk={desk} row={row} key={row.id} />
            ) : null}
          </>
        ),
      },
    };
  }, [desk, back]);
  return (
    <div class="sheet-view">
      <div id="page">
        <SheetPage parts={parts} />
      </div>
    </div>
  );
}

/** The address has the case, so that it can be opened again and sent to others. */
function showAddress({ session, api }: Desk): void {
  const { row } = session;
  if (row === undefined) return;
  const path = casePath(api.address, row.id);
  if (location.pathname + location.search !== path) history.replaceState(history.state, '', path);
}
