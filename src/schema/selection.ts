import { about, closed, either, type Infer, mapOf, ofType, text } from './json-schema.ts';

const selector = either(
  ofType('string', 'number', 'boolean'),
  closed(
    { $matches: about('A regular expression (RE2 syntax) that is found in the value.', text) },
    ['$matches'],
  ),
);

/** Which traces belong to a test. */
export const selection = closed({
  agent: about("The trace's agent.", selector),
  input: about("The trace's input.", selector),
  tag: about('One of the tags in the metadata of the trace.', selector),
  metadata: about('Values in the metadata of the trace.', mapOf(selector)),
});

/** A value to be equal to, or a pattern to contain. */
export type SelectorDocument = Infer<typeof selector>;

export type SelectDocument = Infer<typeof selection>;
