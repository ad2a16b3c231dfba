/** Two spans of time that are compared, each as `from/to` in ISO 8601. */
export interface Windows {
  readonly before: string;
  readonly after: string;
}

const HOUR_MS = 60 * 60 * 1000;

/** Spans that are chosen by one click: the last of them against the one before. */
export const SPANS: readonly (readonly [words: string, ms: number])[] = [
  ['Last hour', HOUR_MS],
  ['Last 24 hours', 24 * HOUR_MS],
  ['Last 7 days', 7 * 24 * HOUR_MS],
];

/** The last span of time against the one before it. */
export function lastAgainstBefore(ms: number, nowMs: number): Windows {
  const isoOf = (time: number): string => new Date(time).toISOString();
  return {
    before: `${isoOf(nowMs - 2 * ms)}/${isoOf(nowMs - ms)}`,
    after: `${isoOf(nowMs - ms)}/${isoOf(nowMs)}`,
  };
}

/** The windows of an address; null where it has none. */
export function readWindows(query: URLSearchParams): Windows | null {
  const [before, after] = [query.get('before'), query.get('after')];
  return before === null || after === null ? null : { before, after };
}

/** A time as `<input type="datetime-local">` takes it, in the time zone of the reader. */
export function toLocalText(iso: string): string {
  const time = new Date(iso);
  if (Number.isNaN(time.getTime())) return '';
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
