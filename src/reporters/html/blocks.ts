import type { Report } from '#core';

/** Tests that share a block of evidence: blocks are parsed when one of their tests is opened. */
const MAX_TESTS = 200;
/** Runs with texts that share one: each may have 4 KB of them. */
const MAX_RUNS = 200;

/** The first row of each block of evidence. Each eval is one, because it may have a million cases; tests are grouped. */
export function blocksOf({ tests, evals }: Pick<Report, 'tests' | 'evals'>): readonly number[] {
  const starts = evals.map((_, place) => place);
  let inBlock = MAX_TESTS;
  let runs = 0;
  tests.forEach(({ listedRuns = [] }, place) => {
    if (inBlock === MAX_TESTS || runs + listedRuns.length > MAX_RUNS) {
      starts.push(evals.length + place);
      inBlock = 0;
      runs = 0;
    }
    inBlock += 1;
    runs += listedRuns.length;
  });
  return starts;
}
