// What people take for traces: JSON of other tools, and other files of this one.
import { isJsonObject, type Json, type JsonObject } from '#core';

/** What a file that is not a trace may be, and what to do with it. */
export interface Lookalike {
  /** A noun with its article, such as `a report of whichtool`. */
  readonly name: string;
  readonly hint?: string;
  /** Whether `dataset import` makes rows of it. */
  readonly isDataset?: true;
}

interface Shape extends Lookalike {
  /** It has each of these keys, */
  readonly all?: readonly string[];
  /** and one of these, where there are any. */
  readonly any?: readonly string[];
}

const DATASET = {
  hint: 'it is a dataset: `whichtool dataset import` reads it',
  isDataset: true,
} as const;
const CALLS_ELSEWHERE =
  'native traces have the list of calls in `tool_calls`, each with `name` and `arguments`';

/** The most specific first. */
const SHAPES: readonly Shape[] = [
  {
    name: 'a report of whichtool',
    all: ['schemaVersion', 'verdict'],
    hint: '`whichtool report` shows it',
  },
  {
    name: 'labels of whichtool',
    all: ['case', 'caseHash', 'reviewer'],
    hint: '`whichtool label status` reads the folder of their sample',
  },
  {
    name: 'rows of a dataset',
    any: ['expected_tool', 'expected_calls', 'expected_args'],
    hint: 'name it in `dataset:` of an eval, or give it as --dataset',
  },
  {
    name: 'the settings of MCP servers',
    all: ['mcpServers'],
    hint: '`whichtool tools` lists their tools, `whichtool init --servers` writes a suite for them',
  },
  {
    name: 'a tool catalog',
    all: ['name'],
    any: ['input_schema', 'inputSchema'],
    hint: '`whichtool tools` reads it, and so does `catalog:` of a suite',
  },
  {
    name: 'a tool catalog by server',
    all: ['tools'],
    any: ['server_name', 'server', 'server_info'],
    hint: '`whichtool tools` reads it',
  },
  { name: 'samples of OpenAI evals', all: ['input', 'ideal'], ...DATASET },
  {
    name: 'an event log of OpenAI evals',
    all: ['run_id', 'event_id', 'sample_id'],
    hint: 'it has no tool calls in a known place; give the traces of the agent instead',
  },
  { name: 'a promptfoo configuration', all: ['prompts', 'providers'], ...DATASET },
  { name: 'test cases of promptfoo', all: ['vars'], any: ['assert', 'description'], ...DATASET },
  {
    name: 'results of promptfoo',
    any: ['evalId', 'shareableUrl'],
    hint: 'its configuration is a dataset: `whichtool dataset import` reads it',
  },
  {
    name: 'test cases of DeepEval',
    any: ['actual_output', 'actualOutput', 'tools_called', 'toolsCalled'],
    hint: 'write `tools_called` as `tool_calls`, and its `input_parameters` as `arguments`',
  },
  { name: 'samples of Ragas', all: ['user_input'], ...DATASET },
  { name: 'questions of BFCL', all: ['question', 'function'], ...DATASET },
  { name: 'answers of BFCL', all: ['id', 'ground_truth'], hint: 'give the questions instead' },
  {
    name: 'runs of LangSmith with other keys',
    any: ['runType', 'run_name', 'runName', 'parentRunId'],
    hint: 'export them as the API names them: id, trace_id, run_type, inputs, outputs',
  },
  { name: 'examples of a LangSmith dataset', all: ['inputs', 'outputs'], ...DATASET },
  {
    name: 'spans with other keys',
    any: ['spanId', 'span_id', 'parentSpanId', 'parent_span_id'],
    hint: 'export them as OTLP/JSON, or from Langfuse, LangSmith or Phoenix',
  },
  {
    name: 'traces with other keys',
    any: [
      'calls',
      'toolCalls',
      'tools_used',
      'function_calls',
      'functionCalls',
      'prediction_calls',
      'trajectory',
    ],
    hint: CALLS_ELSEWHERE,
  },
  {
    name: 'one call per record',
    any: ['tool_name', 'toolName', 'tool_input', 'tool_args'],
    hint: `write the calls of a run as one record: ${CALLS_ELSEWHERE}`,
  },
  {
    name: 'log lines of a program',
    any: ['level', 'severity', 'levelname', 'lvl'],
    hint: 'write the calls of each run into a file of their own',
  },
  { name: 'a package.json', all: ['name', 'version'], any: ['dependencies', 'scripts'] },
  { name: 'a JSON Schema', all: ['$schema'], any: ['properties', 'definitions', '$defs'] },
];

/** What a JSON value is, by its keys. */
export function lookalikeOf(value: Json): Lookalike {
  if (Array.isArray(value))
    return {
      name: 'a list on a line',
      hint: 'write one trace per line, or end the name of the file in .json',
    };
  if (!isJsonObject(value)) return { name: `JSON without keys (${typeof value})` };
  const shape = SHAPES.find((each) => hasShape(value, each)) ?? innerShape(value);
  return shape ?? { name: describeKeys(value), hint: CALLS_ELSEWHERE };
}

function hasShape(value: JsonObject, { all = [], any = [] }: Shape): boolean {
  const has = (key: string): boolean => Object.hasOwn(value, key);
  return all.every(has) && (any.length === 0 || any.some(has));
}

/** Exports wrap their records in one object. */
function innerShape(value: JsonObject): Lookalike | undefined {
  for (const inner of Object.values(value)) {
    const first: unknown = Array.isArray(inner) ? inner[0] : null;
    if (!isJsonObject(first)) continue;
    const shape = SHAPES.find((each) => hasShape(first, each));
    if (shape !== undefined) return shape;
  }
  return undefined;
}

const MAX_KEYS = 5;

/** Keys are shown only where they are names: a map may have anything as keys. */
function describeKeys(value: JsonObject): string {
  const keys = Object.keys(value);
  const names = keys.filter((key) => /^[a-z][\w.-]{0,39}$/i.test(key)).slice(0, MAX_KEYS);
  if (names.length === 0) return 'JSON with other keys';
  return `JSON with the keys ${names.join(', ')}${keys.length > names.length ? ', …' : ''}`;
}
