import { createHash } from 'node:crypto';
import { type Json, type JsonObject, stringifyJson } from '#core';
import type { ArrivedLine } from '#store';

/** A run of the example assistant as its program would have sent it, and when. */
export interface SentRun {
  /** A native trace. */
  readonly run: JsonObject;
  readonly name: string;
  readonly receivedMs: number;
  /** The text of an error in place of what the tool returned. */
  readonly error: string | null;
}

const SPANS = 4;
const ERROR_STATUS = 2;

/** The spans of a run: the agent, a request with its call, the tool, and the answer. */
export function toArrivedLine({ run, name, receivedMs, error }: SentRun): ArrivedLine {
  const trace = hexOf(name, 32);
  const [call] = run['tool_calls'] as readonly JsonObject[];
  const agent = hexOf(`${name} agent`, 16);
  const [tokens, duration] = [run['usage'] as JsonObject, Number(run['duration_ms'])];
  const span = (place: number, label: string, attributes: JsonObject, status = 0): JsonObject => ({
    traceId: trace,
    spanId: place === 0 ? agent : hexOf(`${name} ${place}`, 16),
    ...(place === 0 ? {} : { parentSpanId: agent }),
    name: label,
    startTimeUnixNano: nanosOf(receivedMs - duration + (place * duration) / SPANS),
    endTimeUnixNano: nanosOf(
      place === 0 ? receivedMs : receivedMs - duration + ((place + 1) * duration) / SPANS - 1,
    ),
    attributes: Object.entries(attributes).map(([key, value]) => ({ key, value: valueOf(value) })),
    ...(status === 0 ? {} : { status: { code: status, message: error ?? '' } }),
  });
  const question = message('user', { type: 'text', content: run['input'] ?? '' });
  const chat = (answer: string, share: number): JsonObject => ({
    'gen_ai.operation.name': 'chat',
    'gen_ai.request.model': run['model'] ?? '',
    'gen_ai.input.messages': question,
    'gen_ai.output.messages': answer,
    'gen_ai.tool.definitions': stringifyJson(run['tools'] ?? []),
    'gen_ai.usage.input_tokens': Math.round(Number(tokens['input_tokens']) * share),
    'gen_ai.usage.output_tokens': Math.round(Number(tokens['output_tokens']) * share),
  });
  const answer = message('assistant', { type: 'text', content: run['output'] ?? '' });
  const spans = [
    span(0, 'invoke_agent shop-assistant', {
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.agent.name': 'shop-assistant',
    }),
    ...(call === undefined
      ? [span(1, 'chat', chat(answer, 1))]
      : [
          span(1, 'chat', chat(message('assistant', callPart(call)), 0.5)),
          span(2, `execute_tool ${textOf(call['name'])}`, toolSpan(call, error), statusOf(error)),
          span(3, 'chat', chat(answer, 0.5)),
        ]),
  ];
  const scopeSpans = [{ scope: { name: 'shop' }, spans }];
  const service = { key: 'service.name', value: { stringValue: 'shop' } };
  const request = { resourceSpans: [{ resource: { attributes: [service] }, scopeSpans }] };
  return {
    trace,
    receivedMs,
    records: spans.length,
    hasRoot: true,
    members: stringifyJson(request).slice(1, -1),
  };
}

function statusOf(error: string | null): number {
  return error === null ? 0 : ERROR_STATUS;
}

function toolSpan(call: JsonObject, error: string | null): JsonObject {
  return {
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': call['name'] ?? '',
    'gen_ai.tool.call.id': call['id'] ?? '',
    'gen_ai.tool.call.arguments': stringifyJson(call['arguments'] ?? {}),
    ...(error === null
      ? { 'gen_ai.tool.call.result': call['result'] ?? '' }
      : { 'error.type': error }),
  };
}

function callPart({ id = '', name = '', arguments: values = {} }: JsonObject): JsonObject {
  return { type: 'tool_call', id, name, arguments: values };
}

function message(role: string, part: JsonObject): string {
  return stringifyJson([{ role, parts: [part] }]);
}

function valueOf(value: Json): JsonObject {
  return typeof value === 'number' ? { intValue: String(value) } : { stringValue: textOf(value) };
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}

function hexOf(text: string, length: number): string {
  return createHash('sha256').update(text).digest('hex').slice(0, length);
}

function nanosOf(ms: number): string {
  return `${Math.round(ms)}000000`;
}
