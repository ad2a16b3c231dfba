import type { JSX } from 'preact';
import { formatNumber } from '#reporters';
import type { ApiPersonProgress } from '#schema';
import { formatPace, formatTimeLeft, paceMs, timeLeftMs } from '../../../sheet/session/pace.ts';

/** How far a person is, as a bar and in words, and how long the rest takes. */
export function ProgressLine({
  name,
  done,
  total,
  savedAt,
}: {
  /** Whose progress it is, for screen readers. */
  readonly name: string;
  readonly done: number;
  /** Null where cases were not assigned. */
  readonly total: number | null;
  readonly savedAt: readonly string[];
}): JSX.Element {
  const left = total === null ? null : timeLeftMs(savedAt, total - done);
  const pace = paceMs(savedAt);
  const last = savedAt.at(-1);
  return (
    <span class="progress-line">
      {total === null ? null : (
        <progress aria-label={`Saved by ${name}`} value={done} max={Math.max(1, total)} />
      )}
      <span>
        {formatNumber(done)}
        {total === null ? ' saved' : ` of ${formatNumber(total)}`}
      </span>
      <span class="soft small">
        {total !== null && done >= total ? 'done' : left === null ? '' : formatTimeLeft(left)}
        {pace === null ? '' : ` · ${formatPace(pace)}`}
        {last === undefined ? '' : ` · last ${last.slice(0, 16).replace('T', ' ')}`}
      </span>
    </span>
  );
}

/** How many cases of a person are answered. */
export function doneOf({ states }: ApiPersonProgress): number {
  return states.saved + states.changed;
}
