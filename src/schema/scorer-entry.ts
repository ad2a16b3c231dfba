import {
  about,
  closed,
  either,
  type Fields,
  type Infer,
  type InferFields,
  integerFrom,
  literal,
  oneOf,
  someOf,
  text,
} from './json-schema.ts';
import { foldList } from './metric-entry.ts';
import {
  answerKeys,
  coverageKeys,
  equalFunctionSetsKeys,
  goalKeys,
  labelKeys,
  toolArgsShapeKeys,
  toolCallAccuracyKeys,
  toolCallF1Keys,
  toolNameMatchKeys,
  trajectoryKeys,
} from './scorer-options.ts';

/** The `metrics` of a scorer. */
export const scorerMetrics = about('Folds of the outputs per row into one number each.', foldList);

const entryKeys = {
  key: about('Written before the ids of its metrics: `key.metric`.', text),
  display_name: about('The name that reports show.', text),
  purpose: about('A `qa` scorer is reported and never gates.', oneOf('score', 'qa')),
  metrics: scorerMetrics,
};

/** One kind of scorer: `type` says which, and the keys of all scorers come before its own. */
function entry<
  Type extends string,
  F extends Fields,
  const Required extends string & (keyof F | keyof typeof entryKeys) = never,
>(type: Type, description: string, fields: F, required: readonly Required[] = []) {
  const all = { type: about(description, literal(type)), ...entryKeys, ...fields };
  return closed(all, ['type', ...required]);
}

export const scorerEntry = either(
  entry('equal_function_sets', 'F1 over capability classes.', equalFunctionSetsKeys, ['classes']),
  entry('function_call_coverage', 'Whether the required tools were called.', coverageKeys, [
    'function_calls',
  ]),
  entry('tool_call_f1', 'F1 over calls with their arguments.', toolCallF1Keys),
  entry('tool_call_accuracy', 'Calls in order, arguments key by key.', toolCallAccuracyKeys),
  entry('trajectory', 'Whether the whole list of calls is as expected.', trajectoryKeys),
  entry('tool_name_match', 'Whether the labelled tools were called.', toolNameMatchKeys),
  entry('tool_args_match', 'Whether the labelled arguments were given.', labelKeys),
  entry('tool_args_shape_match', 'Whether arguments have the labelled shape.', toolArgsShapeKeys),
  entry('tool_args_shape', 'The same as tool_args_shape_match.', toolArgsShapeKeys),
  entry('tool_args_valid', "Whether arguments fit their tool's schema.", {}),
  entry('tool_args_semantic', 'Whether arguments mean the labelled ones.', labelKeys),
  entry('failure_modes', 'In which ways cases go wrong.', labelKeys),
  entry(
    'exposure',
    'Personal values in the results of calls that the label did not ask for.',
    labelKeys,
  ),
  entry('answer', 'How good final answers are, by a judge.', answerKeys),
  entry('goal', 'Whether the goal of the user was reached, by a judge.', goalKeys),
  entry('call_checks', 'Counts that need no expectation.', {}),
  entry('usage', 'Calls, tokens and reported cost.', {}),
  entry('text_calls', 'Runs in which a call is written as text.', {}),
  entry(
    'module',
    'A scorer of your own: a function.',
    { module: about('The module, such as `./scorer.ts#name` (default export without `#`).', text) },
    ['module', 'key'],
  ),
  entry(
    'command',
    'A scorer of your own: a program.',
    {
      command: about('The program and its arguments.', someOf(text)),
      timeout_ms: about('How long one answer may take; default 60000.', integerFrom(1)),
    },
    ['command', 'key'],
  ),
);

/** What every scorer of an eval can have. */
export type EntryDocument = InferFields<typeof entryKeys>;

/** A scorer of an eval, as it is written. */
export type ScorerEntry = Infer<typeof scorerEntry>;
