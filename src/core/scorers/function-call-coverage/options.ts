import { about, closed, either, type Infer, oneOf } from '../../schema/schema.ts';
import { template } from '../../schema/template.ts';
import { toolList } from '../../tools/tool-schema.ts';

export const keys = {
  function_calls: about('The tools that must be called, with repeats.', either(toolList, template)),
  mode: about('Whether the order of the required calls matters.', oneOf('any_order', 'in_order')),
  duplicates: about(
    'Whether a tool that is listed twice must be called twice, or once.',
    oneOf('multiset', 'once'),
  ),
};

export const options = closed({ ...keys, function_calls: toolList }, ['function_calls']);

/** What `function_call_coverage` is compiled from. */
export type FunctionCallCoverageOptions = Infer<typeof options>;
