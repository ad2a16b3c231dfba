import type { TestReport } from '#core';
import type { Reporter } from './reporter.ts';

/** Enough for one chunk to be worth writing, few enough that no chunk is large. */
const ITEMS_PER_CHUNK = 100;

/**
 * The report as canonical JSON: the bytes of `JSON.stringify(report, null, 2)` and a line feed, but as a stream,
 * because a million cases do not fit into one string.
 */
export const json: Reporter = function* json(report) {
  yield* writeObject(report, 0, (key, value) => {
    if (key === 'tests' && Array.isArray(value)) return writeArray(value, 1, weightOfTest);
    if (key === 'evals' && Array.isArray(value)) return writeEvals(value);
    return null;
  });
  yield '\n';
};

type Streamed = (key: string, value: unknown) => Iterable<string> | null;

/** Writes an object entry by entry, so that `streamed` can take over the values that may be huge. */
function* writeObject(value: object, depth: number, streamed: Streamed): Iterable<string> {
  const indent = '  '.repeat(depth + 1);
  let separator = '{\n';
  for (const [key, entry] of Object.entries(value)) {
    if (entry === undefined) continue;
    yield `${separator}${indent}${JSON.stringify(key)}: `;
    separator = ',\n';
    const stream = streamed(key, entry);
    if (stream === null) yield stringifyAt(entry, depth + 1);
    else yield* stream;
  }
  yield separator === ',\n' ? `\n${'  '.repeat(depth)}}` : '{}';
}

function* writeEvals(evals: readonly object[]): Iterable<string> {
  if (evals.length === 0) {
    yield '[]';
    return;
  }
  let separator = '[\n    ';
  for (const each of evals) {
    yield separator;
    separator = ',\n    ';
    yield* writeObject(each, 2, (key, value) =>
      key === 'cases' && Array.isArray(value) ? writeArray(value, 3) : null,
    );
  }
  yield '\n  ]';
}

/** A test counts once, and once more for each run with its evidence. */
function weightOfTest({ listedRuns = [] }: Partial<TestReport>): number {
  return 1 + listedRuns.length;
}

/** Writes a list in chunks of items that weigh so much together. */
function* writeArray<T extends object>(
  items: readonly T[],
  depth: number,
  weightOf: (item: T) => number = () => 1,
): Iterable<string> {
  if (items.length === 0) {
    yield '[]';
    return;
  }
  const indent = '  '.repeat(depth + 1);
  let start = 0;
  let weight = 0;
  for (const [at, item] of items.entries()) {
    weight += weightOf(item);
    if (weight < ITEMS_PER_CHUNK && at < items.length - 1) continue;
    const chunk = stringifyItems(items.slice(start, at + 1), depth);
    yield `${start === 0 ? '[' : ','}\n${indent}${chunk}`;
    start = at + 1;
    weight = 0;
  }
  yield `\n${'  '.repeat(depth)}]`;
}

/** The items of a list as they look at a depth: nested that deep, written in one go, and cut out again. */
function stringifyItems(items: readonly unknown[], depth: number): string {
  let nested: unknown = items;
  // Each level adds `[`, a line feed and its indent in front, and a line feed, an indent and `]` behind.
  let head = '[\n'.length + 2 * (depth + 1);
  let tail = '\n]'.length + 2 * depth;
  for (let level = depth; level > 0; level -= 1) {
    nested = [nested];
    head += '[\n'.length + 2 * level;
    tail += '\n]'.length + 2 * (level - 1);
  }
  return JSON.stringify(nested, null, 2).slice(head, -tail);
}

function stringifyAt(value: unknown, depth: number): string {
  return stringifyItems([value], depth - 1);
}
