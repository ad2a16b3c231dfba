import { type Report, type RequesterCounts, UserError } from '#core';

/** Throws a UserError for requesters that no call of any run has: their figures would be those of nothing. */
export function rejectUnknownRequesters(counts: RequesterCounts, runs: number): void {
  // Without a measured run nothing is known of any requester, and the runs are reported as not measured.
  if (runs === 0 || counts.missing.length === 0) return;
  throw new UserError(
    counts.missing.map((name) => ({
      code: 'REQUESTER_UNKNOWN',
      severity: 'error',
      message: `no call of any selected run has the requester ${JSON.stringify(name)}`,
      where: null,
      hint: '`agent` is the agent; other names are those that the traces record (see: whichtool inspect)',
    })),
  );
}

/** The calls of the named requesters, as a report has them; nothing where none is named. */
export function requestersReport(counts: RequesterCounts): Pick<Report, 'requesters'> {
  const named = counts.save();
  return named.length === 0 ? {} : { requesters: Object.fromEntries(named) };
}
