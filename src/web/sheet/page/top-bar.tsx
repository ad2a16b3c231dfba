import type { JSX } from 'preact';
import { formatNumber } from '#reporters';
import { Foreign } from '../../components/foreign.tsx';
import { ThemeButton } from '../../components/theme.tsx';
import { formatTimeLeft } from '../session/pace.ts';
import { ActionKey } from '../context/action-key.tsx';
import { useSheet } from '../context/sheet-context.tsx';

/** Where the reviewer is, how far, how long it takes, and what can be looked up. */
export function TopBar({
  start,
  canExport,
}: {
  /** What is before the name of the sample. */
  readonly start: JSX.Element | null;
  readonly canExport: boolean;
}): JSX.Element {
  const { session, page, run } = useSheet();
  const { sheet, place } = session;
  const counts = session.counts();
  const done = counts.saved + counts.changed + counts.unsure;
  const left = session.timeLeftMs();
  const { unexported } = session.savedCounts();
  const total = sheet.rows.length;
  const isDone = done === total;
  return (
    <header class="top-bar">
      {start}
      <h1>
        <Foreign text={sheet.dataset} />
      </h1>
      <span class="soft who">
        {sheet.isDecision ? `decided by ${sheet.reviewer}` : sheet.reviewer}
      </span>
      <span class="where">
        case <b>{formatNumber(place + 1)}</b> of {formatNumber(total)}
      </span>
      <progress aria-label="Saved cases" value={done} max={Math.max(1, total)} />
      <span class="soft pace">
        {isDone ? 'all saved' : `${formatNumber(done)} saved`}
        {left === null || isDone ? '' : ` · ${formatTimeLeft(left)}`}
      </span>
      <span class="space" />
      <Count
        label="Skipped"
        count={counts.skipped}
        onClick={() => page.open({ kind: 'cases', only: 'skipped' })}
      />
      <Count
        label="Unsure"
        count={counts.unsure}
        onClick={() => page.open({ kind: 'cases', only: 'unsure' })}
      />
      <button type="button" class="button" onClick={() => run('cases')}>
        Cases <ActionKey action="cases" />
      </button>
      {sheet.guide === null ? null : (
        <button
          type="button"
          class="button"
          aria-pressed={page.isGuideOpen}
          onClick={() => run('guide')}
        >
          Guide <ActionKey action="guide" />
        </button>
      )}
      {canExport ? (
        <button type="button" class="button" onClick={() => run('export')}>
          Export{unexported === 0 ? '' : ` ${formatNumber(unexported)} new`}
          <ActionKey action="export" />
        </button>
      ) : null}
      <ThemeButton />
    </header>
  );
}

function Count({
  label,
  count,
  onClick,
}: {
  readonly label: string;
  readonly count: number;
  readonly onClick: () => void;
}): JSX.Element | null {
  if (count === 0) return null;
  return (
    <button type="button" class="button quiet" onClick={onClick}>
      {label} {formatNumber(count)}
    </button>
  );
}
