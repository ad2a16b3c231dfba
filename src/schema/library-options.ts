import { type ScorerName, type ScorerOptions, SCORERS, toolList, toolPattern } from '#core';
import { matcher } from './expectation.ts';
import {
  anything,
  closed,
  either,
  integerFrom,
  listOf,
  literal,
  mapOf,
  ofType,
  oneOf,
  type Schema,
  type SchemaOf,
  text,
} from './json-schema.ts';

/** The options of each scorer in a program. */
export const scorerOptions = Object.fromEntries(
  SCORERS.map(({ name, options }) => [name, options]),
) as Readonly<Record<ScorerName, Schema>>;

/** What `scoreTrace` takes: one entry per scorer, and the rules for calls. */
export const expectationsSchema = closed({
  ...(scorerOptions as { readonly [Name in ScorerName]: SchemaOf<ScorerOptions[Name]> }),
  unwrap: listOf(
    closed({ tool: toolPattern, server: text, name: text, arguments: text }, ['tool', 'name']),
  ),
  aliases: listOf(closed({ from: toolPattern, to: toolPattern }, ['from', 'to'])),
  neutral: toolList,
  skills: literal(true),
  requester: either(listOf(text), ofType('null')),
  status: oneOf('all', 'executed', 'ok'),
  failedWhen: either(closed({ resultMatches: text }, ['resultMatches']), ofType('null')),
});

/** What `evaluate` takes, but for functions and datasets. */
export const evaluationSchema = closed(
  {
    name: text,
    dataset: anything,
    agent: anything,
    runs: integerFrom(1),
    concurrency: integerFrom(1),
    scorers: listOf(
      closed(
        {
          type: oneOf(...Object.keys(scorerOptions)),
          key: text,
          options: anything,
          metrics: listOf(anything),
        },
        ['type', 'options'],
      ),
    ),
    expect: mapOf(matcher),
    weights: text,
    maxErrors: integerFrom(0),
    services: anything,
  },
  ['dataset', 'scorers'],
);
