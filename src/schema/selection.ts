import { about, closed, either, mapOf, type Schema, text } from './json-schema.ts';

/** A value to be equal to, or a pattern to contain. */
export type SelectorDocument = string | number | boolean | { readonly $matches: string };

export interface SelectDocument {
  readonly agent?: SelectorDocument;
  readonly input?: SelectorDocument;
  readonly tag?: SelectorDocument;
  readonly metadata?: Readonly<Record<string, SelectorDocument>>;
}

const selector = either(
  { type: ['string', 'number', 'boolean'] },
  closed<{ $matches: string }>(
    { $matches: about('A regular expression (RE2 syntax) that is found in the value.', text) },
    ['$matches'],
  ),
);

/** Which traces belong to a test. */
export const selection: Schema = closed<SelectDocument>({
  agent: about("The trace's agent.", selector),
  input: about("The trace's input.", selector),
  tag: about('One of the tags in the metadata of the trace.', selector),
  metadata: about('Values in the metadata of the trace.', mapOf(selector)),
});
