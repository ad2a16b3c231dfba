import type { Issue, Place } from '#core';
import { runIssue } from '../issues/run-codes.ts';

const MAX_LISTED = 20;

/** The cases to which more traces belong than the suite says. */
export function findTooMany(
  cases: readonly { readonly id: string; readonly found: number }[],
  runs: number,
  name: string,
  where: Place,
): readonly Issue[] {
  const tooMany = cases.filter(({ found }) => found > runs).slice(0, MAX_LISTED);
  return tooMany.map(({ id, found }) => {
    const message = `"${name}" says runs: ${runs}, but ${found} traces belong to case "${id}"`;
    return runIssue('RUNS_TOO_MANY', message, {
      where,
      hint: 'raise runs, or give fewer traces',
    });
  });
}
