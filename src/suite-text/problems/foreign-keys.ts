// What other tools call the keys of a suite, and what these are called here.
import type { Path } from '#schema';

/** The kind of map in a suite that has a key. */
type KeyPlace =
  | 'suite'
  | 'test'
  | 'eval'
  | 'agent'
  | 'server'
  | 'class'
  | 'scorer'
  | 'call'
  | 'block';

/** The keys of other tools that mean the same, what that is here, and the tool that is known for them. */
type ForeignKey = readonly [keys: string, here: string, tool?: string];

const GATE = '`expect`';
const TRACE = 'a part of a trace here: name its file in `traces`';
const COVERAGE =
  '`function_call_coverage: { function_calls: [search] }` here, or `equal_function_sets` where any of several tools will do';
const CALLS = '`tool_call_f1: { expected: [{ tool: search, args: { q: x } }] }`';
const BLOCK =
  'a scorer block with `expect` here, such as function_call_coverage: { function_calls: [search] }';

/** Keys are in snake_case and apart by blanks. Texts that do not say "here" end in it. */
const FOREIGN_KEYS: Readonly<Record<KeyPlace, readonly ForeignKey[]>> = {
  suite: [
    ['prompts', '`prompt` of each test', 'promptfoo'],
    ['providers targets', '`agents`', 'promptfoo'],
    ['default_test', 'a key at the top here, such as `neutral` or `traces`', 'promptfoo'],
    [
      'evaluate_options output_path',
      'a flag of `run`, such as --reporter json=out.json',
      'promptfoo',
    ],
    ['scenarios', '`tests`', 'promptfoo'],
    ['tasks', '`tests`', 'Inspect'],
    ['solver plan', '`agents`', 'Inspect'],
    ['scorer', '`scorers` of an eval', 'Inspect'],
    ['metrics', '`scorers` of an eval here, or a block of a test', 'DeepEval'],
    ['test_cases testcases cases samples goldens', '`tests`, or the rows of a `dataset`'],
    ['mcp_servers mcp', '`servers`'],
    ['model llm provider', '`model` of an agent under `agents`'],
    ['tools functions', 'a file that `catalog` names; the tools of a class are its `members`'],
    ['gates thresholds threshold assert assertions', GATE],
    ['prompt input', '`prompt` of a test'],
    ['description title', 'a comment, or `name` of a test'],
    ['env environment', '`env` of an agent or a server'],
  ],
  test: [
    ['assert assertions asserts', BLOCK, 'promptfoo'],
    ['description', '`name`', 'promptfoo'],
    ['provider providers', '`agent`', 'promptfoo'],
    ['vars', 'a part of `prompt`; rows with columns are the `dataset` of an eval', 'promptfoo'],
    ['expected_tools', COVERAGE, 'DeepEval'],
    ['expected_tool required_tools must_call tools function_calls', COVERAGE],
    ['tools_called', TRACE, 'DeepEval'],
    ['actual_output', TRACE, 'DeepEval'],
    ['output response tool_calls messages', TRACE],
    ['reference_tool_calls', CALLS, 'Ragas'],
    ['expected_calls expected_tool_calls expected', CALLS],
    ['user_input', '`prompt`', 'Ragas'],
    ['input query question user_message message', '`prompt`'],
    ['expected_output', '`answer: { rubric: … }`', 'DeepEval'],
    ['target', '`answer: { rubric: … }`', 'Inspect'],
    ['reference ideal ground_truth reference_answer', '`answer: { rubric: … }`'],
    ['metrics metric', 'a block of the test, such as `tool_call_f1`', 'DeepEval'],
    ['scorer scorers', 'a block of the test, such as `tool_call_f1`', 'Inspect'],
    ['threshold thresholds gates min_score', GATE],
    ['epochs', '`runs`', 'Inspect'],
    ['repeat repeats trials num_runs iterations', '`runs`'],
    ['solver', '`agent`', 'Inspect'],
    ['time_limit', '`timeout`, in seconds', 'Inspect'],
    ['timeout_ms timeout_seconds', '`timeout`, in seconds'],
    ['model llm', '`model` of an agent, which `agent` names'],
    ['servers mcp mcp_servers', '`servers` of an agent, which `agent` names'],
    ['dataset data', 'an eval: write it under `evals`'],
    ['classes', '`equal_function_sets: { classes: … }`'],
    ['forbidden_tools disallowed_tools must_not_call', '`forbidden`'],
    ['trace_file file path log logs', '`traces`'],
    ['id title', '`name`'],
    ['tags tag only skip', '`--filter`, which selects tests by name'],
  ],
  eval: [
    ['evaluators evaluator', '`scorers`', 'LangSmith'],
    ['target', '`agent`', 'LangSmith'],
    ['num_repetitions', '`runs`', 'LangSmith'],
    ['solver task', '`agent`', 'Inspect'],
    ['epochs', '`runs`', 'Inspect'],
    ['repeat repeats trials', '`runs`'],
    ['metrics metric scorer', '`scorers`'],
    ['data data_path file path rows examples samples test_cases', '`dataset`'],
    ['assert thresholds threshold gates', GATE],
    ['provider', '`agent`'],
    ['prompt input', '`input` of each row'],
  ],
  agent: [
    ['system_prompt system_message instructions prompt', '`system`'],
    ['provider llm', 'a part of `model`, such as openai:gpt-5-mini'],
    ['api_key key token', '`api_key_env`, the name of an environment variable'],
    ['api_base endpoint', '`base_url`'],
    ['url', '`http`'],
    ['cmd exec script program', '`command`'],
    ['args arguments', 'a part of `command`, such as [python3, agent.py]'],
    ['mcp mcp_servers', '`servers`'],
    ['environment env_vars', '`env`'],
    ['max_steps max_iterations recursion_limit message_limit', '`max_turns`'],
    ['function import entrypoint', '`module`, such as ./agent.ts#run'],
    ['workdir working_dir directory', '`cwd`'],
  ],
  server: [
    ['cmd', '`command`'],
    ['arguments', '`args`'],
    ['environment', '`env`'],
    ['endpoint', '`url`'],
    ['transport', '`type`'],
  ],
  class: [
    ['tools tool functions items', '`members`'],
    ['id title class', '`name`'],
  ],
  scorer: [
    ['name metric scorer', '`type`'],
    ['threshold min_score gate', "a gate in the eval's own `expect`"],
  ],
  call: [
    ['input_parameters', '`args`', 'DeepEval'],
    ['arguments parameters params input tool_input', '`args`'],
    ['tool_name function', '`tool`'],
  ],
  block: [
    ['threshold min_score gates assert', GATE],
    ['sets tool_classes', '`classes`'],
    ['expected_tools required_tools tools', '`function_calls` of `function_call_coverage`'],
    ['expected_calls calls tool_calls', '`expected`'],
  ],
};

