import { sourceError } from '#platform';
import { readTime } from '../draft/read-time.ts';

/** Which traces of a source to read, by their time. */
export interface SourceWindow {
  /** When a trace began: from `since` on (ISO 8601, UTC), and before `until`. */
  readonly since: string | null;
  readonly until: string | null;
  /** How many traces at most, the newest first. */
  readonly limit: number | null;
}

/** Which traces of a project to read. */
export interface SourceQuery extends SourceWindow {
  readonly project: string;
}

const URL_SHAPE = /^[^:]+:\/\/([^?#]*)(?:\?([^#]*))?$/;

const EXAMPLE = 'write scheme://project?since=2026-01-31&limit=500';

/** Reads an address, or throws a UserError that says what is wrong with it. */
export function parseSourceUrl(url: string, now: () => Date): SourceQuery {
  const fail = (message: string, hint: string = EXAMPLE): Error =>
    sourceError('SOURCE_URL', url, message, hint);
  const [, path = '', search = ''] = URL_SHAPE.exec(url) ?? [];
  const project = decode(path.replace(/\/+$/, ''));
  if (project === null) throw fail('the name of the project has a % that is not an escape');
  if (project === '') throw fail('the address names no project');
  const parameters = new URLSearchParams(search);
  for (const key of parameters.keys())
    if (key !== 'since' && key !== 'until' && key !== 'limit')
      throw fail(`there is no parameter "${key}"`, 'the parameters are since, until and limit');
  return { project, ...parseWindow(parameters, now, fail) };
}

/** Reads the parameters `since`, `until` and `limit`; `fail` makes the error for a value that is none. */
export function parseWindow(
  parameters: URLSearchParams,
  now: () => Date,
  fail: (message: string, hint?: string) => Error,
): SourceWindow {
  const time = (key: string): string | null => {
    const value = parameters.get(key);
    const read = value === null ? null : parseTime(value, now);
    if (read === undefined)
      throw fail(`${key} is not a time`, 'write 2026-01-31, 2026-01-31T12:00:00Z, 30m, 12h or 7d');
    return read;
  };
  const limit = parameters.get('limit');
  if (limit !== null && !/^[1-9]\d{0,8}$/.test(limit))
    throw fail('limit is not a number from 1 on');
  return {
    since: time('since'),
    until: time('until'),
    limit: limit === null ? null : Number(limit),
  };
}

const UNITS_MS = new Map([
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
]);

/** A day, a moment, or how long ago. */
function parseTime(text: string, now: () => Date): string | undefined {
  const [, count, unit = ''] = /^(\d{1,5})([mhd])$/.exec(text) ?? [];
  if (count === undefined)
    return readTime(/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00Z` : text.replace(' ', '+'));
  return readTime(now().getTime() - Number(count) * (UNITS_MS.get(unit) ?? 0), 'ms');
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
