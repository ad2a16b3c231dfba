import { type Scorer, SCORERS, type SuiteForm } from '#core';
import {
  about,
  closed,
  either,
  type Fields,
  type Infer,
  type InferFields,
  integerFrom,
  literal,
  oneOf,
  type SchemaOf,
  someOf,
  text,
  typed,
} from './json-schema.ts';
import { foldList } from './metric-entry.ts';
import type { Entries } from './scorer-documents.ts';

/** The `metrics` of a scorer. */
export const scorerMetrics = about('Folds of the outputs per row into one number each.', foldList);

const entryKeys = {
  key: about('Written before the ids of its metrics: `key.metric`.', text),
  display_name: about('The name that reports show.', text),
  purpose: about('A `qa` scorer is reported and never gates.', oneOf('score', 'qa')),
  metrics: scorerMetrics,
};

/** One kind of scorer: `type` says which, and the keys of all scorers come before its own. */
function entry<
  Type extends string,
  F extends Fields,
  const Required extends string & (keyof F | keyof typeof entryKeys) = never,
>(type: Type, description: string, fields: F, required: readonly Required[] = []) {
  const all = { type: about(description, literal(type)), ...entryKeys, ...fields };
  return closed(all, ['type', ...required]);
}

/** What an eval must write: all that a scorer needs but what rows bring. */
function requiredInEval({ required = [], fromRow }: SuiteForm): readonly never[] {
  return required.filter((key) => key !== fromRow?.option) as never[];
}

type BuiltIn = SchemaOf<Entries & EntryDocument>;

/** The entry of a built-in scorer, and the same under its other name. */
function entriesOf({ name, suite }: Scorer): readonly BuiltIn[] {
  if (suite === undefined) return [];
  const required = requiredInEval(suite);
  const entries = [entry(name, suite.entry, suite.keys, required)];
  if (suite.alias !== undefined)
    entries.push(entry(suite.alias, `The same as ${name}.`, suite.keys, required));
  return entries.map((schema) => typed(schema));
}

export const scorerEntry = either(
  ...SCORERS.flatMap(entriesOf),
  entry(
    'module',
    'A scorer of your own: a function.',
    { module: about('The module, such as `./scorer.ts#name` (default export without `#`).', text) },
    ['module', 'key'],
  ),
  entry(
    'command',
    'A scorer of your own: a program.',
    {
      command: about('The program and its arguments.', someOf(text)),
      timeout_ms: about('How long one answer may take; default 60000.', integerFrom(1)),
    },
    ['command', 'key'],
  ),
);

/** What every scorer of an eval can have. */
export type EntryDocument = InferFields<typeof entryKeys>;

/** A scorer of an eval, as it is written. */
export type ScorerEntry = Infer<typeof scorerEntry>;
