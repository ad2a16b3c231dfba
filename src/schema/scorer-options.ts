import type { ExpectedCallSpec, JsonObject } from '#core';
import {
  about,
  amount,
  anything,
  closed,
  either,
  flag,
  type Infer,
  type InferFields,
  listOf,
  mapOf,
  oneOf,
  pairOf,
  text,
  typed,
} from './json-schema.ts';
import { classMap, toolClass, toolList, toolPattern } from './tool.ts';

const template = about('In an eval: a template, such as "{{ sample.function_calls }}".', text);

const classRef = either(about('A class declared at the top.', text), toolClass);

/** Classes by name or written out. */
const classRefs = listOf(classRef);

export const equalFunctionSetsKeys = {
  classes: about(
    'The capabilities that are needed; each is met by a call to any of its members.',
    either(classRefs, classMap, template),
  ),
  repeats: about(
    'A call to an already satisfied class counts nothing, or one false positive; `collapse` counts each unexpected tool once.',
    oneOf('neutral', 'false_positive', 'collapse'),
  ),
  dependencies: about(
    'Pairs [a, b]: class a should be satisfied before class b.',
    listOf(pairOf(text)),
  ),
};

export const coverageKeys = {
  function_calls: about('The tools that must be called, with repeats.', either(toolList, template)),
  mode: about('Whether the order of the required calls matters.', oneOf('any_order', 'in_order')),
  duplicates: about(
    'Whether a tool that is listed twice must be called twice, or once.',
    oneOf('multiset', 'once'),
  ),
};

const relaxationKeys = {
  ignore: about('Arguments that are not compared, such as `$.request_id`.', listOf(text)),
  defaults: about('Values that a missing argument stands for.', typed<JsonObject>(mapOf(anything))),
  case_insensitive: about('Compare text without regard to case (ASCII).', flag),
  trim: about('Compare text without blanks at its ends (ASCII).', flag),
  numeric_strings: about('A number written as text equals that number.', flag),
};

// That exactly one of `tool` and `name` is written is checked with the suite.
const expectedCall = typed<ExpectedCallSpec>(
  closed({
    tool: about('The tool that should be called.', toolPattern),
    name: about('The same as `tool`.', toolPattern),
    args: about(
      'Its arguments; left out: not compared; {}: none. Markers: $any_of, $type, $matches, $optional, $literal.',
      mapOf(anything),
    ),
  }),
);

/** Calls that should be made. */
export const expectedCalls = listOf(expectedCall);

const forTool = about(
  'Relaxations that replace these for single tools.',
  mapOf(closed(relaxationKeys)),
);

const decision = about(
  'The call that `expected_tool` speaks of: the `first` (default), or `any`, the first acceptable one.',
  oneOf('first', 'any'),
);

export const labelKeys = { ...relaxationKeys, for_tool: forTool, decision };

export const toolNameMatchKeys = {
  decision,
  extras: about(
    'Whether calls that `expected_calls` does not list fail the case (default) or are allowed.',
    oneOf('fail', 'allow'),
  ),
};

export const toolArgsShapeKeys = {
  ...labelKeys,
  over: about(
    'Counted over `pairs` with the right tool (default); over `all` cases with labelled arguments, a wrong tool as wrong; or over every case by its `first_call`, whatever its tool.',
    oneOf('pairs', 'all', 'first_call'),
  ),
};

const expectedCallsKeys = {
  expected: about(
    "The calls that should be made; left out in an eval: the row's `expected_calls`.",
    either(expectedCalls, template),
  ),
  ...relaxationKeys,
  for_tool: forTool,
};

export const toolCallF1Keys = {
  ...expectedCallsKeys,
  count: about('Whether equal calls are counted once, or each.', oneOf('set', 'multiset')),
  compare: about('Compare whole calls, or only the tools.', oneOf('call', 'name')),
};

export const toolCallAccuracyKeys = {
  ...expectedCallsKeys,
  order: about('Whether the calls must come in the expected order.', oneOf('strict', 'flexible')),
};

export const trajectoryKeys = {
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

export const answerKeys = {
  rubric: about('What a good answer is, in words: it gives 1, 0.5 or 0.', text),
  criteria: about(
    'What the answer should have, each met or not.',
    either(
      listOf(
        either(
          text,
          closed(
            {
              criterion: about('What the answer should have.', text),
              weight: about('How much it counts; default 1.', amount),
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
  pass_at: about('The score from which an answer passes; default 1.', amount),
};

export const goalKeys = {
  reference: about(
    'What should have come out; left out: the judge derives the goal from what the user said.',
    text,
  ),
};

/** A class by name, or written out. */
export type ClassRef = Infer<typeof classRef>;

/** A rubric for final answers. */
export type AnswerDocument = InferFields<typeof answerKeys>;
