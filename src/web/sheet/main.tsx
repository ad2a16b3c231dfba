import { render } from 'preact';
import { type JsonReader, JsonReaderContext } from '../components/json/json-reader.ts';
import { scanJson } from '../components/json/scan-json.ts';
import { applyTheme } from '../components/theme.tsx';
import { decodeSheet } from './decode-sheet.ts';
import { KeySettings } from './keys/key-settings.ts';
import { PageState } from './context/page-state.ts';
import { SheetPage } from './page/sheet-page.tsx';
import { BrowserStore, type StorageChange } from './session/browser-store.ts';
import type { ExportedFile } from './session/export-file.ts';
import { SheetSession } from './session/sheet-session.ts';

applyTheme();
const sheet = decodeSheet(document.getElementById('sheet')?.textContent ?? '');
const scope = [sheet.dataset, sheet.task, sheet.isDecision ? 'decide' : 'label', sheet.reviewer];
const store = new BrowserStore(scope, {
  storage: () => localStorage,
  listen: (listener) => {
    const listen = (event: StorageEvent): void => listener(event satisfies StorageChange);
    addEventListener('storage', listen);
    return () => removeEventListener('storage', listen);
  },
  tab: Math.random().toString(36).slice(2),
});
const session = new SheetSession(sheet, store, () => new Date());

/** The address has the case, so that it can be opened again. */
function showAddress(): void {
  const { row } = session;
  if (row !== undefined) history.replaceState(null, '', `#case=${encodeURIComponent(row.id)}`);
}

function caseInAddress(): string | null {
  return new URLSearchParams(location.hash.slice(1)).get('case');
}

function download({ name, lines }: ExportedFile): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([...lines], { type: 'application/jsonl' }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

addEventListener('beforeunload', (event) => {
  if (session.isAtRisk()) event.preventDefault();
});
addEventListener('hashchange', () => {
  const place = sheet.rows.findIndex((row) => row.id === caseInAddress());
  if (place >= 0) session.open(place);
});
session.subscribe(showAddress);
void session.start(caseInAddress()).then(() => {
  const root = document.getElementById('page');
  if (root === null) return;
  root.replaceChildren();
  const settings = new KeySettings(() => localStorage, sheet.reviewer);
  const parts = { session, page: new PageState(), settings, onDownload: download };
  // A page of one file starts no worker: large values are read when they are opened.
  const read: JsonReader = async (text) => scanJson(text);
  render(
    <JsonReaderContext.Provider value={read}>
      <SheetPage parts={parts} />
    </JsonReaderContext.Provider>,
    root,
  );
});
