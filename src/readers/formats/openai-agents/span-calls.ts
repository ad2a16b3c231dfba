import { type CallStatus, isJsonObject } from '#core';
import type { CallDraft } from '../../draft/call-ledger.ts';
import { durationMs } from '../../draft/read-time.ts';
import { resultText } from '../../draft/result-text.ts';
import type { RunDraft } from '../../draft/run-draft.ts';
import { textOf } from '../../draft/text-of.ts';
import { CallBoard } from './call-board.ts';
import type { Span } from './span.ts';

interface Decision {
  draft: CallDraft;
  /** What the model passed, while it waits to be paired with a span. */
  readonly name: string;
  readonly arguments: CallDraft['arguments'];
}

/** The calls of a trace, each of them once: the request of the model is joined with the span of its execution. */
export class SpanCalls {
  readonly #draft: RunDraft;
  readonly #requesterOf: (span: Span) => string | null;
  readonly #decisions: Decision[] = [];
  readonly #board = new CallBoard<Decision>();

  constructor(draft: RunDraft, requesterOf: (span: Span) => string | null) {
    this.#draft = draft;
    this.#requesterOf = requesterOf;
  }

  /** Whether the agent itself acts in a span. */
  isOwn(span: Span): boolean {
    return this.#requesterOf(span) === null;
  }

  addAsked(span: Span, call: CallDraft): void {
    this.#board.ask(this.#decide(span, call));
  }

  addFunction(span: Span): void {
    const { name, input, output, mcp_data: mcp } = span.data;
    const server = isJsonObject(mcp) ? mcp.server : mcp;
    this.#carryOut(span, {
      id: null,
      name: textOf(name) ?? '',
      server: textOf(server),
      arguments: input ?? undefined,
      result: resultText(output),
    });
  }

  /** A handoff is a choice, too: the model makes it by calling `transfer_to_<agent>`. */
  addHandoff(span: Span): void {
    const { to_agent: agent } = span.data;
    const name = typeof agent === 'string' ? handoffName(agent) : '';
    this.#carryOut(span, { id: null, name });
  }

  finish(): void {
    for (const { draft } of this.#decisions) this.#draft.addCall(draft);
  }

  #decide(span: Span, call: CallDraft): Decision {
    const draft = { requester: this.#requesterOf(span), ...call, turn: this.#turn };
    const decision = { draft, name: call.name, arguments: call.arguments };
    this.#decisions.push(decision);
    return decision;
  }

  get #turn(): number | undefined {
    return this.#draft.turn === 0 ? undefined : this.#draft.turn;
  }

  #carryOut(span: Span, call: CallDraft): void {
    const decision = this.#board.take(call) ?? this.#decide(span, call);
    decision.draft = {
      ...decision.draft,
      server: call.server ?? decision.draft.server ?? null,
      arguments: decision.draft.arguments ?? call.arguments,
      status: statusOf(span),
      result: call.result,
      ...(span.startedAt === '' ? {} : { startedAt: span.startedAt }),
      durationMs: durationMs(span.raw.started_at, span.endedAt),
    };
  }
}

/** A failed span has an error, so a span that ended without an error succeeded. */
function statusOf({ raw, endedAt }: Span): CallStatus | null {
  if (raw.error !== undefined && raw.error !== null) return 'error';
  return endedAt === null ? null : 'ok';
}

/** The name of the SDK's tool that hands over to an agent. */
export function handoffName(agent: string): string {
  return `transfer_to_${agent}`.replace(/[^A-Za-z0-9_]/g, '_').toLowerCase();
}
