import type { JSX } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { matchKey } from '../keys/match-key.ts';
import { CasePane } from './case-pane.tsx';
import { CasesDialog } from './cases-dialog.tsx';
import { Banners } from './conflict-banner.tsx';
import { DecisionPane } from './decision-pane.tsx';
import { ExportDialog } from './export-dialog.tsx';
import { focusOf, READING_ID, showQuestion, useFocus } from './focus.ts';
import { GuidePanel } from './guide-panel.tsx';
import { KeyBar } from './key-bar.tsx';
import { KeysDialog } from './keys-dialog.tsx';
import { keyContext, type PageParts, runAction } from './run-action.ts';
import { SheetProvider, useChanges } from '../context/sheet-context.tsx';
import { TopBar } from './top-bar.tsx';

/** The labelling page: conversation left, decision right, keys at the bottom. */
export function SheetPage({ parts }: { readonly parts: PageParts }): JSX.Element {
  const { session, page } = parts;
  useChanges(session);
  useChanges(page);
  useChanges(parts.settings);
  useKeys(parts);
  const keys = keyContext(parts, useFocus());
  const { row, sheet } = session;
  useLayoutEffect(showQuestion, [row?.id, row?.isPartial]);
  if (row === undefined) return <p class="nothing">There is nothing to label on this sheet.</p>;
  const { dialog, isGuideOpen } = page;
  const close = (): void => page.closeDialog();
  const context = {
    session,
    page,
    keys,
    settings: parts.settings,
    run: (action: Parameters<typeof runAction>[1]['action']): void =>
      runAction(parts, { action, number: null }),
  };
  return (
    <SheetProvider value={context}>
      <TopBar start={parts.slots?.start ?? null} canExport={parts.onDownload !== null} />
      <main class={isGuideOpen ? 'desk with-guide' : 'desk'}>
        <section class="reading" id={READING_ID} aria-label="Case" tabindex={0} key={row.id}>
          <Banners row={row} />
          {parts.slots?.top(row)}
          {row.isPartial === true ? (
            <p class="soft" role="status">
              Reading the case…
            </p>
          ) : (
            <>
              <CasePane row={row} />
              {parts.slots?.end(row)}
            </>
          )}
        </section>
        {isGuideOpen && sheet.guide !== null ? (
          <GuidePanel
            guide={sheet.guide}
            hash={sheet.guideHash}
            onClose={() => page.toggleGuide()}
          />
        ) : null}
        {row.isPartial === true ? (
          <section class="decision" aria-label="Decision" />
        ) : (
          <DecisionPane row={row} key={`${row.id} decision`} />
        )}
      </main>
      <KeyBar />
      {dialog?.kind === 'cases' ? <CasesDialog only={dialog.only} onClose={close} /> : null}
      {dialog?.kind === 'keys' ? <KeysDialog onClose={close} /> : null}
      {dialog?.kind === 'export' ? <ExportDialog file={dialog.file} onClose={close} /> : null}
    </SheetProvider>
  );
}

/** Handles keys of the whole page; a key that does something is not the browser's. */
function useKeys(parts: PageParts): void {
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.isComposing) return;
      const focus = focusOf(event.target instanceof Element ? event.target : null);
      const match = matchKey(event, keyContext(parts, focus), parts.settings.table);
      if (match === null) return;
      event.preventDefault();
      runAction(parts, match, event.key);
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [parts]);
}
