import { callRuleKeys } from './call-rules.ts';
import { drivenKeys } from './driven.ts';
import { expectation } from './expectation.ts';
import {
  about,
  closed,
  either,
  flag,
  type Infer,
  type InferFields,
  integerFrom,
  listOf,
  literal,
  ofType,
  oneOf,
  oneOrMore,
  text,
} from './json-schema.ts';
import {
  answerKeys,
  coverageKeys,
  equalFunctionSetsKeys,
  goalKeys,
  toolCallAccuracyKeys,
  toolCallF1Keys,
  trajectoryKeys,
} from './scorer-options.ts';
import { selection } from './selection.ts';

const gated = {
  expect: about(
    'The gates of this block; left out, blank or empty: its default gate.',
    either(expectation, ofType('null')),
  ),
};

const blockKeys = {
  equal_function_sets: about(
    'Precision, recall and F1 over capability classes.',
    closed({ ...equalFunctionSetsKeys, ...gated }, ['classes']),
  ),
  function_call_coverage: about(
    'Whether the required tools were called.',
    closed({ ...coverageKeys, ...gated }, ['function_calls']),
  ),
  tool_call_f1: about(
    'Precision, recall and F1 over calls with their arguments.',
    closed({ ...toolCallF1Keys, ...gated }, ['expected']),
  ),
  tool_call_accuracy: about(
    'Calls in order, arguments key by key.',
    closed({ ...toolCallAccuracyKeys, ...gated }, ['expected']),
  ),
  trajectory: about(
    'Whether the whole list of calls is as expected.',
    closed({ ...trajectoryKeys, ...gated }, ['expected']),
  ),
  call_checks: about(
    'Counts that need no expectation: hallucinated, duplicate, failed, invalid calls.',
    either(literal(true), closed(gated)),
  ),
  usage: about(
    'What the runs used: calls, tokens and reported cost.',
    either(literal(true), closed(gated)),
  ),
  text_calls: about(
    'Runs in which the agent wrote a call as text.',
    either(literal(true), closed(gated)),
  ),
  answer: about('How good the final answer is, by a judge.', closed({ ...answerKeys, ...gated })),
  goal: about(
    'Whether the goal of the user was reached, by a judge.',
    either(literal(true), closed({ ...goalKeys, ...gated })),
  ),
};

export const test = closed(
  {
    name: about('The name of the test; unique in the suite.', text),
    type: about('Always `agent`.', oneOf('agent')),
    agent: about('The agent that is tested, by its name under `agents`.', text),
    prompt: about('What the agent is asked.', text),
    turns: about('What the agent is asked, turn by turn.', listOf(text)),
    runs: about('How many runs there must be; left out: as many as are found.', integerFrom(1)),
    traces: about(
      'Recorded runs: files, folders or globs, relative to this file.',
      oneOrMore(text),
    ),
    select: about('Which traces are meant when neither path nor name says so.', selection),
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
