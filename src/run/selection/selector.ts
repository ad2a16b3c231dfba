import type { EvalPlan, Suite, TestPlan } from '#suite';
import { runError } from '../issues/run-codes.ts';

/** Which tests and evals take part. */
export interface Selector {
  readonly filter: string | null;
  readonly shard: { readonly index: number; readonly count: number } | null;
  tests<T extends { plan: TestPlan; suite: Suite }>(all: readonly T[]): readonly T[];
  evals<T extends { plan: EvalPlan; suite: Suite }>(all: readonly T[]): readonly T[];
}

/**
 * Filters by text in the name, then deals the rest out to shards one by one.
 * A test and an eval are never split: their gates are judged once, where all of their runs are.
 */
export function compileSelector(filter: string | null, shard: string | null): Selector {
  const part = shard === null ? null : parseShard(shard);
  const named = (name: string): boolean => filter === null || name.includes(filter);
  const dealt = (_: unknown, i: number): boolean =>
    part === null || i % part.count === part.index - 1;
  return {
    filter,
    shard: part,
    tests: (all) => all.filter(({ plan }) => named(plan.name)).filter(dealt),
    evals: (all) => all.filter(({ plan }) => named(plan.name)).filter(dealt),
  };
}

function parseShard(text: string): { index: number; count: number } {
  const match = /^([1-9]\d{0,5})\/([1-9]\d{0,5})$/.exec(text);
  const [index, count] = [Number(match?.[1]), Number(match?.[2])];
  if (match === null || index > count)
    throw runError('FLAG_SHARD', `--shard ${text}: write it as i/n with i from 1 to n`);
  return { index, count };
}
