import type { CountedPile, RunScore, TestSums } from '#core';

/** Adds runs of which only numbers of calls are known to a test of scorers that need no expectation. */
export function addSizes(sums: TestSums, { sizes }: CountedPile): void {
  for (const { calls, failed, runs } of sizes) {
    const scores = sums.plan.scorers.map(({ scorer }): RunScore => {
      const tally = scorer.countedTally?.({ calls, failed }) ?? {};
      return { tally, perfect: true, sample: null, hits: [], verdicts: [] };
    });
    sums.numbers.skip(0, runs);
    // Whether a run passes alone depends on what was not looked at.
    const outcome = { scores, calls, passes: () => null, perfect: null };
    sums.addAlike(outcome, { times: runs, first: null });
  }
}
