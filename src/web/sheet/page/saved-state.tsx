import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { CaseProgress } from '../session/case-entry.ts';
import { useSheet } from '../context/sheet-context.tsx';

const WORDS: Readonly<Record<CaseProgress, string>> = {
  open: '',
  draft: 'Draft, not saved yet',
  skipped: 'Skipped',
  saved: 'Saved',
  changed: 'Changed since it was saved',
  unsure: 'Saved as unsure',
};

/** What was done last, and how far the shown case is. */
export function SavedState(): JSX.Element {
  const { session } = useSheet();
  const { row, notice } = session;
  const progress = row === undefined ? 'open' : session.progressOf(row);
  const at = row === undefined ? undefined : session.entryOf(row.id).saved?.at;
  const isUnsent = row !== undefined && session.isUnsent(row.id);
  const words = isUnsent ? 'Not stored yet' : WORDS[progress];
  const isSaved = progress === 'saved' && !isUnsent;
  const isProblem = progress !== 'saved' && /^(?:Not saved|Choose|Unsure)/.test(notice);
  return (
    <div class="saved-state">
      <span class={isProblem ? 'bad' : 'soft'} role="status">
        {notice}
      </span>
      {words === '' || isProblem ? null : (
        <span class={isSaved ? 'good' : 'warn'}>
          {isSaved ? <span aria-hidden="true">✓ </span> : null}
          {words}
          {at !== undefined && at !== '' && isSaved ? <Ago at={at} /> : null}
        </span>
      )}
      {progress === 'changed' ? (
        <button type="button" class="text-button" onClick={() => session.discardDraft()}>
          Show what is saved
        </button>
      ) : null}
    </div>
  );
}

/** How long ago, in words that stay true for a while. */
function Ago({ at }: { readonly at: string }): JSX.Element {
  const [, setCount] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setCount((count) => count + 1), 10_000);
    return () => clearInterval(timer);
  }, []);
  return <> {agoWords(Date.now() - Date.parse(at))}</>;
}

function agoWords(durationMs: number): string {
  const minutes = Math.floor(durationMs / 60_000);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${minutes} min ago`;
  return minutes < 48 * 60
    ? `${Math.floor(minutes / 60)} h ago`
    : `${Math.floor(minutes / 1440)} days ago`;
}
