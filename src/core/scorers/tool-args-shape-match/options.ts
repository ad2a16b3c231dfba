import { labelContext, labelKeys } from '../../labels/label-keys.ts';
import { about, closed, type Infer, oneOf } from '../../schema/schema.ts';

export const keys = {
  ...labelKeys,
  over: about(
    'Counted over `pairs` with the right tool (default); over `all` cases with labelled arguments, a wrong tool as wrong; or over every case by its `first_call`, whatever its tool.',
    oneOf('pairs', 'all', 'first_call'),
  ),
};

export const options = closed({ ...labelContext, ...keys }, ['label']);

/** What `tool_args_shape_match` is compiled from. */
export type ToolArgsShapeOptions = Infer<typeof options>;
