import { isJsonObject, type Json } from '#core';
import { listOf, objectOf } from '../draft/json-parts.ts';
import { readTools } from '../draft/read-tools.ts';
import { textOf } from '../draft/text-of.ts';
import { Answer } from './answer.ts';
import type { Attributes } from './attributes.ts';
import { eventMessages } from './event-messages.ts';
import { expand } from './expand.ts';
import { parseText } from './parse-text.ts';
import { readMessagesIn } from './read-messages.ts';
import { type Findings, NONE, type SpanSubject } from './findings.ts';

/** What instrumentations of single frameworks record in attributes of their own. */
export function readVendors(name: string, attributes: Attributes): Findings {
  for (const [sign, read] of VENDORS) if (attributes.has(sign)) return read(name, attributes);
  return NONE;
}

type Dialect = (name: string, attributes: Attributes) => Findings;

/** By the attribute that only they have. */
const VENDORS: readonly (readonly [string, Dialect])[] = [
  ['tool_arguments', readPydanticTool],
  ['agent_name', readPydanticAgent],
  ['model_request_parameters', readPydanticModel],
  ['gcp.vertex.agent.llm_request', readAdk],
  ['gcp.vertex.agent.tool_call_args', readAdk],
  ['langsmith.span.kind', readLangSmith],
  ['traceloop.span.kind', readTraceloop],
  ['llm.request.type', readTraceloopModel],
];

function readPydanticTool(_: string, attributes: Attributes): Findings {
  return { kind: 'tool', arguments: attributes.get('tool_arguments') };
}

function readPydanticAgent(_: string, attributes: Attributes): Findings {
  return {
    kind: 'agent',
    agent: textOf(attributes.get('agent_name')),
    model: textOf(attributes.get('model_name')),
    outputValue: attributes.get('final_result'),
    input: readMessagesIn(attributes.get('pydantic_ai.all_messages')),
  };
}

function readPydanticModel(_: string, attributes: Attributes): Findings {
  const request = parseText(attributes.get('model_request_parameters'));
  const tools = isJsonObject(request) ? [request.function_tools, request.output_tools] : [];
  const { input, output } = eventMessages(listOf(parseText(attributes.get('events'))));
  return {
    kind: 'model',
    input: readMessagesIn(input),
    output: new Answer(undefined, readMessagesIn(output)),
    tools: tools.some(Array.isArray) ? tools.flatMap((list) => readTools(list)) : null,
  };
}

function readAdk(_: string, attributes: Attributes): Findings {
  const passed = attributes.get('gcp.vertex.agent.tool_call_args');
  if (passed !== undefined) return { kind: 'tool', arguments: passed };
  const request = parseText(attributes.get('gcp.vertex.agent.llm_request'));
  const response = attributes.get('gcp.vertex.agent.llm_response');
  if (!isJsonObject(request)) return NONE;
  const { tools } = objectOf(request.config);
  return {
    kind: 'model',
    input: readMessagesIn(request.contents),
    output: new Answer(response),
    tools: tools === undefined ? null : readTools(tools),
  };
}

const LANGSMITH_KINDS: ReadonlyMap<Json | undefined, SpanSubject> = new Map([
  ['llm', 'model'],
  ['tool', 'tool'],
]);

/** LangSmith has inputs and outputs of every run under the former names for prompts. */
function readLangSmith(name: string, attributes: Attributes): Findings {
  const kind = LANGSMITH_KINDS.get(attributes.get('langsmith.span.kind')) ?? 'other';
  const input = parseText(attributes.get('gen_ai.prompt'));
  if (kind !== 'tool')
    return { kind, inputValue: input, outputValue: parseText(attributes.get('gen_ai.completion')) };
  const isWrapped =
    isJsonObject(input) && isJsonObject(input.input) && Object.keys(input).length === 1;
  return { kind, toolName: textOf(name), arguments: isWrapped ? input.input : input };
}

const TRACELOOP_KINDS: ReadonlyMap<Json | undefined, SpanSubject> = new Map([
  ['tool', 'tool'],
  ['agent', 'agent'],
]);

function readTraceloop(name: string, attributes: Attributes): Findings {
  // The tools of LangChain are tasks there.
  const isTool = attributes.get('gen_ai.operation.name') === 'execute_tool';
  const kind = isTool
    ? 'tool'
    : (TRACELOOP_KINDS.get(attributes.get('traceloop.span.kind')) ?? 'other');
  const entity = textOf(attributes.get('traceloop.entity.name')) ?? textOf(name);
  const input = parseText(attributes.get('traceloop.entity.input'));
  if (kind === 'agent') return { kind, agent: entity };
  const outputValue = parseText(attributes.get('traceloop.entity.output'));
  if (kind !== 'tool') return { kind, repeated: readMessagesIn(outputValue) };
  return { kind, toolName: entity, arguments: argumentsIn(input), outputValue };
}

/** The arguments of a tool: by name, or as the only argument of a function. */
function argumentsIn(input: Json | undefined): Json | undefined {
  if (!isJsonObject(input)) return input;
  const { inputs, kwargs, args } = input;
  const [only, ...more] = listOf(args);
  const isOnly = only !== undefined && more.length === 0 && Object.keys(input).length === 1;
  return inputs ?? kwargs ?? (isOnly ? parseText(only) : input);
}

function readTraceloopModel(_: string, attributes: Attributes): Findings {
  const type = attributes.get('llm.request.type');
  if (type === 'embedding' || type === 'rerank') return NONE;
  const functions = expand(attributes, 'llm.request.functions');
  return { kind: 'model', tools: functions === undefined ? null : readTools(functions) };
}
