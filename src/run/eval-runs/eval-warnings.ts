import type { EvalSums, Issue } from '#core';
import { unmatchedLabels } from '../datasets/unmatched-labels.ts';
import { runIssue } from '../issues/run-codes.ts';

/** What is odd about the rows of an eval: weights, tags or labels that cannot be used. */
export function evalWarnings(
  name: string,
  { weights, tags }: EvalSums['measure'],
  cases: EvalSums['cases'],
  isDriven: boolean,
): readonly Issue[] {
  const unweighted = weights?.missing ?? 0;
  const fault = tags?.fault ?? null;
  return [
    ...(unweighted === 0 ? [] : [unweightedIssue(name, unweighted, cases.length)]),
    ...(fault === null ? [] : [runIssue('ROW_TAGS', `${name}: no figures by tag: ${fault}`)]),
    ...unmatchedLabels(name, cases, isDriven),
  ];
}

function unweightedIssue(name: string, count: number, cases: number): Issue {
  const message = `${name}: nothing is reweighted, for ${count} of ${cases} rows have no weight`;
  const hint = 'a weight is a number from 0: how many cases of the population a row speaks for';
  return runIssue('ROW_WEIGHT', message, { hint });
}
