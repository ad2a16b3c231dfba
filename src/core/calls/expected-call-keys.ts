import { relaxationKeys } from '../arguments/relaxation-keys.ts';
import { about, anything, closed, either, listOf, mapOf, typed } from '../schema/schema.ts';
import { template } from '../schema/template.ts';
import { toolPattern } from '../tools/tool-schema.ts';
import type { ExpectedCallSpec } from './expectation.ts';

// That exactly one of `tool` and `name` is written is checked with the suite.
const expectedCall = typed<ExpectedCallSpec>(
  closed({
    tool: about('The tool that should be called.', toolPattern),
    name: about('The same as `tool`.', toolPattern),
    args: about(
      'Its arguments; left out: not compared; {}: none. Markers: $any_of, $type, $matches, $near, $between, $date, $optional, $literal.',
      mapOf(anything),
    ),
  }),
);

/** Calls that should be made. */
export const expectedCalls = listOf(expectedCall);

/** The options of every scorer of expected calls, as suites write them. */
export const expectedCallKeys = {
  expected: about(
    "The calls that should be made; left out in an eval: the row's `expected_calls`.",
    either(expectedCalls, template),
  ),
  ...relaxationKeys,
};

/** What the row of a dataset brings where an eval does not write the expected calls. */
export const EXPECTED_OF_ROW = { option: 'expected', key: 'expected_calls' } as const;
