import type { EvalPlan, Suite, TestPlan } from '#suite';
import { runError } from '../issues/run-codes.ts';
import type { RowSelection } from './select-rows.ts';
import { tagOfFilter } from './tag-of-filter.ts';

/** Which tests and evals take part. */
export interface Selector {
  readonly filter: string | null;
  readonly shard: { readonly index: number; readonly count: number } | null;
  /** The rows of evals that take part; null: all. */
  readonly rows: RowSelection | null;
  tests<T extends { plan: TestPlan; suite: Suite }>(all: readonly T[]): readonly T[];
  evals<T extends { plan: EvalPlan; suite: Suite }>(all: readonly T[]): readonly T[];
}

/**
 * Filters by text in the name, or by a tag of tests and rows, then deals the rest out to shards one by one.
 * A test and an eval are never split: their gates are judged once, where all of their runs are.
 */
export function compileSelector(
  filter: string | null,
  shard: string | null,
  rows: RowSelection | null = null,
): Selector {
  const part = shard === null ? null : parseShard(shard);
  const dealt = (_: unknown, i: number): boolean =>
    part === null || i % part.count === part.index - 1;
  return {
    filter,
    shard: part,
    rows,
    tests: (all) => all.filter(({ plan }) => isTestSelected(plan, filter)).filter(dealt),
    evals: (all) => all.filter(({ plan }) => isEvalSelected(plan, filter, rows)).filter(dealt),
  };
}

/** Whether a filter selects a test: `tag:x` those with that tag, other text those whose name contains it. */
export function isTestSelected(
  { name, tags = [] }: Pick<TestPlan, 'name' | 'tags'>,
  filter: string | null,
): boolean {
  const tag = tagOfFilter(filter);
  return tag === null ? name.includes(filter ?? '') : tags.includes(tag);
}

/** Whether a filter selects an eval: `tag:x` those with such a row, other text those whose name contains it. */
export function isEvalSelected(
  { name }: Pick<EvalPlan, 'name'>,
  filter: string | null,
  rows: RowSelection | null,
): boolean {
  return tagOfFilter(filter) === null ? name.includes(filter ?? '') : rows?.has(name) === true;
}

function parseShard(text: string): { index: number; count: number } {
  const match = /^([1-9]\d{0,5})\/([1-9]\d{0,5})$/.exec(text);
  const [index, count] = [Number(match?.[1]), Number(match?.[2])];
  if (match === null || index > count)
    throw runError('FLAG_SHARD', `--shard ${text}: write it as i/n with i from 1 to n`);
  return { index, count };
}
