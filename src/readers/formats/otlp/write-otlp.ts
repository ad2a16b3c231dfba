import { createHash } from 'node:crypto';
import { type Json, type JsonObject, stringifyJson, toNativeTrace, type Trace } from '#core';
import { readMs } from '../../draft/read-time.ts';
import {
  agentAttributes,
  chatAttributes,
  toAttributes,
  toolAttributes,
  type Values,
} from './write-attributes.ts';

/**
 * Writes a trace as OTLP/JSON with the GenAI conventions 1.41: an agent, its answers, and the tools that it ran. What
 * the conventions lack is written as `whichtool.` attributes, so that reading it back returns the same run. The ordinal
 * distinguishes equal runs, and keeps the order of runs without times.
 */
export function toOtlp(trace: Trace, ordinal = 0): JsonObject {
  const service = trace.metadata?.service;
  const attributes = toAttributes(typeof service === 'string' ? { 'service.name': service } : {});
  const scope = { name: 'whichtool' };
  const spans = new SpanWriter(trace, ordinal).write();
  return { resourceSpans: [{ resource: { attributes }, scopeSpans: [{ scope, spans }] }] };
}

/** Calls of an answer: the requester and the turn. */
interface Answer {
  readonly requester: string | null;
  readonly turn: number | undefined;
  readonly calls: Trace['calls'][number][];
}

class SpanWriter {
  readonly #trace: Trace;
  readonly #traceId: string;
  readonly #spanIds: string;
  readonly #spans: JsonObject[] = [];
  readonly #start: bigint | null;

  constructor(trace: Trace, ordinal: number) {
    const text = stringifyJson(toNativeTrace(trace) as unknown as Json);
    const hash = createHash('sha256').update(text).digest('hex');
    this.#trace = trace;
    this.#traceId = hex(ordinal) + hash.slice(0, 24);
    this.#spanIds = hash.slice(24, 32);
    this.#start = nanos(trace.startedAt);
  }

  write(): JsonObject[] {
    const trace = this.#trace;
    const root = this.#add(null, ['invoke_agent', trace.agent], agentAttributes(trace), {
      startedAt: this.#start,
      durationMs: trace.durationMs,
      ...(trace.error === null ? {} : { status: { code: 2, message: trace.error } }),
    });
    const agents = new Map<string | null, string>([[null, root]]);
    for (const [index, answer] of answersOf(trace).entries()) {
      let parent = agents.get(answer.requester);
      if (parent === undefined) {
        const agent = {
          'gen_ai.operation.name': 'invoke_agent',
          'gen_ai.agent.name': answer.requester,
        };
        parent = this.#add(root, ['invoke_agent', answer.requester], agent, {
          startedAt: this.#start,
        });
        agents.set(answer.requester, parent);
      }
      this.#addAnswer(answer, parent, index === 0);
    }
    if (typeof trace.output === 'string' && trace.output !== '')
      this.#addChat(root, chatAttributes(trace, [], trace.output, false), null);
    return this.#spans;
  }

  #addAnswer({ calls, requester }: Answer, parent: string, isFirst: boolean): void {
    this.#addChat(parent, chatAttributes(this.#trace, calls, null, isFirst), requester);
    for (const call of calls) {
      const { name, status, startedAt, durationMs } = call;
      this.#add(parent, ['execute_tool', name], toolAttributes(call), {
        startedAt: nanos(startedAt),
        // A span that ended without a status counts as successful; a span without an end has no status.
        durationMs: status === null ? undefined : durationMs,
        ...(status === null ? {} : { status: { code: status === 'ok' ? 1 : 2 } }),
      });
    }
  }

  /** The model of the run is that of its agent; that of a sub-agent is not known. */
  #addChat(parent: string, attributes: Values, requester: string | null): void {
    const { metadata, model: answered } = this.#trace;
    const requested = metadata?.model;
    const name = typeof requested === 'string' ? requested : (answered ?? null);
    const model = requester === null ? { 'gen_ai.response.model': answered } : {};
    this.#add(parent, ['chat', name], { ...attributes, ...model }, { startedAt: this.#start });
  }

  /** Ids increase in the order of writing: spans with equal or no start times are read in that order. */
  #add(
    parent: string | null,
    name: readonly (string | null)[],
    attributes: Values,
    rest: Timing,
  ): string {
    const spanId = this.#spanIds + hex(this.#spans.length + 1);
    const { startedAt = null, durationMs, status } = rest;
    this.#spans.push({
      traceId: this.#traceId,
      spanId,
      ...(parent === null ? {} : { parentSpanId: parent }),
      name: name.filter((part) => part !== null).join(' '),
      kind: attributes['gen_ai.operation.name'] === 'chat' ? 3 : 1,
      ...(startedAt === null ? {} : { startTimeUnixNano: String(startedAt) }),
      ...(startedAt === null || durationMs === undefined
        ? {}
        : { endTimeUnixNano: String(startedAt + BigInt(Math.round(durationMs * 1e6))) }),
      attributes: toAttributes(attributes),
      ...(status === undefined ? {} : { status }),
    });
    return spanId;
  }
}

interface Timing {
  readonly startedAt?: bigint | null;
  readonly durationMs?: number | undefined;
  readonly status?: JsonObject;
}

/** The first answer is the agent's, because it has the user's text as input. */
function answersOf({ calls }: Trace): Answer[] {
  const answers: Answer[] = [];
  for (const call of calls) {
    const { requester, turn } = call;
    const last = answers.at(-1);
    if (last !== undefined && last.requester === requester && last.turn === turn)
      last.calls.push(call);
    else answers.push({ requester, turn, calls: [call] });
  }
  if (answers[0]?.requester !== null)
    answers.unshift({ requester: null, turn: undefined, calls: [] });
  return answers;
}

function nanos(time: string | undefined): bigint | null {
  const ms = readMs(time, 'ms');
  return ms === null ? null : BigInt(Math.round(ms * 1000)) * 1000n;
}

function hex(number: number): string {
  return number.toString(16).padStart(8, '0');
}
