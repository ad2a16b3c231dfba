import type { JsonObject, Place, Usage } from '#core';
import { objectOf } from '../../draft/json-parts.ts';
import { readText } from '../../draft/read-text.ts';
import { readTime } from '../../draft/read-time.ts';
import { resultText } from '../../draft/result-text.ts';
import { textOf } from '../../draft/text-of.ts';
import {
  isCall,
  isHarmlessItem,
  isHarmlessPart,
  isResult,
  readCall,
} from '../../dialects/openai-responses/item.ts';
import { findUnknown, typeOfPart } from '../../messages/unknown-parts.ts';
import { dropTurns, shortenResult, type Step } from '../../sessions/step.ts';
import { isCodexItem, isContext, isKnownLine } from './envelope.ts';
import { Lineage } from './lineage.ts';
import { readEvent } from './read-event.ts';
import { readOutputStatus } from './read-output.ts';
import { UsageCount } from './usage-count.ts';

/** A thread of Codex: a file, without what it inherited from another. */
export class Thread {
  readonly where: Place;
  readonly lineage: Lineage;
  readonly steps: Step[] = [];
  /** The first and the last time that a record of it has. */
  startedAt: string | undefined = undefined;
  endedAt: string | undefined = undefined;
  model: string | null = null;
  /** Why the last turn failed; null where it did not. */
  failure: string | null = null;
  /** Whether the last turn began, and no record says how it ended. */
  isOpen = false;
  /** How many steps were rolled back. */
  dropped = 0;
  readonly #usage = new UsageCount();
  readonly #calls = new Set<string>();
  #isAnswering = false;

  constructor(where: Place, meta: JsonObject | null) {
    this.where = where;
    this.lineage = new Lineage(meta);
  }

  get usage(): Partial<Usage> {
    return this.#usage.total();
  }

  /** Whether a record of a session that comes later in the file is a copy, or repeats the record of this thread. */
  belongs(id: string | null, record: JsonObject): boolean {
    return this.lineage.includes(id) || this.lineage.isInherited(record);
  }

  add(record: JsonObject, payload: JsonObject, where: Place): void {
    const at = readTime(record.timestamp);
    if (record.type === 'session_meta') this.lineage.addMeta(payload);
    const isInherited = this.lineage.isInherited(record);
    this.#usage.add(record.type, payload, isInherited);
    if (isInherited) return;
    this.startedAt ??= at;
    this.endedAt = at ?? this.endedAt;
    if (record.type === 'response_item') this.#addItem(payload, at, where);
    else if (record.type === 'event_msg') this.#addEvent(payload, at, where);
    else if (record.type === 'turn_context') this.model = textOf(payload.model) ?? this.model;
    else if (record.type === 'token_usage_record') this.#isAnswering = false;
    else if (!isKnownLine(record.type)) this.#reject('line', textOf(record.type) ?? 'null', where);
  }

  #addItem(item: JsonObject, at: string | undefined, where: Place): void {
    if (isCall(item)) {
      this.#startAnswer();
      const call = readCall(item);
      if (call.id !== null) this.#calls.add(call.id);
      const server = call.server ?? null;
      this.steps.push({
        kind: 'call',
        call: { ...call, server: serverOf(server), startedAt: at, isAsked: true },
      });
    } else if (isResult(item) || item.type === 'tool_search_output') this.#addResult(item, at);
    else if (item.type === 'message') this.#addMessage(item, where);
    else if (!isHarmlessItem(item) && !isCodexItem(item.type))
      this.#reject('item', typeOfPart(item), where);
  }

  #addResult({ call_id: id, output }: JsonObject, at: string | undefined): void {
    this.#isAnswering = false;
    const text = resultText(output);
    const status = readOutputStatus(output);
    const result = shortenResult({ id: textOf(id), name: null, status, text });
    if (textOf(id) !== null) this.steps.push({ kind: 'result', result, at });
    const child = /"agent_id":\s*"([^"]{1,100})"/.exec(text ?? '')?.[1];
    if (child === undefined) return;
    const asked = this.steps.findLast((step) => step.kind === 'call' && step.call.id === id);
    const isCertain = asked?.kind === 'call' && asked.call.name === 'spawn_agent';
    this.steps.push({ kind: 'spawn', session: child, isCertain });
  }

  #addMessage({ role, content }: JsonObject, where: Place): void {
    const text = readText(content);
    if (role === 'assistant') {
      this.#startAnswer();
      for (const type of findUnknown(content, isHarmlessPart)) this.#reject('part', type, where);
      this.steps.push({ kind: 'answer', text });
    } else if (role === 'user' && !isContext(text)) {
      this.#isAnswering = false;
      this.steps.push({ kind: 'user', text });
    }
  }

  #addEvent(payload: JsonObject, at: string | undefined, where: Place): void {
    const { type } = payload;
    if (type === 'task_started' || type === 'turn_started') {
      this.isOpen = true;
      this.failure = null;
    } else if (type === 'task_complete' || type === 'turn_complete' || type === 'turn_aborted')
      this.isOpen = false;
    else if (type === 'error') this.failure = textOf(payload.message) ?? 'the turn failed';
    else if (type === 'thread_rolled_back') {
      const turns = Number(payload.num_turns);
      this.dropped += dropTurns(this.steps, Number.isInteger(turns) && turns > 0 ? turns : 1);
      this.failure = null;
    } else this.#repeat(payload, at, where);
  }

  /** What an event says of a call. Calls that a program of the agent makes are in events alone. */
  #repeat(payload: JsonObject, at: string | undefined, where: Place): void {
    const event = readEvent(payload);
    if (event === null) return;
    if ('unknown' in event) {
      this.#reject('event', event.unknown, where);
      return;
    }
    const { call, status, durationMs, threads } = event;
    const isKnown = call.id !== null && this.#calls.has(call.id);
    if (isKnown)
      this.steps.push({
        kind: 'result',
        result: { id: call.id, name: null, status, durationMs },
        at,
      });
    else if (event.canNest)
      this.steps.push({
        kind: 'call',
        call: { ...call, status, requester: 'program', answered: true, durationMs },
      });
    for (const session of threads) this.steps.push({ kind: 'spawn', session });
  }

  #startAnswer(): void {
    if (this.#isAnswering) return;
    this.#isAnswering = true;
    this.steps.push({ kind: 'turn', model: this.model });
  }

  #reject(part: 'line' | 'item' | 'event' | 'part', type: string, where: Place): void {
    this.steps.push({ kind: 'unknown', part, type, where });
  }

  get origin(): JsonObject {
    return objectOf(this.lineage.meta);
  }
}

/** The server of a namespace: `mcp__demo` and `mcp__demo__` are the server `demo`. */
function serverOf(namespace: string | null): string | null {
  if (namespace === null) return null;
  const server = /^mcp__(.+?)(?:__)?$/.exec(namespace)?.[1];
  return server ?? namespace;
}
