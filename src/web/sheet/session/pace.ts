/** Longer pauses are breaks. */
const MAX_PAUSE_MS = 10 * 60_000;
/** Fewer pauses between answers say nothing about the pace. */
const MIN_PAUSES = 3;
const LAST_PAUSES = 30;

/** How long a case takes, by the last answers; null where there are too few of them. */
export function paceMs(savedAt: readonly string[]): number | null {
  const times = savedAt.map((at) => Date.parse(at)).filter((time) => Number.isFinite(time));
  times.sort((a, b) => a - b);
  const pauses = times
    .slice(1)
    .map((time, i) => time - (times[i] ?? time))
    // Answers that were imported together have one time.
    .filter((pause) => pause > 0 && pause <= MAX_PAUSE_MS)
    .slice(-LAST_PAUSES)
    .sort((a, b) => a - b);
  const median = pauses[Math.floor(pauses.length / 2)];
  return pauses.length < MIN_PAUSES || median === undefined ? null : median;
}

/** How long the rest takes at the pace of the last answers; null where that is not known. */
export function timeLeftMs(savedAt: readonly string[], remaining: number): number | null {
  const pace = paceMs(savedAt);
  return pace === null ? null : pace * remaining;
}

/** How long a case takes, in words: `12 s a case`. */
export function formatPace(durationMs: number): string {
  const seconds = Math.max(1, Math.round(durationMs / 1000));
  return seconds < 90 ? `${seconds} s a case` : `${Math.round(seconds / 60)} min a case`;
}

/** A duration in words: `about 41 min left`. */
export function formatTimeLeft(durationMs: number): string {
  const minutes = Math.round(durationMs / 60_000);
  if (minutes < 1) return 'less than 1 min left';
  if (minutes < 60) return `about ${minutes} min left`;
  const rest = minutes % 60;
  return `about ${Math.floor(minutes / 60)} h${rest === 0 ? '' : ` ${rest} min`} left`;
}
