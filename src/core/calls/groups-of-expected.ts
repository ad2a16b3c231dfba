import type { GroupedBy } from '../scoring/tool-groups.ts';
import { patternKey } from '../tools/tool-pattern.ts';
import { type ExpectedCallSpec, toExpectedCalls } from './expectation.ts';

/** The groups of a scorer over expected calls in any order: their tools, where no arguments are compared. */
export function groupsOfExpected(
  expected: readonly ExpectedCallSpec[],
  comparesArguments: boolean,
): GroupedBy {
  const calls = toExpectedCalls(expected);
  if (comparesArguments && calls.some(({ args }) => args !== undefined))
    return { needs: 'the arguments of calls' };
  const tools = new Map(calls.map(({ tool }) => [patternKey(tool), tool]));
  return { groups: [...tools.values()].map((tool) => [tool]) };
}
