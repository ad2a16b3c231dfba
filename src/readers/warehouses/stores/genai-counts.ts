import type { ToolRef } from '#core';
import { NameSplitter } from '../../draft/split-name.ts';
import { readDefinitions } from '../../spans/tool-definitions.ts';
import type { CallRows, CountedRows, OfferedRows } from '../store.ts';

/** The columns of a table of spans with attributes of the GenAI conventions, as SQL of ClickHouse from 24.8 on. */
export interface GenAiColumns {
  /** The text of an attribute; empty where a span does not have it. */
  attribute(this: void, key: string): string;
  /** The names of all attributes of a span. */
  readonly keys: string;
  readonly span: string;
  readonly parent: string;
  readonly name: string;
  /** The instrumentation of a span; null where it is not recorded. */
  readonly scope: string | null;
  /** Whether the status of a span is an error. */
  readonly isError: string;
  /** Whether a span has events that may be messages. */
  readonly hasMessageEvents: string;
  /** Columns that these expressions need and that a table may lack. */
  readonly needs: readonly string[];
}

/** The longest name that counts as one here, in bytes; readers refuse names of more than 1024 characters. */
const MAX_NAME_BYTES = 512;

/** Attributes by which readers understand spans of other conventions, or runs of other kinds. */
const OTHER_CONVENTIONS =
  '^(?:ai[.]|openinference|llm[.]|mcp[.]|(?:langsmith|traceloop)[.]span[.]kind|gcp[.]vertex[.]agent[.]' +
  '|(?:input|output)[.]value|tool_arguments|agent_name|model_request_parameters|whichtool[.]' +
  '|gen_ai[.](?:prompt|completion|agent[.]tools|tool[.]status))';

/** Results that may be messages with the name of another tool. */
const MESSAGE_RESULT =
  '"(?:role|tool_call_id|toolCallId|tool_use_id|call_id|functionResponse|function_response)"' +
  '|tool_result|tool_call_response|function_call_output';

const isOddName = (name: string): string =>
  `(${name} = '' OR startsWith(${name}, 'mcp__') OR length(${name}) > ${MAX_NAME_BYTES})`;

/** Calls of spans: in the answers of models, otherwise spans of tools. */
export function genAiCalls({ attribute }: GenAiColumns): readonly CallRows[] {
  const { isModel, isTool, calls } = partsOf(attribute);
  return [
    {
      shape: 'list',
      where: isModel,
      tool: `arrayMap(_call -> JSONExtractString(_call, 'name'), ${calls})`,
      server: null,
      arguments: null,
      failed: null,
    },
    {
      shape: 'row',
      where: isTool,
      tool: attribute('gen_ai.tool.name'),
      server: null,
      arguments: null,
      failed: null,
    },
  ];
}

/**
 * Runs are counted where spans of agents, models and tools have nothing but attributes of the conventions, and where
 * each call is recorded once by its model, once by its tool, or by both with its id. All others are read.
 */
