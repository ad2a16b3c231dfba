import { callRuleKeys, type CallRulesDocument } from './call-rules.ts';
import { type DrivenDocument, drivenKeys } from './driven.ts';
import { type ExpectDocument, expectation } from './expectation.ts';
import {
  about,
  closed,
  integerFrom,
  type Keys,
  listOf,
  mapOf,
  oneOrMore,
  type Schema,
  text,
} from './json-schema.ts';
import { type ScorerEntry, scorerEntry } from './scorer-entry.ts';

/** What a dataset is measured with; these keys may also stand at the top of a file. */
export interface EvalBodyDocument {
  readonly dataset: string;
  readonly scorers: readonly ScorerEntry[];
  readonly expect?: ExpectDocument;
  readonly runs?: number;
  readonly weights?: string;
}

/** A dataset, row by row, as it is written. */
export interface EvalDocument extends EvalBodyDocument, DrivenDocument, CallRulesDocument {
  readonly name: string;
  readonly agent?: string;
  readonly traces?: string | readonly string[];
  readonly tool_costs?: Readonly<Record<string, number>>;
}

export const evalBodyKeys: Keys<EvalBodyDocument> = {
  dataset: about('The rows: a JSONL, JSON or CSV file, relative to this file.', text),
  scorers: about('What every row is measured with.', { ...listOf(scorerEntry), minItems: 1 }),
  expect: about('Gates over the sums of all rows.', expectation),
  runs: about('How many runs of every row there must be; left out: one.', integerFrom(1)),
  weights: about(
    'The column that shares are reweighted by, or `none`; left out: `weight` of a committed version of a stratified sample.',
    text,
  ),
};

/** What calls cost. */
export const toolCosts: Schema = about(
  'What a call to a tool costs; default 1.',
  mapOf({ type: 'number', minimum: 0 }),
);

export const evaluation: Schema = closed<EvalDocument>(
  {
    name: about('The name of the eval; unique in the suite.', text),
    ...evalBodyKeys,
    agent: about('The agent that is tested, by its name under `agents`.', text),
    traces: about('Recorded runs, joined to the rows by their `case`.', oneOrMore(text)),
    tool_costs: toolCosts,
    ...drivenKeys,
    ...callRuleKeys,
  },
  ['name', 'dataset', 'scorers'],
);
