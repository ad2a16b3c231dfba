import { isJsonObject, type Json, type JsonObject } from '#core';
import { objectOf } from '../draft/json-parts.ts';
import { readNumber } from '../draft/read-number.ts';
import { readTools } from '../draft/read-tools.ts';
import { textOf } from '../draft/text-of.ts';
import type { Message } from '../messages/message.ts';
import { Answer, hasContent } from './answer.ts';
import type { Attributes } from './attributes.ts';
import { dig, expand } from './expand.ts';
import { agentOfSpan } from './genai.ts';
import { usageFrom, withCache } from './genai-usage.ts';
import { parseText } from './parse-text.ts';
import { readMessagesIn } from './read-messages.ts';
import { type Findings, NONE, type SpanSubject } from './findings.ts';
import { messagesOf } from './openinference-messages.ts';

/** The attribute that says what an OpenInference span is. */
export const SPAN_KIND = 'openinference.span.kind';

const KINDS: ReadonlyMap<string, SpanSubject> = new Map([
  ['LLM', 'model'],
  ['TOOL', 'tool'],
  ['AGENT', 'agent'],
]);

/** The OpenInference conventions: lists are flattened into numbered keys, or nested where a dump did so. */
export function readOpenInference(name: string, attributes: Attributes): Findings {
  const spanKind =
    attributes.get(SPAN_KIND) ?? dig(attributes.get('openinference'), ['span', 'kind']);
  if (typeof spanKind !== 'string')
    return attributes.has('input.value') || attributes.has('output.value')
      ? readValues(attributes)
      : NONE;
  const kind = KINDS.get(spanKind.toUpperCase()) ?? 'other';
  const tool = objectOf(expand(attributes, 'tool'));
  if (kind === 'tool' || textOf(tool.name) !== null) return readTool(kind, tool, attributes);
  const agent = kind === 'agent' ? agentName(name, attributes) : null;
  const values = readValues(attributes);
  if (kind !== 'model')
    return { kind, agent, ...values, tools: toolsOf(expand(attributes, 'llm.tools')) };
  const llm = objectOf(expand(attributes, 'llm'));
  const output = messagesOf(llm.output_messages);
  return {
    kind,
    ...values,
    model: textOf(llm.model_name),
    input: messagesOf(llm.input_messages),
    // Some emitters leave the answer as the provider gave it.
    output: new Answer(
      values.outputValue,
      output.some(hasContent) ? withIds(output, values.outputValue) : null,
    ),
    tools: toolsOf(llm.tools),
    usage: usageOf(llm),
    finishReason: textOf(llm.finish_reason),
  };
}

/** Messages of LangChain have their calls without ids, which the answer beside them has. */
function withIds(messages: readonly Message[], answer: Json | undefined): readonly Message[] {
  const calls = messages.flatMap((message) => message.calls);
  if (!calls.some(({ id }) => id === null) || typeof answer !== 'object') return messages;
  const others = readMessagesIn(answer).flatMap((message) => message.calls);
  const isSame =
    others.length === calls.length && others.every(({ name }, at) => name === calls[at]!.name);
  if (!isSame) return messages;
  let at = 0;
  return messages.map((message) => ({
    ...message,
    calls: message.calls.map((call) => ({ ...call, id: call.id ?? others[at++]!.id })),
  }));
}

/** An update of an agent may contain a call, too: BeeAI records each call several times below a step. */
function readTool(kind: SpanSubject, tool: JsonObject, attributes: Attributes): Findings {
  const { inputValue, outputValue } = readValues(attributes);
  const isUpdate = kind !== 'tool';
  // By definition `tool.parameters` is the schema; emitters without an input put the arguments there.
  const parameters = parseText(tool.parameters);
  const passed =
    isJsonObject(parameters) && parameters.properties === undefined ? parameters : undefined;
  return {
    kind: 'tool',
    toolName: textOf(tool.name),
    callId: textOf(tool.id) ?? textOf(objectOf(tool.call).id),
    arguments: inputValue === undefined || isUpdate ? passed : inputValue,
    outputValue,
    isUpdate,
  };
}

/** An agent is named by an attribute; the name of a span may be anything. */
function agentName(name: string, attributes: Attributes): string | null {
  return (
    textOf(attributes.get('agent.name')) ??
    textOf(objectOf(expand(attributes, 'agent')).name) ??
    textOf(attributes.get('graph.node.id')) ??
    agentOfSpan(name)
  );
}

function readValues(attributes: Attributes): Findings {
  return {
    inputValue: valueOf(attributes, 'input'),
    outputValue: valueOf(attributes, 'output'),
  };
}

function valueOf(attributes: Attributes, side: 'input' | 'output'): Json | undefined {
  const { value, mime_type: type } = objectOf(expand(attributes, side));
  return value === null ? undefined : type === 'text/plain' ? value : parseText(value);
}

function toolsOf(recorded: Json | undefined): Findings['tools'] {
  const list = parseText(recorded);
  if (!Array.isArray(list)) return null;
  return list.flatMap((item: Json) => {
    const tool = isJsonObject(item) && isJsonObject(item.tool) ? item.tool : item;
    if (!isJsonObject(tool)) return readTools([tool]);
    const { 'tool.name': name = tool.name, json_schema: schema, 'tool.json_schema': dotted } = tool;
    const read = readTools([schema ?? dotted ?? (name === undefined ? tool : { ...tool, name })]);
    const isNamed = read.every((spec) => spec.name !== '') || typeof name !== 'string';
    return isNamed ? read : readTools(name);
  });
}

function usageOf(llm: JsonObject): Findings['usage'] {
  const count = objectOf(llm.token_count);
  const details = objectOf(count.prompt_details);
  return usageFrom({
    inputTokens: withCache(
      readNumber(count.prompt),
      readNumber(details.cache_read),
      readNumber(details.cache_write),
    ),
    outputTokens: readNumber(count.completion),
    cost: readNumber(objectOf(llm.cost).total),
  });
}
