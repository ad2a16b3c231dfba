import type { JSX } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import type { SheetRow } from '#schema';
import { KeySettings } from '../../../sheet/keys/key-settings.ts';
import { PageState } from '../../../sheet/context/page-state.ts';
import type { PageParts } from '../../../sheet/page/run-action.ts';
import { SheetPage } from '../../../sheet/page/sheet-page.tsx';
import { casePath } from '../label-paths.ts';
import type { Desk } from './desk.ts';
import { OthersPanel } from './others-panel.tsx';
import { Returned, SendBack } from './returned.tsx';

export { openDesk } from './desk.ts';

/** The sheet of a desk that has cases. */
export function OpenDeskPage({
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
      settings: new KeySettings(() => localStorage, session.sheet.reviewer),
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
            {isDecision && !desk.isForeign ? <SendBack desk={desk} row={row} key={row.id} /> : null}
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
