import {
  about,
  closed,
  either,
  integerFrom,
  type Keys,
  listOf,
  oneOf,
  type Schema,
  text,
} from './json-schema.ts';
import { type FoldListDocument, foldList } from './metric-entry.ts';
import {
  type AnswerDocument,
  answerKeys,
  type CoverageDocument,
  coverageKeys,
  type EqualFunctionSetsDocument,
  equalFunctionSetsKeys,
  type GoalDocument,
  goalKeys,
  type LabelDocument,
  labelKeys,
  type ToolArgsShapeDocument,
  toolArgsShapeKeys,
  type ToolCallAccuracyDocument,
  toolCallAccuracyKeys,
  type ToolCallF1Document,
  toolCallF1Keys,
  type ToolNameMatchDocument,
  toolNameMatchKeys,
  type TrajectoryDocument,
  trajectoryKeys,
} from './scorer-options.ts';

/** What every scorer of an eval can have. */
export interface EntryDocument {
  readonly key?: string;
  readonly display_name?: string;
  readonly purpose?: 'score' | 'qa';
  readonly metrics?: FoldListDocument;
}

interface ModuleDocument {
  readonly module: string;
}

interface CommandDocument {
  readonly command: readonly string[];
  readonly timeout_ms?: number;
}

type Typed<Type extends string, Options> = { readonly type: Type } & EntryDocument & Options;

/** A scorer of an eval, as it is written. */
export type ScorerEntry =
  | Typed<'equal_function_sets', EqualFunctionSetsDocument>
  | Typed<'function_call_coverage', CoverageDocument>
  | Typed<'tool_call_f1', ToolCallF1Document>
  | Typed<'tool_call_accuracy', ToolCallAccuracyDocument>
  | Typed<'trajectory', TrajectoryDocument>
  | Typed<'tool_name_match', ToolNameMatchDocument>
  | Typed<'tool_args_shape_match' | 'tool_args_shape', ToolArgsShapeDocument>
  | Typed<'tool_args_match' | 'tool_args_semantic' | 'failure_modes' | 'exposure', LabelDocument>
  | Typed<'answer', AnswerDocument>
  | Typed<'goal', GoalDocument>
  | ({ readonly type: 'call_checks' | 'usage' | 'text_calls' | 'tool_args_valid' } & EntryDocument)
  | Typed<'module', ModuleDocument>
  | Typed<'command', CommandDocument>;

/** The `metrics` of a scorer. */
export const scorerMetrics: Schema = about(
  'Folds of the outputs per row into one number each.',
  foldList,
);

const entryKeys: Keys<EntryDocument> = {
  key: about('Written before the ids of its metrics: `key.metric`.', text),
  display_name: about('The name that reports show.', text),
  purpose: about('A `qa` scorer is reported and never gates.', oneOf('score', 'qa')),
  metrics: scorerMetrics,
};

function entry<Options>(
  type: string,
  description: string,
  keys: Keys<Options>,
  required: readonly string[] = [],
): Schema {
  const all: Readonly<Record<string, Schema>> = {
    type: about(description, { const: type }),
    ...entryKeys,
    ...keys,
  };
  return closed(all, ['type', ...required]);
}

export const scorerEntry: Schema = either(
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
  entry<ModuleDocument>(
    'module',
    'A scorer of your own: a function.',
    { module: about('The module, such as `./scorer.ts#name` (default export without `#`).', text) },
    ['module', 'key'],
  ),
  entry<CommandDocument>(
    'command',
    'A scorer of your own: a program.',
    {
      command: about('The program and its arguments.', { ...listOf(text), minItems: 1 }),
      timeout_ms: about('How long one answer may take; default 60000.', integerFrom(1)),
    },
    ['command', 'key'],
  ),
);
