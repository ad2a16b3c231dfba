import type { Suite } from '#suite';
import type { RowSelection } from './select-rows.ts';
import { isEvalSelected, isTestSelected } from './selector.ts';
import { runError } from '../issues/run-codes.ts';

/** What the command line selects from suites; null where it says nothing. */
export interface Selection {
  readonly filter: string | null;
  readonly dataset: string | null;
  /** The rows with the tag of the filter; null for a filter by name. */
  readonly rows: RowSelection | null;
}

/** Throws a UserError for a filter or a dataset without effect on these suites. An empty shard is not a mistake. */
export function checkSelection(
  suites: readonly Suite[],
  { filter, dataset, rows }: Selection,
): void {
  if (dataset !== null && suites.every(({ evals }) => evals.length === 0))
    throw runError(
      'NOTHING_SELECTED',
      '--dataset replaces the dataset of evals, and there is none',
      { hint: 'recorded runs of tests are given with --traces' },
    );
  if (filter === null) return;
  const isAnySelected = suites.some(
    ({ tests, evals }) =>
      tests.some((plan) => isTestSelected(plan, filter)) ||
      evals.some((plan) => isEvalSelected(plan, filter, rows)),
  );
  if (isAnySelected) return;
  const plans = suites.flatMap((suite) => [...suite.tests, ...suite.evals]);
  throw runError(
    'NOTHING_SELECTED',
    `--filter ${JSON.stringify(filter)} selects none of the ${plans.length} tests and evals`,
    {
      hint: 'the filter is a part of the name, with its case, or tag:name, which tests or rows of evals have',
    },
  );
}
