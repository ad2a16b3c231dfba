import { callRuleKeys, type CallRulesDocument } from './call-rules.ts';
import { type DrivenDocument, drivenKeys } from './driven.ts';
import { type ExpectDocument, expectation } from './expectation.ts';
import {
  about,
  closed,
  either,
  flag,
  integerFrom,
  type Keys,
  listOf,
  oneOf,
  oneOrMore,
  type Schema,
  text,
} from './json-schema.ts';
import {
  type AnswerDocument,
  answerKeys,
  type CoverageDocument,
  coverageKeys,
  type EqualFunctionSetsDocument,
  equalFunctionSetsKeys,
  type GoalDocument,
  goalKeys,
  type ToolCallAccuracyDocument,
  toolCallAccuracyKeys,
  type ToolCallF1Document,
  toolCallF1Keys,
  type TrajectoryDocument,
  trajectoryKeys,
} from './scorer-options.ts';
import { type SelectDocument, selection } from './selection.ts';

interface Gated {
  readonly expect?: ExpectDocument | null;
}

/** The scorers of a test, each under its name. */
export interface BlocksDocument {
  readonly equal_function_sets?: EqualFunctionSetsDocument & Gated;
  readonly function_call_coverage?: CoverageDocument & Gated;
  readonly tool_call_f1?: ToolCallF1Document & Gated;
  readonly tool_call_accuracy?: ToolCallAccuracyDocument & Gated;
  readonly trajectory?: TrajectoryDocument & Gated;
  readonly call_checks?: true | Gated;
  readonly usage?: true | Gated;
  readonly text_calls?: true | Gated;
  readonly answer?: AnswerDocument & Gated;
  readonly goal?: true | (GoalDocument & Gated);
}

/** A scenario with gates, as it is written. */
export interface TestDocument extends CallRulesDocument, DrivenDocument, BlocksDocument {
  readonly expect?: ExpectDocument;
  readonly name: string;
  readonly type?: 'agent';
  readonly agent?: string;
  readonly prompt?: string;
  readonly turns?: readonly string[];
  readonly runs?: number;
  readonly traces?: string | readonly string[];
  readonly select?: SelectDocument;
  readonly no_tools?: boolean;
  readonly stop?: 'decided';
}

const gated: Keys<Gated> = {
  expect: about(
    'The gates of this block; left out, blank or empty: its default gate.',
    either(expectation, { type: 'null' }),
  ),
};

const blockKeys: Keys<BlocksDocument> = {
  equal_function_sets: about(
    'Precision, recall and F1 over capability classes.',
    closed<EqualFunctionSetsDocument & Gated>({ ...equalFunctionSetsKeys, ...gated }, ['classes']),
  ),
  function_call_coverage: about(
    'Whether the required tools were called.',
    closed<CoverageDocument & Gated>({ ...coverageKeys, ...gated }, ['function_calls']),
  ),
  tool_call_f1: about(
    'Precision, recall and F1 over calls with their arguments.',
    closed<ToolCallF1Document & Gated>({ ...toolCallF1Keys, ...gated }, ['expected']),
  ),
  tool_call_accuracy: about(
    'Calls in order, arguments key by key.',
    closed<ToolCallAccuracyDocument & Gated>({ ...toolCallAccuracyKeys, ...gated }, ['expected']),
  ),
  trajectory: about(
    'Whether the whole list of calls is as expected.',
    closed<TrajectoryDocument & Gated>({ ...trajectoryKeys, ...gated }, ['expected']),
  ),
  call_checks: about(
    'Counts that need no expectation: hallucinated, duplicate, failed, invalid calls.',
    either({ const: true }, closed(gated)),
  ),
  usage: about(
    'What the runs used: calls, tokens and reported cost.',
    either({ const: true }, closed(gated)),
  ),
  text_calls: about(
    'Runs in which the agent wrote a call as text.',
    either({ const: true }, closed(gated)),
  ),
  answer: about(
    'How good the final answer is, by a judge.',
    closed<AnswerDocument & Gated>({ ...answerKeys, ...gated }),
  ),
  goal: about(
    'Whether the goal of the user was reached, by a judge.',
    either({ const: true }, closed<GoalDocument & Gated>({ ...goalKeys, ...gated })),
  ),
};

export const test: Schema = closed<TestDocument>(
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
