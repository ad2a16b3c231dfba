import { type Json, type JsonObject, type Place, type Trace } from '#core';
import { count } from '../../draft/count.ts';
import { listOf, objectOf } from '../../draft/json-parts.ts';
import { durationMs, readTime } from '../../draft/read-time.ts';
import { RunDraft } from '../../draft/run-draft.ts';
import { textOf } from '../../draft/text-of.ts';
import { replay } from '../../sessions/replay.ts';
import type { Step } from '../../sessions/step.ts';
import { isKnownEvent } from './known-events.ts';
import { readEventSteps } from './read-steps.ts';
import { UsageRecords } from './usage-records.ts';

/** The events of a session, which may be taken back. */
export class EventLog {
  readonly where: Place;
  #id: string | null = null;
  #version: string | null = null;
  readonly #steps: { readonly id: string | null; readonly step: Step }[] = [];
  readonly #agents = new Map<string, string>();
  readonly #skills: string[] = [];
  readonly #usage = new UsageRecords();
  #dropped = 0;
  #failure: string | null = null;
  #isOpen = false;
  #startedAt: string | undefined = undefined;
  #endedAt: string | undefined = undefined;

  constructor(where: Place) {
    this.where = where;
  }

  add(event: JsonObject, where: Place): void {
    const type = textOf(event.type) ?? '';
    const data = objectOf(event.data);
    const id = textOf(event.id);
    const at = readTime(event.timestamp);
    this.#startedAt ??= at;
    this.#endedAt = at ?? this.#endedAt;
    if (type === 'session.snapshot_rewind' && !lacksContent(type, data)) this.#rewind(data);
    else if (!isKnownEvent(type) || lacksContent(type, data))
      this.#steps.push({ id, step: { kind: 'unknown', part: 'event', type, where } });
    else {
      this.#note(type, event, data);
      const requester = this.#requesterOf(event, data);
      for (const step of readEventSteps(type, data, requester, at)) this.#steps.push({ id, step });
    }
  }

  /** What of an event concerns the session as a whole. */
  #note(type: string, event: JsonObject, data: JsonObject): void {
    const isMain = textOf(event.agentId) === null && textOf(data.parentToolCallId) === null;
    this.#usage.add(type, data);
    if (type === 'session.start' || type === 'session.resume') {
      this.#id ??= textOf(data.sessionId);
      this.#version = textOf(data.copilotVersion) ?? this.#version;
    } else if (type === 'result') this.#id ??= textOf(event.sessionId);
    else if (type === 'subagent.started') this.#nameAgent(event, data);
    else if (type === 'skill.invoked' || type === 'skill.invoked_ref')
      this.#skills.push(textOf(data.name) ?? '');
    else if (type === 'session.error') this.#failure = textOf(data.message) ?? 'the session failed';
    else if (isMain && type === 'assistant.turn_start') this.#isOpen = true;
    else if (type === 'abort' || (isMain && type === 'assistant.turn_end')) this.#isOpen = false;
    if (isMain && type === 'assistant.message') this.#failure = null;
  }

  #nameAgent(event: JsonObject, data: JsonObject): void {
    const name = textOf(data.agentName) ?? textOf(data.agentDisplayName) ?? 'subagent';
    for (const key of [textOf(event.agentId), textOf(data.toolCallId)])
      if (key !== null) this.#agents.set(key, name);
  }

  /** The sub-agent of an event: by its id, in older versions by the call that started it. */
  #requesterOf(event: JsonObject, data: JsonObject): string | null {
    const agent = textOf(event.agentId) ?? textOf(data.parentToolCallId);
    return agent === null ? null : (this.#agents.get(agent) ?? 'subagent');
  }

  /** Takes events back: those that are listed, otherwise the first one and all after it. */
  #rewind({ upToEventId: first, eventIds: listed }: JsonObject): void {
    const ids = new Set<Json>(listOf(listed));
    const at = this.#steps.findIndex(({ id }) => id !== null && id === first);
    if (at < 0) return;
    const kept =
      ids.size === 0 ? [] : this.#steps.slice(at).filter(({ id }) => id === null || !ids.has(id));
    this.#dropped += this.#steps.length - at - kept.length;
    this.#steps.splice(at, this.#steps.length, ...kept);
  }

  finish(): Trace {
    const draft = new RunDraft(this.where);
    draft.id = this.#id;
    replay({ steps: this.#steps.map(({ step }) => step), requester: null }, new Map(), draft);
    draft.addUsage(this.#usage.total());
    if (this.#dropped > 0)
      draft.warn(
        'READ_BRANCH_SKIPPED',
        `${count(this.#dropped, 'record', 'records')} that were taken back left out`,
      );
    if (this.#version !== null) draft.metadata.set('version', this.#version);
    if (this.#skills.length > 0) draft.metadata.set('skills', this.#skills);
    draft.startedAt = this.#startedAt;
    draft.durationMs = durationMs(this.#startedAt, this.#endedAt);
    draft.error = this.#failure;
    if (draft.turn === 0) draft.error ??= 'the session has no answer of the model';
    draft.isPartial = this.#isOpen;
    return draft.finish();
  }
}

/** Whether an event that adds or removes calls has other data than it must have. */
function lacksContent(type: string, { content, toolRequests, upToEventId }: JsonObject): boolean {
  if (type === 'session.snapshot_rewind') return textOf(upToEventId) === null;
  return type === 'assistant.message' && (typeof content !== 'string' || toolRequests === null);
}
