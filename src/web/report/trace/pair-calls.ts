import type { QuotedCall, QuotedExpectation, ReportEntry } from '#core';
import { isComplaint } from './call-words.ts';

type ExpectedCall = QuotedExpectation['calls'][number];

/** Which expected call each call represents, and which were not made. */
export interface PairedCalls {
  /** By place of the call; null where it represents none. */
  readonly expected: readonly (ExpectedCall | null)[];
  readonly absent: readonly ExpectedCall[];
}

/**
 * Pairs calls with what was expected, by name, for showing them side by side. Verdicts are those of the scorers: what
 * they found missed is absent, whatever the names say.
 */
export function pairCalls({ evidence, findings, label }: ReportEntry): PairedCalls {
  const calls = evidence?.calls ?? [];
  const expectedCalls = evidence?.expected;
  const expected: (ExpectedCall | null)[] = calls.map(() => null);
  if (expectedCalls === undefined) return { expected, absent: missedNames(findings) };
  const unmade = expectedCalls.calls.filter((call, i) => {
    const names = i === 0 ? [call.tool, ...(expectedCalls.alternatives ?? [])] : [call.tool];
    const place = findCall(calls, expected, names);
    if (place === -1) return true;
    expected[place] = call;
    return false;
  });
  const missed = findings.misses.filter(({ judged }) => !judged).map((miss) => miss.expected);
  const isMissed = ({ tool }: ExpectedCall): boolean => missed.some((text) => isOf(text, tool));
  if (missed.length > 0)
    return {
      expected,
      absent: expectedCalls.calls.filter((call) => isMissed(call) && unmade.includes(call)),
    };
  // The members of a class are not in the report: only scorers say whether one was called.
  return { expected, absent: 'run' in label ? [] : unmade };
}

/** Whether scorers speak of this expected call: they write its arguments behind it. */
export function isOf(text: string, tool: string): boolean {
  return text === tool || text.startsWith(`${tool}(`) || text.startsWith(`${tool} {`);
}

/** What scorers miss, where a report does not say what was expected. */
function missedNames({ misses }: ReportEntry['findings']): readonly ExpectedCall[] {
  const names = misses.filter(({ judged }) => !judged).map(({ expected }) => expected);
  return [...new Set(names)].map((tool) => ({ tool }));
}

/** The first call of one of these tools that represents nothing yet, rather one without a complaint. */
function findCall(
  calls: readonly QuotedCall[],
  taken: readonly (ExpectedCall | null)[],
  names: readonly string[],
): number {
  const fits = (call: QuotedCall, i: number): boolean =>
    taken[i] === null && names.some((name) => call.tool === name || call.tool.endsWith(`.${name}`));
  const right = calls.findIndex((call, i) => fits(call, i) && !isComplaint(call.verdict));
  return right === -1 ? calls.findIndex(fits) : right;
}
