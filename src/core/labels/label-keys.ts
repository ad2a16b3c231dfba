import { relaxationKeys } from '../arguments/relaxation-keys.ts';
import {
  about,
  amount,
  closed,
  mapOf,
  ofType,
  oneOf,
  type SchemaOf,
  typed,
} from '../schema/schema.ts';
import { toolClasses } from '../tools/tool-class.ts';
import { toolCatalog } from '../tools/tool-schema.ts';
import type { LabelOptions } from './labelled-case.ts';

/** Which call is the decision. */
export const decision = about(
  'The call that `expected_tool` speaks of: the `first` (default), or `any`, the first acceptable one.',
  oneOf('first', 'any'),
);

/** The options of scorers that compare labelled arguments, as suites write them. */
export const labelKeys = { ...relaxationKeys, decision };

/** What scorers over labels take in a program besides: the row, and what a suite declares around it. */
export const labelContext = {
  label: typed<object>(ofType('object')),
  classes: toolClasses,
  catalog: toolCatalog,
  tool_costs: mapOf(amount),
};

/** The options of scorers that compare labelled arguments, in a program. */
export const labelOptions: SchemaOf<LabelOptions> = closed({ ...labelContext, ...labelKeys }, [
  'label',
]);
