import {
  about,
  closed,
  either,
  type Infer,
  listOf,
  oneOf,
  pairOf,
  text,
} from '../../schema/schema.ts';
import { template } from '../../schema/template.ts';
import { classMap, classRef, toolClasses } from '../../tools/tool-class.ts';

export const keys = {
  classes: about(
    'The capabilities that are needed; each is met by a call to any of its members.',
    either(listOf(classRef), classMap, template),
  ),
  repeats: about(
    'A call to an already satisfied class counts nothing, or one false positive; `collapse` counts each unexpected tool once.',
    oneOf('neutral', 'false_positive', 'collapse'),
  ),
  dependencies: about(
    'Pairs [a, b]: class a should be satisfied before class b.',
    either(listOf(pairOf(text)), template),
  ),
};

export const options = closed(
  { ...keys, classes: toolClasses, dependencies: listOf(pairOf(text)) },
  ['classes'],
);

/** What `equal_function_sets` is compiled from. */
export type EqualFunctionSetsOptions = Infer<typeof options>;
