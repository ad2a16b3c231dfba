import type { Issue } from '#core';
import type { Claim } from '../intake/claims.ts';
import type { TestRun } from '../test-runs/test-run.ts';

/** What is left to be read once databases counted what they can. */
export interface PushedDown {
  readonly groups: readonly Claim[];
  readonly selected: ReadonlySet<TestRun>;
  /** Why tests are streamed. */
  readonly notes: readonly Issue[];
}

/** Has databases count what they can. Most runs are of files, and do not load the code for it. */
export async function pushDown(
  groups: readonly Claim[],
  selected: ReadonlySet<TestRun>,
  isAsked: boolean,
): Promise<PushedDown> {
  if (!isAsked) return { groups, selected, notes: [] };
  const { countClaims } = await import('./count-claims.ts');
  const { tests, unfinished, left, notes } = await countClaims(groups, selected);
  return {
    groups: left,
    selected: new Set([...selected].filter((test) => !tests.has(test) || unfinished.has(test))),
    notes,
  };
}
