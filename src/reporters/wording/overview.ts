import type { EvalReport, Report, ScoreReport, TestReport } from '#core';
import { keyOf } from '../cases/case-faults.ts';
import { formatCount, formatNumber } from '../values/value.ts';

type Measured = TestReport | EvalReport;

/** In how many runs or cases something happened to a tool or class, over all tests and evals. */
export interface Extent {
  readonly name: string;
  readonly count: number;
  /** Of how many that expected it; null where that is not counted. */
  readonly of: number | null;
  /** Whether these are all, not only those that the report lists. */
  readonly isWhole: boolean;
}

/** What was missed and what was called unexpectedly, over all tests and evals that did not pass: the most frequent first. */
export interface Overview {
  readonly missed: readonly Extent[];
  readonly unexpected: readonly Extent[];
}

/** Counts runs and cases, not tests. A tool that is written with and without its server is one entry. */
export function overviewOf({ tests, evals }: Pick<Report, 'tests' | 'evals'>): Overview {
  const open = [...tests, ...evals].filter(({ verdict }) => verdict !== 'pass');
  return {
    missed: largestFirst(open.flatMap(missedOf)),
    unexpected: largestFirst(open.flatMap(unexpectedOf)),
  };
}

/** `13 of 200 runs`; `at least 100 runs` where the report lists only some. */
export function extentText({ count, of, isWhole }: Extent, noun: string): string {
  if (of !== null) return `${formatNumber(count)} of ${formatCount(of, noun)}`;
  return `${isWhole ? '' : 'at least '}${formatCount(count, noun)}`;
}

function missedOf(measured: Measured): readonly Extent[] {
  if ('cases' in measured && measured.perTool !== undefined)
    return measured.perTool
      .filter(({ support, correct }) => correct < support)
      .map(({ tool, support, correct }) => {
        return { name: tool, count: support - correct, of: support, isWhole: true };
      });
  return mostOfEach(measured.scores.filter(({ judged }) => !judged).flatMap(missedBy));
}

function missedBy({ classes, misses }: ScoreReport): readonly Extent[] {
  if (classes !== undefined)
    return classes
      .filter((each) => each.misses > 0)
      .map((each) => {
        const of = each.hits + each.misses;
        return { name: each.name, count: each.misses, of, isWhole: true };
      });
  const isWhole = misses.total <= misses.items.length;
  return countLabels(
    // A sentence about a run as a whole is not a tool.
    misses.items.map((miss) => [nameOf(miss.expected), keyOf(miss)] as const).filter(isNamed),
    isWhole,
  );
}

function unexpectedOf(measured: Measured): readonly Extent[] {
  if ('cases' in measured && measured.perTool !== undefined)
    return measured.perTool
      .filter(({ predicted, correct }) => correct < predicted)
      .map(({ tool, predicted, correct }) => {
        return { name: tool, count: predicted - correct, of: predicted, isWhole: true };
      });
  return mostOfEach(
    measured.scores.flatMap(({ calls, callsTotal }) => {
      const wrong = calls.filter(({ verdict }) => verdict === 'unexpected');
      const isWhole = (callsTotal.unexpected ?? 0) <= wrong.length;
      return countLabels(
        wrong.map((call) => [call.tool, keyOf(call)] as const),
        isWhole,
      );
    }),
  );
}

/** The tool of an expected call that is written with its arguments. */
function nameOf(expected: string): string {
  return expected.split(' {')[0] ?? expected;
}

function isNamed([name]: readonly [string, string]): boolean {
  return !/\s/.test(name);
}

function countLabels(
  labelPairs: readonly (readonly [name: string, label: string])[],
  isWhole: boolean,
): readonly Extent[] {
  const labels = new Map<string, Set<string>>();
  for (const [name, label] of labelPairs) {
    const known = labels.get(name) ?? new Set();
    labels.set(name, known.add(label));
  }
  return [...labels].map(([name, all]) => ({ name, count: all.size, of: null, isWhole }));
}

/** Of what several scorers of a test count, the largest count of each name. */
function mostOfEach(extents: readonly Extent[]): readonly Extent[] {
  const most = new Map<string, Extent>();
  for (const extent of extents) {
    const known = most.get(extent.name);
    if (known === undefined || known.count < extent.count) most.set(extent.name, extent);
  }
  return [...most.values()];
}

function largestFirst(extents: readonly Extent[]): readonly Extent[] {
  const spelling = spellingOf(extents.map(({ name }) => name));
  const sums = new Map<string, Extent>();
  for (const extent of extents) {
    const name = spelling(extent.name);
    const known = sums.get(name);
    sums.set(name, known === undefined ? { ...extent, name } : add(known, extent));
  }
  return [...sums.values()].toSorted((a, b) => b.count - a.count);
}

function add(a: Extent, b: Extent): Extent {
  return {
    name: a.name,
    count: a.count + b.count,
    of: a.of === null || b.of === null ? null : a.of + b.of,
    isWhole: a.isWhole && b.isWhole,
  };
}

/** The one spelling of a tool: with its server, where only one server has a tool of that name. */
function spellingOf(names: readonly string[]): (name: string) => string {
  const withServer = new Map<string, Set<string>>();
  for (const name of names) {
    const dot = name.lastIndexOf('.');
    if (dot <= 0) continue;
    const bare = name.slice(dot + 1);
    withServer.set(bare, (withServer.get(bare) ?? new Set()).add(name));
  }
  return (name) => {
    const [only, ...others] = withServer.get(name) ?? [];
    return only !== undefined && others.length === 0 ? only : name;
  };
}
