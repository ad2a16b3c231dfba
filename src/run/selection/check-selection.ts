import type { Suite } from '#suite';
import { runError } from '../issues/run-codes.ts';

/** What the command line selects from suites; null where it says nothing. */
export interface Selection {
  readonly filter: string | null;
  readonly dataset: string | null;
}

/** Throws a UserError for a filter or a dataset without effect on these suites. An empty shard is not a mistake. */
export function checkSelection(suites: readonly Suite[], { filter, dataset }: Selection): void {
  if (dataset !== null && suites.every(({ evals }) => evals.length === 0))
    throw runError(
      'NOTHING_SELECTED',
      '--dataset replaces the dataset of evals, and there is none',
      { hint: 'recorded runs of tests are given with --traces' },
    );
  if (filter === null) return;
  const names = suites.flatMap((suite) => [...suite.tests, ...suite.evals].map(({ name }) => name));
  if (names.some((name) => name.includes(filter))) return;
  throw runError(
    'NOTHING_SELECTED',
    `--filter ${JSON.stringify(filter)} selects none of the ${names.length} tests and evals`,
    { hint: 'the filter is a part of the name, with its case' },
  );
}
