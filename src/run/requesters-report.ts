import type { Report, RequesterCounts } from '#core';

/** The calls of the named requesters, as a report has them; nothing where none is named. */
export function requestersReport(counts: RequesterCounts): Pick<Report, 'requesters'> {
  const named = counts.state();
  return named.length === 0 ? {} : { requesters: Object.fromEntries(named) };
}