/** What a key is called here, where other tools have it; undefined for all other keys. */
export function hintForForeignKey(key: string, path: Path): string | undefined {
  const place = placeOf(path);
  if (place === null) return undefined;
  const name = toSnakeCase(key);
  const match = FOREIGN_KEYS[place].find(([keys]) => keys.split(' ').includes(name));
  if (match === undefined) return undefined;
  const [, here, tool] = match;
  const subject = tool === undefined ? `\`${key}\`` : `what ${tool} calls \`${key}\``;
  return `${subject} is ${here}${/ here\b/.test(here) ? '' : ' here'}`;
}

const PLACES: ReadonlyMap<string | number | undefined, KeyPlace> = new Map([
  ['tests', 'test'],
  ['evals', 'eval'],
  ['agents', 'agent'],
  ['servers', 'server'],
  ['classes', 'class'],
  ['scorers', 'scorer'],
  ['expected', 'call'],
]);

function placeOf(path: Path): KeyPlace | null {
  if (path.length === 0) return 'suite';
  const place = PLACES.get(path.at(-2));
  if (place !== undefined) return place;
  return path.length === 3 && path[0] === 'tests' ? 'block' : null;
}

/** Operators in the words of other tools, and mistyped ones. */
const OPERATOR_WORDS: readonly (readonly [operator: string, words: string])[] = [
  ['>=', 'gte ge min minimum at_least greater_or_equal greater_than_or_equal => ≥ threshold floor'],
  ['>', 'gt greater_than more_than above over'],
  ['<=', 'lte le max maximum at_most less_or_equal less_than_or_equal =< ≤ ceiling'],
  ['<', 'lt less_than below under'],
  ['==', 'eq equal equals is exactly value = ==='],
  ['!=', 'ne neq not not_equal not_equals <> !== ≠'],
  ['between', 'range in_range within'],
];

/** The operator that a word of another tool means; null for other words. */
export function operatorOf(word: string): string | null {
  const name = toSnakeCase(word.trim());
  return OPERATOR_WORDS.find(([, words]) => words.split(' ').includes(name))?.[0] ?? null;
}

function toSnakeCase(key: string): string {
  return key
    .slice(0, 60)
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .replaceAll('-', '_')
    .toLowerCase();
}
