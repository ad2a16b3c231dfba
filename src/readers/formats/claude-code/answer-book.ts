import { isJsonObject, type Json, type JsonObject } from '#core';
import { readAnthropicUsage } from '../../dialects/anthropic/read-usage.ts';
import { readFailure } from '../../draft/read-failure.ts';
import { durationMs, readTime } from '../../draft/read-time.ts';
import type { RunDraft } from '../../draft/run-draft.ts';
import type { MessageCall } from '../../messages/message.ts';
import type { Line } from './line.ts';

/** Adds lines to a run: several lines of an answer are one turn, with one usage. */
export class AnswerBook {
  readonly #draft: RunDraft;
  readonly #turns = new Map<string, number>();
  readonly #usages = new Map<string, JsonObject>();
  /** How each answer ended, and how many calls its lines have. */
  readonly #ends = new Map<string, { reason: Json; calls: number }>();
  /** Each call as it was recorded last: earlier lines may be snapshots of an answer that was still being written. */
  readonly #calls = new Map<string, MessageCall>();
  readonly #askedAt = new Map<string, string | null>();
  #failure: string | null = null;

  constructor(draft: RunDraft, lines: readonly Line[]) {
    this.#draft = draft;
    for (const { message } of lines)
      for (const call of message?.calls ?? [])
        if (call.id !== null) this.#calls.set(`${call.id} ${call.name}`, call);
  }

  /** Adds a line of the agent, or of a sub-agent when a requester is named. */
  add(line: Line, requester: string | null): void {
    if (line.kind === 'assistant') this.#addAnswer(line, requester);
    else if (line.kind === 'user') this.#addUser(line, requester);
    if (requester !== null) return;
    if (line.kind === 'failure')
      this.#failure = readFailure(line.details.error) ?? 'the API answered with an error';
    else if (line.message !== null) this.#failure = failureOf(line);
  }

  /** Ends the run: adds what counts once per answer, and how the last answer ended. Recorded totals win over sums. */
  finish(totals: readonly JsonObject[]): void {
    for (const usage of totals.length > 0 ? totals : this.#usages.values())
      this.#draft.addUsage(readAnthropicUsage(usage));
    for (const { reason, calls } of this.#ends.values()) this.#draft.endAnswer(reason, calls);
    this.#draft.error ??= this.#failure;
  }

  #addAnswer(line: Line, requester: string | null): void {
    const { message, details } = line;
    if (message === null || details.model === '<synthetic>') return;
    this.#draft.rejectTypes('part', message.unknown, line.where);
    const answer = line.messageId ?? line.uuid ?? `line ${this.#turns.size}`;
    let turn = this.#turns.get(answer);
    if (turn === undefined) {
      turn = this.#draft.turn += 1;
      this.#turns.set(answer, turn);
      if (requester === null) this.#draft.noteModel(details.model);
    }
    if (isJsonObject(details.usage)) this.#usages.set(answer, details.usage);
    const calls = (this.#ends.get(answer)?.calls ?? 0) + message.calls.length;
    this.#ends.set(answer, { reason: details.stop_reason ?? null, calls });
    const startedAt = message.calls.length === 0 ? undefined : readTime(line.time ?? undefined);
    for (const call of message.calls) {
      const latest = this.#calls.get(`${call.id} ${call.name}`) ?? call;
      this.#draft.addCall({
        id: latest.id,
        name: latest.name,
        server: latest.server,
        arguments: latest.arguments,
        status: latest.status,
        requester: latest.requester ?? requester,
        turn,
        startedAt,
      });
      if (call.id !== null) this.#askedAt.set(call.id, line.time);
    }
    if (requester === null) this.#draft.addText('assistant', message.text);
  }

  #addUser({ message, denied, isMeta, time }: Line, requester: string | null): void {
    if (message === null) return;
    if (requester === null && !isMeta) this.#draft.addText('user', message.text);
    for (const result of message.results) {
      const askedAt = this.#askedAt.get(result.id ?? '') ?? undefined;
      const isDenied = result.id !== null && denied.has(result.id);
      const status = isDenied ? 'denied' : result.status;
      const took = durationMs(askedAt, time ?? undefined);
      this.#draft.addResult({ ...result, status, durationMs: took }, requester);
    }
  }
}

/** Why an answer failed: an API error without a retry, or an answer that was cut off. */
function failureOf({ kind, message, details }: Line): string | null {
  if (kind !== 'assistant') return null;
  if (details.isApiErrorMessage === true || typeof details.error === 'string')
    return message?.text || (readFailure(details.error) ?? 'the API answered with an error');
  return details.stop_reason === 'max_tokens' ? 'the last answer was cut off (max_tokens)' : null;
}
