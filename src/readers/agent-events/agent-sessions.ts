import type { Json, Place, Trace, Usage } from '#core';
import { readFailure } from '../draft/read-failure.ts';
import { readNumber, readSum } from '../draft/read-number.ts';
import { durationMs, readTime } from '../draft/read-time.ts';
import { RunDraft } from '../draft/run-draft.ts';
import { textOf } from '../draft/text-of.ts';
import type { Span } from '../spans/span.ts';
import { type AgentEvent, readAgentEvent } from './agent-event.ts';
import { readToolEvent } from './read-tool-event.ts';

interface Session {
  readonly id: string | null;
  readonly where: Place;
  readonly events: AgentEvent[];
}

/** Collects the log events of coding agents, and makes a run of each session. */
export class AgentSessions {
  readonly #isOneRun: boolean;
  readonly #sessions = new Map<string, Session>();

  constructor(isOneRun: boolean) {
    this.#isOneRun = isOneRun;
  }

  /** Adds a log record; returns whether it is an event of a coding agent. */
  add(log: Span, where: Place): boolean {
    const event = readAgentEvent(log);
    if (event === null) return false;
    const key = this.#isOneRun ? '' : `${event.service ?? ''} ${event.session}`;
    const session = this.#sessions.get(key);
    if (session === undefined)
      this.#sessions.set(key, { id: event.session || null, where, events: [event] });
    else session.events.push(event);
    return true;
  }

  /** The programs whose spans repeat what their events say. */
  get services(): ReadonlySet<string> {
    return new Set(
      this.#runs().flatMap(({ events }) => events.flatMap(({ service }) => service ?? [])),
    );
  }

  /** The runs, in the order of their first record. */
  *traces(): Generator<{ readonly trace: Trace; readonly where: Place }> {
    for (const session of this.#runs()) yield { trace: buildRun(session), where: session.where };
  }

  /** Events of a start alone are not a run. */
  #runs(): Session[] {
    return [...this.#sessions.values()].filter(({ events }) => events.some(isOfRun));
  }
}

function isOfRun(event: AgentEvent): boolean {
  return isPrompt(event) || isTurn(event) || isFailure(event) || readToolEvent(event) !== 'none';
}

function isPrompt({ name }: AgentEvent): boolean {
  return name.endsWith('.user_prompt');
}

function isFailure({ name }: AgentEvent): boolean {
  return name.endsWith('.api_error');
}

/** Whether an event is an answer of the model; Gemini CLI also asks models for its own purposes. */
function isTurn({ name, attributes }: AgentEvent): boolean {
  if (name === 'claude_code.api_request') return true;
  if (name === 'codex.sse_event')
    return (
      attributes.get('event.kind') === 'response.completed' && attributes.has('input_token_count')
    );
  if (!name.endsWith('.api_response')) return false;
  return !(textOf(attributes.get('role')) ?? '').startsWith('utility');
}

function buildRun({ id, where, events }: Session): Trace {
  const draft = new RunDraft(where);
  draft.id = id;
  const sorted = events
    .map((event, arrival) => ({ event, arrival }))
    .sort((a, b) => (a.event.timeMs ?? 0) - (b.event.timeMs ?? 0) || a.arrival - b.arrival)
    .map(({ event }) => event);
  for (const event of sorted) addEvent(event, draft, where);
  const times = sorted.flatMap(({ timeMs }) => timeMs ?? []);
  draft.startedAt = readTime(times[0], 'ms');
  draft.durationMs = durationMs(times[0], times.at(-1), 'ms');
  if (draft.turn === 0 && draft.callCount === 0)
    draft.error ??= 'the events have no answer of the model';
  return draft.finish();
}

function addEvent(event: AgentEvent, draft: RunDraft, where: Place): void {
  const { attributes } = event;
  if (isPrompt(event)) {
    const prompt = textOf(attributes.get('prompt'));
    if (prompt !== null && !/^[[<]REDACTED[\]>]$/i.test(prompt)) draft.addText('user', prompt);
  } else if (isTurn(event)) {
    draft.turn += 1;
    draft.error = null;
    draft.noteModel(attributes.get('model'));
    draft.addUsage(readUsage(attributes));
  } else if (isFailure(event))
    draft.error =
      readFailure(attributes.get('error') ?? attributes.get('error.message')) ??
      'a request to the model failed';
  else addTool(event, draft, where);
}

function addTool(event: AgentEvent, draft: RunDraft, where: Place): void {
  const call = readToolEvent(event);
  if (call === 'unknown') draft.rejectType('event', event.name, where);
  else if (call !== 'none') draft.addCall(call);
}

/** Claude Code counts the tokens of the cache separately. */
function readUsage(attributes: ReadonlyMap<string, Json>): Partial<Usage> {
  const get = (key: string): Json | undefined => attributes.get(key);
  const hasParts = attributes.has('input_tokens');
  return {
    inputTokens: hasParts
      ? readSum(get('input_tokens'), get('cache_read_tokens'), get('cache_creation_tokens'))
      : readNumber(get('input_token_count')),
    outputTokens: hasParts
      ? readNumber(get('output_tokens'))
      : readSum(get('output_token_count'), get('thoughts_token_count')),
    cost: readNumber(get('cost_usd')),
  };
}
