import { SCORERS, type SuiteForm } from '#core';
import { callRuleKeys } from './call-rules.ts';
import { drivenKeys } from './driven.ts';
import { expectation } from './expectation.ts';
import {
  about,
  closed,
  either,
  type Fields,
  flag,
  type Infer,
  type InferFields,
  integerFrom,
  listOf,
  literal,
  ofType,
  oneOf,
  oneOrMore,
  type Schema,
  type SchemaOf,
  text,
} from './json-schema.ts';
import type { Blocks } from './scorer-documents.ts';
import { selection } from './selection.ts';
import { simulatedUser } from './simulated-user.ts';

const gated = {
  expect: about(
    'The gates of this block; left out, blank or empty: its default gate.',
    either(expectation, ofType('null')),
  ),
};

/** The block of a scorer; `true` where none of its keys is needed. */
function blockOf({ keys, required = [], someOf = [], block = '' }: SuiteForm): Schema {
  const fields: Fields = { ...keys, ...gated };
  const written = closed(fields, required);
  const isSwitch = required.length + someOf.length === 0;
  return isSwitch ? about(block, either(literal(true), written)) : about(block, written);
}

type BlockSchemas = {
  readonly [Name in keyof Blocks<typeof gated>]: SchemaOf<Blocks<typeof gated>[Name]>;
};

/** The scorers of a test, each under its name. Those that a judge decides come last. */
const blockKeys = Object.fromEntries(
  [...SCORERS]
    .sort((a, b) => Number(a.isJudged === true) - Number(b.isJudged === true))
    .flatMap(({ name, suite }) => (suite?.block === undefined ? [] : [[name, blockOf(suite)]])),
) as unknown as BlockSchemas;

export const test = closed(
  {
    name: about('The name of the test; unique in the suite.', text),
    type: about('Always `agent`.', oneOf('agent')),
    agent: about('The agent that is tested, by its name under `agents`.', text),
    prompt: about('What the agent is asked.', text),
    turns: about('What the agent is asked, turn by turn.', listOf(text)),
    user: about('A simulated user, who answers the agent after the turns.', simulatedUser),
    images: about(
      'Images that the user sends with the first message: PNG, JPEG, GIF or WebP files.',
      listOf(text),
    ),
    runs: about('How many runs there must be; left out: as many as are found.', integerFrom(1)),
    traces: about(
      'Recorded runs: files, folders or globs, relative to this file.',
      oneOrMore(text),
    ),
    select: about('Which traces are meant when neither path nor name says so.', selection),
    tags: about('Tags: reports have the figures of all tests with a tag.', oneOrMore(text)),
    no_tools: about('No tool should be called; gated with `no_tool.rate == 1`.', flag),
    stop: about('No further run begins once the gates are decided.', oneOf('decided')),
    expect: about('Gates over any metric of this test.', expectation),
    ...drivenKeys,
    ...callRuleKeys,
    ...blockKeys,
  },
  ['name'],
);

/** The scorers of a test, each under its name. */
export type BlocksDocument = InferFields<typeof blockKeys>;

/** A scenario with gates, as it is written. */
export type TestDocument = Infer<typeof test>;
