import type { ArgumentOutcome } from '../calls/expectation.ts';
import type { ArgumentReport } from '../report/report.ts';
import { shareReport } from '../report/share-report.ts';
import { compareText } from '../text/compare-text.ts';
import type { Sums } from '../measure/sums.ts';

/** What became of one argument of one tool. */
export type ArgumentCounts = { -readonly [Outcome in ArgumentOutcome | 'unknown']: number };

/** The counts of every argument as plain data. */
export type ArgumentSumsState = readonly (readonly [
  tool: string,
  argument: string,
  counts: Readonly<ArgumentCounts>,
])[];

/** How many arguments a report lists: those that are wrong most often. */
const MAX_LISTED = 500;

/** Names of arguments that nothing expected come from the model: only what looks like a name is shown as one. */
const NAME = /^[\w.$-]{1,64}$/;

/** In place of argument names that are not plain ones. */
const OTHER_ARGUMENT = '(other)';

/** Sums by tool and argument how labelled arguments compare, over the pairs with an acceptable tool. */
export class ArgumentSums implements Sums<ArgumentSumsState> {
  readonly #tools = new Map<string, Map<string, ArgumentCounts>>();

  /** Adds a call of a tool; outcomes under several assumptions that differ are not known. */
  add(
    tool: string,
    outcomes: ReadonlyMap<string, ArgumentOutcome>,
    others: readonly ReadonlyMap<string, ArgumentOutcome>[],
    isPartial: boolean,
  ): void {
    const keys = new Set([outcomes, ...others].flatMap((each) => [...each.keys()]));
    for (const key of keys) {
      const outcome = outcomes.get(key);
      const isKnown = !isPartial && others.every((other) => other.get(key) === outcome);
      const argument = outcome === 'unexpected' && !NAME.test(key) ? OTHER_ARGUMENT : key;
      const counts = this.#countsOf(tool, argument);
      counts[isKnown && outcome !== undefined ? outcome : 'unknown']++;
    }
  }

  #countsOf(tool: string, argument: string): ArgumentCounts {
    let ofTool = this.#tools.get(tool);
    if (ofTool === undefined) this.#tools.set(tool, (ofTool = new Map()));
    let counts = ofTool.get(argument);
    if (counts === undefined) ofTool.set(argument, (counts = noCounts()));
    return counts;
  }

  state(): ArgumentSumsState {
    const entries = [...this.#tools].flatMap(([tool, ofTool]) =>
      [...ofTool].map(([argument, counts]) => [tool, argument, { ...counts }] as const),
    );
    return entries.sort(([a, x], [b, y]) => compareText(a, b) || compareText(x, y));
  }

  merge(state: ArgumentSumsState): void {
    for (const [tool, argument, more] of state) {
      const counts = this.#countsOf(tool, argument);
      for (const outcome of OUTCOMES) counts[outcome] += more[outcome];
    }
  }

  /** Those that are wrong most often first, then by name. */
  report(): readonly ArgumentReport[] {
    return this.state().map(reportArgument).toSorted(compareReports).slice(0, MAX_LISTED);
  }
}

function noCounts(): ArgumentCounts {
  return { equal: 0, missing: 0, other_type: 0, other_value: 0, unexpected: 0, unknown: 0 };
}

const OUTCOMES = Object.keys(noCounts()) as readonly (keyof ArgumentCounts)[];

function reportArgument([tool, argument, counts]: ArgumentSumsState[number]): ArgumentReport {
  const { equal, missing, other_type: otherType, other_value: otherValue, unexpected } = counts;
  return {
    tool,
    argument,
    match: shareReport(equal, equal + missing + otherType + otherValue),
    missing,
    otherType,
    otherValue,
    unexpected,
    ...(counts.unknown === 0 ? {} : { unknown: counts.unknown }),
  };
}

/** How often an argument is wrong. */
function wrongOf({ match: { k, n }, unexpected }: ArgumentReport): number {
  return n - k + unexpected;
}

/** What is wrong most often comes first; equal ones are ordered by tool and name. */
function compareReports(a: ArgumentReport, b: ArgumentReport): number {
  return (
    wrongOf(b) - wrongOf(a) || compareText(a.tool, b.tool) || compareText(a.argument, b.argument)
  );
}
