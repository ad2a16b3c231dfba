import { toolList, toolPattern } from '#core';
import {
  about,
  closed,
  flag,
  type InferFields,
  integerFrom,
  listOf,
  mapOf,
  oneOf,
  oneOrMore,
  text,
} from './json-schema.ts';

const unwrapRule = closed(
  {
    tool: about('The tool that only passes a call on.', toolPattern),
    server: about('Where in its arguments the real server stands, such as `$.server_name`.', text),
    name: about('Where in its arguments the real name stands, such as `$.tool_name`.', text),
    arguments: about('Where in its arguments the real arguments stand, such as `$.params`.', text),
  },
  ['tool', 'name'],
);

export const callRuleKeys = {
  neutral: about('Tools whose calls count neither way: look-ups, `think`, tool search.', toolList),
  forbidden: about('Tools that must not be called; gated with `forbidden.calls == 0`.', toolList),
  unwrap: about('Tools whose real choice sits in their arguments.', listOf(unwrapRule)),
  aliases: about('Old tool name to new tool name.', mapOf(toolPattern)),
  skills: about(
    'Score which skills runs pick (`SKILL.md`) and not which tools they call; default false.',
    flag,
  ),
  requester: about(
    'Whose calls count: `agent`, `user`, or the name of a sub-agent. Left out: all but the user.',
    oneOrMore(text),
  ),
  status: about(
    'Which calls count: `all` that were chosen (default), those that were `executed`, or those that ended `ok`.',
    oneOf('all', 'executed', 'ok'),
  ),
  failed_when: about(
    'Which results mean that a call failed, beside those that the format says.',
    closed(
      {
        result_matches: about(
          'A regular expression (RE2 syntax) that is found in the result of a failed call.',
          text,
        ),
      },
      ['result_matches'],
    ),
  ),
  ignore_types: about(
    'Types of parts, events or lines that a reader does not know and that are not calls: runs with them are measured.',
    listOf(text),
  ),
  errors: about(
    'A run that could not be measured is an `error` (default), or counts as one without calls.',
    oneOf('error', 'count_as_empty'),
  ),
  max_errors: about('How many runs may fail to be measured; default 0.', integerFrom(0)),
  complete: about(
    'Whether captures see every call of the agent: then no run is partial; default what the agent says.',
    flag,
  ),
  today: about(
    'The day that relative dates of expected arguments count from, such as `2026-03-01`: `{ $date: { days: 1 } }` is the day after it.',
    text,
  ),
};

/** What can be said of calls and of unmeasured runs: for the whole suite, in a test, or in an eval. */
export type CallRulesDocument = InferFields<typeof callRuleKeys>;
