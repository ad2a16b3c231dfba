import type { Verdict, VerdictCounts } from '../report/report.ts';

/** The verdict over parts: fail, error, inconclusive, pass, the first that applies. */
export function worstVerdict(verdicts: Iterable<Verdict>): Verdict {
  let worst: Verdict = 'pass';
  for (const verdict of verdicts) if (RANK[verdict] > RANK[worst]) worst = verdict;
  return worst;
}

const RANK: Record<Verdict, number> = { pass: 0, inconclusive: 1, error: 2, fail: 3 };

/** How many of each verdict. */
export function countVerdicts(verdicts: Iterable<Verdict>): VerdictCounts {
  const counts = { pass: 0, fail: 0, error: 0, inconclusive: 0 };
  for (const verdict of verdicts) counts[verdict]++;
  return counts;
}
