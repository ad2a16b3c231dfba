import { classMap, toolClass } from '#core';
import { agent, overrides, server } from './agent.ts';
import { judge } from './judge.ts';
import { callRuleKeys } from './call-rules.ts';
import { evalBodyKeys, evaluation, toolCosts } from './evaluation.ts';
import {
  about,
  closed,
  either,
  type Infer,
  listOf,
  mapOf,
  oneOrMore,
  text,
} from './json-schema.ts';
import { test } from './test.ts';

/** The schema of a suite: what validation applies and what editors read. */
export const suiteSchema = closed({
  $schema: about('The JSON Schema of this file, for editors.', text),
  classes: about(
    'Equal-function sets that tests refer to by name.',
    either(listOf(toolClass), classMap),
  ),
  ...callRuleKeys,
  tool_costs: toolCosts,
  catalog: about('A JSON file of the tools that exist, with their input schemas.', text),
  servers: about('MCP servers, or the path of an mcp.json.', either(text, mapOf(server))),
  agents: about('The agents, by name.', mapOf(agent)),
  judge: about('The default judge of the suite.', judge),
  overrides,
  baseline: about(
    'What runs are compared with: a report, `last`, or the name or number of a kept run.',
    text,
  ),
  regression: about(
    'How much more runs may use than those of the baseline; left out: 10 %.',
    closed({
      'calls.mean': about('Calls per run, such as `5%`.', text),
      'tokens.mean': about('Tokens in and out per run, such as `10%`.', text),
      'cost.mean': about('Reported cost per run, such as `10%`.', text),
      'time.mean': about('Recorded time per run, such as `25%`.', text),
    }),
  ),
  traces: about('Recorded runs for the tests that name none of their own.', oneOrMore(text)),
  tests: about('Scenarios with gates.', listOf(test)),
  evals: about('Datasets, measured row by row.', listOf(evaluation)),
  dataset: about('This file is one eval over these rows.', text),
  scorers: evalBodyKeys.scorers,
  expect: evalBodyKeys.expect,
  runs: evalBodyKeys.runs,
  weights: evalBodyKeys.weights,
  tags: evalBodyKeys.tags,
  name: about('The name of the eval that this file is; left out: the name of the file.', text),
  agent: about('The agent of the eval that this file is.', text),
});

/** A suite as it is written. */
export type SuiteDocument = Infer<typeof suiteSchema>;
