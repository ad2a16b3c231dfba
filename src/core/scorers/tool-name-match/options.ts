import { decision, labelContext } from '../../labels/label-keys.ts';
import { about, closed, type Infer, oneOf } from '../../schema/schema.ts';

export const keys = {
  decision,
  extras: about(
    'Whether calls that `expected_calls` does not list fail the case (default) or are allowed.',
    oneOf('fail', 'allow'),
  ),
};

export const options = closed({ ...labelContext, ...keys }, ['label']);

/** What `tool_name_match` is compiled from. */
export type ToolNameMatchOptions = Infer<typeof options>;
