import { callRuleKeys } from './call-rules.ts';
import { drivenKeys } from './driven.ts';
import { expectation } from './expectation.ts';
import {
  about,
  amount,
  closed,
  type Infer,
  integerFrom,
  mapOf,
  oneOrMore,
  someOf,
  text,
} from './json-schema.ts';
import { scorerEntry } from './scorer-entry.ts';

/** What a dataset is measured with; these keys may also be at the top of a file. */
export const evalBodyKeys = {
  dataset: about('The rows: a JSONL, JSON or CSV file, relative to this file.', text),
  scorers: about('What every row is measured with.', someOf(scorerEntry)),
  expect: about('Gates over the sums of all rows.', expectation),
  runs: about('How many runs of every row there must be; left out: one.', integerFrom(1)),
  tags: about(
    'The column with the tags of each row, or `none`; left out: `tags`. Reports have the figures of every tag.',
    text,
  ),
  weights: about(
    'The column that shares are reweighted by, or `none`; left out: `weight` of a committed version of a stratified sample.',
    text,
  ),
};

/** What calls cost. */
export const toolCosts = about('What a call to a tool costs; default 1.', mapOf(amount));

export const evaluation = closed(
  {
    name: about('The name of the eval; unique in the suite.', text),
    ...evalBodyKeys,
    agent: about('The agent that is tested, by its name under `agents`.', text),
    traces: about('Recorded runs, joined to the rows by their `case`.', oneOrMore(text)),
    join: about(
      'Which fields join recorded runs to rows, instead of `case` and `id`.',
      closed(
        {
          row: about(
            'The column of the row, such as `ticket`, or a path such as `meta.ticket`.',
            text,
          ),
          trace: about('The field of the trace: `id`, `agent`, `metadata.ticket_id`.', text),
        },
        ['row', 'trace'],
      ),
    ),
    tool_costs: toolCosts,
    ...drivenKeys,
    ...callRuleKeys,
  },
  ['name', 'dataset', 'scorers'],
);

/** A dataset, row by row, as it is written. */
export type EvalDocument = Infer<typeof evaluation>;