export function genAiCounts(columns: GenAiColumns): CountedRows {
  const { attribute, keys, span, parent, name, scope, isError, hasMessageEvents } = columns;
  const { operation, isModel, isTool, isAgent, output, messages, parts, calls } =
    partsOf(attribute);
  const isActing = `(${isModel} OR ${isTool})`;
  const isPlain = `NOT (${isModel} OR ${isTool} OR ${isAgent})`;
  // Only the reader can say what these spans are, and whether their trace is a run.
  const isForeign =
    `(arrayExists(_key -> match(_key, '${OTHER_CONVENTIONS}'), ${keys}) OR startsWith(${name}, 'ai.')` +
    ` OR (${operation} = '' AND arrayExists(_key -> startsWith(_key, 'gen_ai.'), ${keys})))`;
  const tool = attribute('gen_ai.tool.name');
  const callId = attribute('gen_ai.tool.call.id');
  const input = attribute('gen_ai.input.messages');
  const reasons = attribute('gen_ai.response.finish_reasons');
  const definitions = attribute('gen_ai.tool.definitions');
  const isMessage =
    "JSONType(_message) = 'Object' AND hasAll(['role', 'parts', 'finish_reason'], JSONExtractKeys(_message))" +
    " AND JSONExtractString(_message, 'role') IN ('assistant', '') AND JSONLength(_message, 'parts') > 0";
  const isPart =
    "JSONExtractString(_part, 'type') IN ('text', 'reasoning') OR (JSONExtractString(_part, 'type') = 'tool_call'" +
    ` AND NOT ${isOddName("JSONExtractString(_part, 'name')")})`;
  const isReadable =
    `isValidJSON(${output}) AND JSONType(${output}) = 'Array' AND length(${messages}) > 0` +
    ` AND arrayAll(_message -> ${isMessage}, ${messages}) AND arrayAll(_part -> ${isPart}, ${parts})`;
  const allReasons = `concat(${reasons}, arrayStringConcat(arrayMap(_message -> JSONExtractString(_message, 'finish_reason'), ${messages}), ' '))`;
  const ids = `arrayMap(_call -> JSONExtractString(_call, 'id'), ${calls})`;
  const pairs = `arrayMap(_call -> cityHash64(JSONExtractString(_call, 'id'), JSONExtractString(_call, 'name')), ${calls})`;
  return {
    isRun: false,
    test: null,
    needs: columns.needs,
    doubts: [
      `${span} = ''`,
      isForeign,
      `(${operation} != '' AND ${hasMessageEvents})`,
      `(${isError} AND (${isModel} OR ${isAgent} OR ${parent} = ''))`,
      `(${isTool} AND (${isOddName(tool)} OR match(${attribute('gen_ai.tool.call.result')}, '${MESSAGE_RESULT}')))`,
      `(${isModel} AND ${output} != '' AND NOT (${isReadable}))`,
      `(${isModel} AND match(lower(${allReasons}), 'length|max_tokens|content_filter|error'))`,
      `(${isModel} AND length(${calls}) = 0 AND ${output} != '' AND match(lower(${allReasons}), 'tool|function'))`,
      `(${definitions} != '' AND ${isPlain})`,
    ],
    gathered: [
      ['acts', `countIf(${isActing} OR ${isAgent} OR ${isForeign})`],
      ['spans', 'count()'],
      ['span_ids', `uniqExact(${span})`],
      ['model_scopes', scope === null ? '1' : `uniqExactIf(${scope}, ${isModel})`],
      ['acting', `groupArrayIf(cityHash64(${span}), ${isActing})`],
      ['in_acting', `groupArrayIf(cityHash64(${parent}), ${isActing} AND ${parent} != '')`],
      ['plain', `groupArrayIf(cityHash64(${span}), ${isPlain} AND ${parent} != '')`],
      ['in_plain', `groupArrayIf(cityHash64(${parent}), ${isPlain} AND ${parent} != '')`],
      ['asked', `groupArrayArrayIf(${pairs}, ${isModel})`],
      ['asked_ids', `groupArrayArrayIf(${ids}, ${isModel})`],
      ['ran', `groupArrayIf(cityHash64(${callId}, ${tool}), ${isTool})`],
      ['ran_ids', `groupArrayIf(${callId}, ${isTool} AND ${callId} != '')`],
      ['lacking', `countIf(${isModel} AND ${output} = '')`],
      [
        'earlier',
        `countIf((${isModel} AND ${input} != '' AND (position(${input}, 'tool_call') > 0 OR NOT match(${input}, '[\\\\]}]\\\\s*$'))) OR (${isAgent} AND ${output} != ''))`,
      ],
    ],
    runs: 'acts > 0',
    partial: 'lacking > 0',
    runDoubts: [
      'span_ids < spans',
      'model_scopes > 1',
      'hasAny(acting, in_acting)',
      'arrayExists((_span, _parent) -> has(in_acting, _span) AND (has(acting, _parent) OR has(plain, _parent)), plain, in_plain)',
      '(length(asked) + length(ran) = 0 AND (lacking > 0 OR earlier > 0))',
      "has(asked_ids, '')",
      'arrayUniq(asked_ids) < length(asked_ids)',
      'arrayUniq(ran_ids) < length(ran_ids)',
      '(length(asked) > 0 AND NOT hasAll(asked, ran))',
    ],
    offers: {
      where: `(${definitions} != '' AND NOT (${isPlain}))`,
      list: `[${definitions}]`,
      read: readOffer,
    },
  };
}

function partsOf(
  attribute: GenAiColumns['attribute'],
): Record<
  'operation' | 'isModel' | 'isTool' | 'isAgent' | 'output' | 'messages' | 'parts' | 'calls',
  string
> {
  const operation = attribute('gen_ai.operation.name');
  const output = attribute('gen_ai.output.messages');
  const messages = `JSONExtractArrayRaw(${output})`;
  const parts = `arrayFlatten(arrayMap(_message -> JSONExtractArrayRaw(_message, 'parts'), ${messages}))`;
  return {
    operation,
    isModel: `${operation} IN ('chat', 'text_completion', 'generate_content')`,
    isTool: `${operation} = 'execute_tool'`,
    isAgent: `${operation} = 'invoke_agent'`,
    output,
    messages,
    parts,
    calls: `arrayFilter(_part -> JSONExtractString(_part, 'type') = 'tool_call', ${parts})`,
  };
}

const SPLITTER = new NameSplitter([], []);

/** The tools of a definition, as a run has them; null where one cannot be read, or belongs to a server. */
const readOffer: OfferedRows['read'] = (text) => {
  const tools = readDefinitions(text);
  if (tools === null || tools.some(({ server, name }) => server !== null || name === ''))
    return null;
  return tools.map(({ name: written }): ToolRef => {
    const { server, name } = SPLITTER.split(written);
    return { server, name };
  });
};
