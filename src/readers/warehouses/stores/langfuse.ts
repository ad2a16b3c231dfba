import type { JsonObject } from '#core';
import type { CallRows, CountedRows, NeededColumn, WarehouseStore } from '../store.ts';
import { NameSplitter } from '../../draft/split-name.ts';
import { toObservation } from './langfuse-observation.ts';

const TOOL_COLUMNS = ['tool_definitions', 'tool_calls', 'tool_call_names'] as const;

/** Model rows list the calls that they requested; rows of type TOOL are executions of the same calls. */
function callsOf(input: string | null): readonly CallRows[] {
  return [
    {
      shape: 'list',
      where: "type = 'GENERATION'",
      tool: 'tool_call_names',
      server: null,
      arguments: 'tool_calls',
      failed: "level = 'ERROR'",
    },
    {
      shape: 'row',
      where: "type = 'TOOL'",
      tool: 'name',
      server: null,
      arguments: input,
      failed: "level = 'ERROR'",
    },
  ];
}

const OPTIONAL = [
  'name',
  'end_time',
  'level',
  'status_message',
  'environment',
  'version',
  'release',
  'trace_name',
  'user_id',
  'session_id',
  'tags',
  'provided_model_name',
  'usage_details',
  'cost_details',
  'total_cost',
  'experiment_item_id',
  ...TOOL_COLUMNS,
] as const;

const PAYLOADS = ['input', 'output', 'metadata', 'metadata_names', 'metadata_values'] as const;

/** Columns of both versions. */
const REQUIRED: readonly NeededColumn[] = [
  { name: 'project_id', use: 'the project' },
  { name: 'trace_id', use: 'the run' },
  { name: 'start_time', use: 'the start of an observation' },
  { name: 'type', use: 'what an observation is' },
  { name: 'event_ts', use: 'which of several states of a row counts' },
];

const SPAN_ID = { name: 'span_id', use: 'the id of an observation' };
const ID = { name: 'id', use: 'the id of an observation' };
const PARENT = { name: 'parent_observation_id', use: 'the observation around it' };

/** `events_full` of Langfuse v4. */
export const langfuseStore: WarehouseStore = {
  id: 'langfuse',
  title: 'Langfuse v4',
  engine: 'clickhouse',
  tables: ['events_full'],
  signature: [SPAN_ID, ...REQUIRED],
  required: [SPAN_ID, ...REQUIRED],
  optional: ['parent_span_id', 'is_deleted', ...OPTIONAL, ...PAYLOADS],
  row: {
    run: 'trace_id',
    time: 'start_time',
    id: 'span_id',
    project: 'project_id',
    scope: 'project_id',
  },
  join: '',
  calls: callsOf('input'),
  replacement: {
    key: ['project_id', 'trace_id', 'span_id'],
    version: 'event_ts',
    deleted: 'is_deleted',
  },
  format: 'langfuse',
  toRecord: (row: JsonObject) => toObservation(row, 'span_id', 'parent_span_id'),
};

/** Names that the reader divides into a server and a tool, and calls without a name. */
const isOddName = (name: string): string => `(${name} = '' OR position(${name}, '__') > 0)`;

/** Rows of which only the reader can say what they are, and whether their trace is a run. */
const IS_FOREIGN =
  "(type NOT IN ('GENERATION', 'TOOL', 'AGENT', 'SPAN', 'EVENT', 'CHAIN', 'RETRIEVER', 'EMBEDDING', 'EVALUATOR', 'GUARDRAIL')" +
  " OR (type != 'GENERATION' AND length(tool_call_names) > 0))";

/**
 * Runs of `events_core` are counted where their calls are plain: not where an observation failed, where models are inside
 * models or tools inside tools, where a call is recorded twice, or where a tool ran that no model asked for.
 */
const COUNTED: CountedRows = {
  isRun: false,
  test: null,
  needs: ['parent_span_id', 'name', 'level', 'tool_calls', 'tool_call_names'],
  doubts: [
    "(level = 'ERROR' AND type != 'TOOL')",
    IS_FOREIGN,
    `(type = 'TOOL' AND ${isOddName('name')})`,
    `arrayExists(_value -> ${isOddName('_value')}, tool_call_names)`,
    'length(tool_calls) != length(tool_call_names)',
  ],
  gathered: [
    ['acts', `countIf(type IN ('GENERATION', 'TOOL', 'AGENT') OR ${IS_FOREIGN})`],
    ['models', "groupArrayIf(span_id, type = 'GENERATION')"],
    ['in_models', "groupArrayIf(parent_span_id, type = 'GENERATION')"],
    ['ran', "groupArrayIf(span_id, type = 'TOOL')"],
    ['in_ran', "groupArrayIf(parent_span_id, type = 'TOOL')"],
    ['ran_tools', "groupArrayIf(name, type = 'TOOL')"],
    ['asked_tools', 'groupArrayArray(tool_call_names)'],
    [
      'asked_ids',
      "groupArrayArray(arrayMap(_value -> visitParamExtractString(_value, 'id'), tool_calls))",
    ],
  ],
  runs: 'acts > 0',
  runDoubts: [
    'hasAny(models, in_models)',
    'hasAny(ran, in_ran)',
    '(length(asked_ids) > 0 AND arrayUniq(asked_ids) < length(asked_ids))',
    '(length(asked_tools) > 0 AND arrayExists(_value -> countEqual(ran_tools, _value) > countEqual(asked_tools, _value), ran_tools))',
  ],
  offers: {
    column: { name: 'tool_definitions', use: 'the offered tools', type: /^Map\(/ },
    where: "(type = 'GENERATION' AND length(mapKeys(tool_definitions)) > 0)",
    list: 'mapKeys(tool_definitions)',
    read: (written) => {
      if (written === '') return null;
      const { server, name } = SPLITTER.split(written);
      return [{ server, name }];
    },
  },
};

const SPLITTER = new NameSplitter([], []);

/** `events_core` of Langfuse v4: payloads are cut to 200 characters and not read, the columns of calls are whole. */
export const langfuseCoreStore: WarehouseStore = {
  ...langfuseStore,
  id: 'langfuse-core',
  title: 'Langfuse v4 (events_core)',
  tables: ['events_core'],
  required: [
    ...langfuseStore.required,
    { name: 'tool_calls', use: 'the calls of a model' },
    { name: 'tool_call_names', use: 'the names of the called tools' },
  ],
  optional: ['parent_span_id', 'is_deleted', ...OPTIONAL],
  calls: callsOf(null),
  counted: COUNTED,
};

/** `observations` of Langfuse v3; the columns of calls are there since its migration 0033. */
export const langfuseV3Store: WarehouseStore = {
  ...langfuseStore,
  id: 'langfuse-v3',
  title: 'Langfuse v3',
  tables: ['observations'],
  signature: [ID, PARENT, ...REQUIRED],
  required: [ID, PARENT, ...REQUIRED],
  optional: ['is_deleted', ...OPTIONAL, ...PAYLOADS],
  row: {
    run: 'trace_id',
    time: 'start_time',
    id: 'id',
    project: 'project_id',
    scope: 'project_id',
  },
  replacement: {
    key: ['project_id', 'trace_id', 'id'],
    version: 'event_ts',
    deleted: 'is_deleted',
  },
  toRecord: (row: JsonObject) => toObservation(row, 'id', 'parent_observation_id'),
};
