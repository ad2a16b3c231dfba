import {
  amount,
  anything,
  closed,
  either,
  integerFrom,
  listOf,
  literal,
  mapOf,
  ofType,
  oneOf,
  text,
  typed,
} from './json-schema.ts';
import { matcher } from './expectation.ts';
import {
  answerKeys,
  coverageKeys,
  equalFunctionSetsKeys,
  expectedCalls,
  goalKeys,
  labelKeys,
  toolArgsShapeKeys,
  toolCallAccuracyKeys,
  toolCallF1Keys,
  toolNameMatchKeys,
  trajectoryKeys,
} from './scorer-options.ts';
import { classMap, toolClass, toolList, toolPattern } from './tool.ts';

const object = ofType('object');
/** A tool as `Trace.offered` has it; what is left out is unknown. */
const catalog = listOf(
  typed<{ readonly name: string }>({ ...object, properties: { name: text }, required: ['name'] }),
);
const classes = either(listOf(toolClass), classMap);
const functionCalls = { ...coverageKeys, function_calls: toolList };

/** What label scorers take in a program: the row, and what a suite declares around it. */
const shared = {
  label: object,
  classes,
  catalog,
  tool_costs: mapOf(amount),
};

/** The options of each scorer in a program: written out, without templates and names of classes. */
export const scorerOptions = {
  equal_function_sets: closed({ ...equalFunctionSetsKeys, classes }, ['classes']),
  function_call_coverage: closed(functionCalls, ['function_calls']),
  tool_call_f1: closed({ ...toolCallF1Keys, expected: expectedCalls }, ['expected']),
  tool_call_accuracy: closed({ ...toolCallAccuracyKeys, expected: expectedCalls }, ['expected']),
  trajectory: closed({ ...trajectoryKeys, expected: expectedCalls }, ['expected']),
  tool_name_match: closed({ ...shared, ...toolNameMatchKeys }, ['label']),
  tool_args_match: closed({ ...shared, ...labelKeys }, ['label']),
  tool_args_shape_match: closed({ ...shared, ...toolArgsShapeKeys }, ['label']),
  tool_args_semantic: closed({ ...shared, ...labelKeys }, ['label']),
  failure_modes: closed({ ...shared, ...labelKeys }, ['label']),
  exposure: closed({ ...shared, ...labelKeys }, ['label']),
  answer: closed({ ...answerKeys, must: listOf(text), must_not: listOf(text) }),
  goal: closed({ ...goalKeys }),
  tool_args_valid: closed({ catalog }),
  call_checks: closed({ catalog }),
  usage: closed({}),
  text_calls: closed({}),
  forbidden: closed({ tools: toolList }, ['tools']),
  no_tools: literal(true),
};

/** What `scoreTrace` takes: one entry per scorer, and the rules for calls. */
export const expectationsSchema = closed({
  ...scorerOptions,
  unwrap: listOf(
    closed({ tool: toolPattern, server: text, name: text, arguments: text }, ['tool', 'name']),
  ),
  aliases: listOf(closed({ from: toolPattern, to: toolPattern }, ['from', 'to'])),
  neutral: toolList,
  requester: either(listOf(text), ofType('null')),
  status: oneOf('all', 'executed', 'ok'),
  failedWhen: either(closed({ resultMatches: text }, ['resultMatches']), ofType('null')),
});

/** What `evaluate` takes, but for functions and datasets. */
export const evaluationSchema = closed(
  {
    name: text,
    dataset: anything,
    agent: anything,
    runs: integerFrom(1),
    concurrency: integerFrom(1),
    scorers: listOf(
      closed(
        {
          type: oneOf(...Object.keys(scorerOptions)),
          key: text,
          options: anything,
          metrics: listOf(anything),
        },
        ['type', 'options'],
      ),
    ),
    expect: mapOf(matcher),
    weights: text,
    maxErrors: integerFrom(0),
    services: anything,
  },
  ['dataset', 'scorers'],
);
