import type { EvalReport, Report, ScoreReport, TestReport } from '#core';

/** A class or tool that was missed or called wrongly, with the number of runs and cases in which it was. */
export interface FrequentFault {
  readonly name: string;
  readonly count: number;
  /** Present where the report lists only the first of them: there are at least as many. */
  readonly isAtLeast?: true;
}

/** What goes wrong most over all tests and evals. */
export interface FrequentFaults {
  readonly missed: readonly FrequentFault[];
  readonly unexpected: readonly FrequentFault[];
}

type Measured = TestReport | EvalReport;
type Counts = Map<string, { count: number; isAtLeast: boolean }>;

const LISTED = 8;

/** Counts runs and cases, not tests: a test with 200 runs of which 13 miss a class counts 13. */
export function frequentFaults({ tests, evals }: Pick<Report, 'tests' | 'evals'>): FrequentFaults {
  const missed: Counts = new Map();
  const unexpected: Counts = new Map();
  for (const measured of [...evals, ...tests]) {
    addAll(missed, missesOf(measured));
    addAll(unexpected, unexpectedOf(measured));
  }
  return { missed: mostFrequent(missed), unexpected: mostFrequent(unexpected) };
}

function addAll(counts: Counts, more: Counts): void {
  for (const [name, { count, isAtLeast }] of more) {
    const known = counts.get(name) ?? { count: 0, isAtLeast: false };
    counts.set(name, {
      count: known.count + count,
      isAtLeast: known.isAtLeast || isAtLeast,
    });
  }
}

/** Several scorers may report one and the same miss: the largest count of them is taken. */
function largest(scores: readonly Counts[]): Counts {
  const counts: Counts = new Map();
  for (const score of scores)
    for (const [name, entry] of score)
      if ((counts.get(name)?.count ?? 0) < entry.count) counts.set(name, entry);
  return counts;
}

function missesOf(measured: Measured): Counts {
  const scores = measured.scores.filter(({ judged }) => !judged).map(missesOfScore);
  const tools = 'cases' in measured ? (measured.perTool ?? []) : [];
  const ofTools: Counts = new Map(
    tools
      .filter(({ tool, support, correct }) => support > correct && !tool.startsWith('('))
      .map(({ tool, support, correct }) => [tool, { count: support - correct, isAtLeast: false }]),
  );
  return largest([ofTools, ...scores]);
}

function missesOfScore({ classes, misses }: ScoreReport): Counts {
  if (classes !== undefined)
    return new Map(
      classes
        .filter((each) => each.misses > 0)
        .map(({ name, misses: count }) => [name, { count, isAtLeast: false }]),
    );
  const isAtLeast = misses.total > misses.items.length;
  return countNames(
    misses.items.map(({ expected }) => expected),
    isAtLeast,
  );
}

function unexpectedOf({ scores }: Measured): Counts {
  return largest(
    scores.map(({ calls, callsTotal }) => {
      const wrong = calls.filter(({ verdict }) => WRONG.has(verdict));
      const total = [...WRONG].reduce((sum, verdict) => sum + (callsTotal[verdict] ?? 0), 0);
      return countNames(
        wrong.map(({ tool }) => tool),
        total > wrong.length,
      );
    }),
  );
}

const WRONG = new Set(['unexpected', 'forbidden', 'hallucinated'] as const) as ReadonlySet<
  ScoreReport['calls'][number]['verdict']
>;

function countNames(names: readonly string[], isAtLeast: boolean): Counts {
  const counts: Counts = new Map();
  for (const text of names) {
    const name = toolOf(text);
    counts.set(name, { count: (counts.get(name)?.count ?? 0) + 1, isAtLeast });
  }
  return counts;
}

/** An expected call is written as `tool({…})`: its arguments do not make it another tool. */
function toolOf(text: string): string {
  const end = text.indexOf('({');
  return end > 0 ? text.slice(0, end) : text;
}

/** One tool under two spellings is one row: `fetch` and `http.fetch`, where there is no other `fetch`. */
function mergeSpellings(counts: Counts): Counts {
  const servers = new Map<string, string[]>();
  for (const name of counts.keys()) {
    const bare = name.slice(name.lastIndexOf('.') + 1);
    if (bare !== name) servers.set(bare, [...(servers.get(bare) ?? []), name]);
  }
  const merged: Counts = new Map();
  for (const [name, entry] of counts) {
    const [only, ...others] = servers.get(name) ?? [];
    addAll(merged, new Map([[only !== undefined && others.length === 0 ? only : name, entry]]));
  }
  return merged;
}

function mostFrequent(counts: Counts): readonly FrequentFault[] {
  return [...mergeSpellings(counts)]
    .map(([name, { count, isAtLeast }]) => ({
      name,
      count,
      ...(isAtLeast ? { isAtLeast: true as const } : {}),
    }))
    .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
    .slice(0, LISTED);
}
