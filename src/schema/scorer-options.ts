import type {
  ExpectedCallSpec,
  RelaxationOptions,
  Relaxations,
  ToolPattern,
  WeightedCriterion,
} from '#core';
import {
  about,
  anything,
  closed,
  either,
  flag,
  type Keys,
  listOf,
  mapOf,
  oneOf,
  type Schema,
  text,
} from './json-schema.ts';
import { type ClassDocument, toolClass, toolList, toolPattern } from './tool.ts';

/** A class by name, or written out. */
export type ClassRef = string | ClassDocument;

export interface EqualFunctionSetsDocument {
  readonly classes: string | readonly ClassRef[];
  readonly repeats?: 'neutral' | 'false_positive' | 'collapse';
  readonly dependencies?: readonly (readonly [string, string])[];
}

export interface CoverageDocument {
  readonly function_calls: string | readonly ToolPattern[];
  readonly mode?: 'any_order' | 'in_order';
  readonly duplicates?: 'multiset' | 'once';
}

interface ExpectedCallsDocument extends RelaxationOptions {
  /** Left out in an eval: the row's `expected_calls`. */
  readonly expected?: string | readonly ExpectedCallSpec[];
}

export interface ToolCallF1Document extends ExpectedCallsDocument {
  readonly count?: 'set' | 'multiset';
  readonly compare?: 'call' | 'name';
}

export interface ToolCallAccuracyDocument extends ExpectedCallsDocument {
  readonly order?: 'strict' | 'flexible';
}

export interface TrajectoryDocument extends ExpectedCallsDocument {
  readonly match?: 'exact' | 'in_order' | 'any_order' | 'unordered' | 'subset';
  readonly arguments?: 'exact' | 'ignore' | 'subset' | 'superset';
}

/** A rubric for final answers. */
export interface AnswerDocument {
  readonly rubric?: string;
  readonly criteria?: string | readonly (string | WeightedCriterion)[];
  readonly must?: string | readonly string[];
  readonly must_not?: string | readonly string[];
  readonly pass_at?: number;
}

export interface GoalDocument {
  readonly reference?: string;
}

const template = about('In an eval: a template, such as "{{ sample.function_calls }}".', text);

/** Classes by name or written out. */
export const classRefs: Schema = listOf(
  either(about('A class declared at the top.', text), toolClass),
);

export const equalFunctionSetsKeys: Keys<EqualFunctionSetsDocument> = {
  classes: about(
    'The capabilities that are needed; each is met by a call to any of its members.',
    either(classRefs, template),
  ),
  repeats: about(
    'A call to an already satisfied class counts nothing, or one false positive; `collapse` counts each unexpected tool once.',
    oneOf('neutral', 'false_positive', 'collapse'),
  ),
  dependencies: about(
    'Pairs [a, b]: class a should be satisfied before class b.',
    listOf({ ...listOf(text), minItems: 2, maxItems: 2 }),
  ),
};

export const coverageKeys: Keys<CoverageDocument> = {
  function_calls: about('The tools that must be called, with repeats.', either(toolList, template)),
  mode: about('Whether the order of the required calls matters.', oneOf('any_order', 'in_order')),
  duplicates: about(
    'Whether a tool that is listed twice must be called twice, or once.',
    oneOf('multiset', 'once'),
  ),
};

const relaxationKeys: Keys<Relaxations> = {
  ignore: about('Arguments that are not compared, such as `$.request_id`.', listOf(text)),
  defaults: about('Values that a missing argument stands for.', mapOf(anything)),
  case_insensitive: about('Compare text without regard to case (ASCII).', flag),
  trim: about('Compare text without blanks at its ends (ASCII).', flag),
  numeric_strings: about('A number written as text equals that number.', flag),
};

/** What every scorer over labels can have. */
export interface LabelDocument extends RelaxationOptions {
  readonly decision?: 'first' | 'any';
}

export interface ToolNameMatchDocument extends Pick<LabelDocument, 'decision'> {
  readonly extras?: 'fail' | 'allow';
}

export interface ToolArgsShapeDocument extends LabelDocument {
  readonly over?: 'pairs' | 'all' | 'first_call';
}

const expectedCall = closed<ExpectedCallSpec>({
  tool: about('The tool that should be called.', toolPattern),
  name: about('The same as `tool`.', toolPattern),
  args: about(
    'Its arguments; left out: not compared; {}: none. Markers: $any_of, $type, $matches, $optional, $literal.',
    mapOf(anything),
  ),
});

/** Calls that should be made. */
export const expectedCalls: Schema = listOf(expectedCall);

const forTool = about(
  'Relaxations that replace these for single tools.',
  mapOf(closed(relaxationKeys)),
);

const decision = about(
  'The call that `expected_tool` speaks of: the `first` (default), or `any`, the first acceptable one.',
  oneOf('first', 'any'),
);

export const labelKeys: Keys<LabelDocument> = { ...relaxationKeys, for_tool: forTool, decision };

export const toolNameMatchKeys: Keys<ToolNameMatchDocument> = {
  decision,
  extras: about(
    'Whether calls that `expected_calls` does not list fail the case (default) or are allowed.',
    oneOf('fail', 'allow'),
  ),
};

export const toolArgsShapeKeys: Keys<ToolArgsShapeDocument> = {
  ...labelKeys,
  over: about(
    'Counted over `pairs` with the right tool (default); over `all` cases with labelled arguments, a wrong tool as wrong; or over every case by its `first_call`, whatever its tool.',
    oneOf('pairs', 'all', 'first_call'),
  ),
};

const expectedCallsKeys: Keys<ExpectedCallsDocument> = {
  expected: about(
    "The calls that should be made; left out in an eval: the row's `expected_calls`.",
    either(expectedCalls, template),
  ),
  ...relaxationKeys,
  for_tool: forTool,
};

export const toolCallF1Keys: Keys<ToolCallF1Document> = {
  ...expectedCallsKeys,
  count: about('Whether equal calls are counted once, or each.', oneOf('set', 'multiset')),
  compare: about('Compare whole calls, or only the tools.', oneOf('call', 'name')),
};

export const toolCallAccuracyKeys: Keys<ToolCallAccuracyDocument> = {
  ...expectedCallsKeys,
  order: about('Whether the calls must come in the expected order.', oneOf('strict', 'flexible')),
};

export const trajectoryKeys: Keys<TrajectoryDocument> = {
  ...expectedCallsKeys,
  match: about(
    'How the calls must relate to the expected ones.',
    oneOf('exact', 'in_order', 'any_order', 'unordered', 'subset'),
  ),
  arguments: about(
    "How a call's arguments must relate to the expected ones.",
    oneOf('exact', 'ignore', 'subset', 'superset'),
  ),
};

const statements = either(listOf(text), template);

export const answerKeys: Keys<AnswerDocument> = {
  rubric: about('What a good answer is, in words: it gives 1, 0.5 or 0.', text),
  criteria: about(
    'What the answer should have, each met or not.',
    either(
      listOf(
        either(
          text,
          closed<WeightedCriterion>(
            {
              criterion: about('What the answer should have.', text),
              weight: about('How much it counts; default 1.', { type: 'number', minimum: 0 }),
            },
            ['criterion'],
          ),
        ),
      ),
      template,
    ),
  ),
  must: about('Without these the answer does not pass.', statements),
  must_not: about('With these the answer does not pass.', statements),
  pass_at: about('The score from which an answer passes; default 1.', {
    type: 'number',
    minimum: 0,
  }),
};

export const goalKeys: Keys<GoalDocument> = {
  reference: about(
    'What should have come out; left out: the judge derives the goal from what the user said.',
    text,
  ),
};
