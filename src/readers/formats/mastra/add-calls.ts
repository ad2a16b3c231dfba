import { isJsonObject, type Json, type JsonObject } from '#core';
import { callEntries } from '../../draft/call-entries.ts';
import { readFailure } from '../../draft/read-failure.ts';
import { type DraftStatus, statusOfFlag } from '../../draft/read-status.ts';
import { durationMs, readTime } from '../../draft/read-time.ts';
import { resultText } from '../../draft/result-text.ts';
import type { RunDraft } from '../../draft/run-draft.ts';
import { textOf } from '../../draft/text-of.ts';
import type { Span } from './span.ts';
import type { SpanContext } from './span-context.ts';

/** Adds a call by the span of its execution. */
export function addCallSpan(span: Span, above: SpanContext, draft: RunDraft): void {
  const { attributes } = span;
  // A server that is traced, too, records the call of its client.
  if (attributes.mcpRole === 'server' && above.tool?.entity === span.entity) return;
  const status = statusOf(span);
  draft.addCall({
    id: textOf(attributes.toolCallId),
    name: span.entity ?? '',
    server: textOf(attributes.mcpServer),
    arguments: span.input,
    requester: requesterOf(above),
    status,
    result: resultText(span.output),
    // What runs in the client leaves only a mark here.
    answered: span.type === 'client_tool_call' || status !== null,
    startedAt: readTime(span.start),
    durationMs: durationMs(span.start, span.end ?? undefined),
  });
}

/** Adds the calls that a model requested, since client-side calls have no span in some versions. */
export function addModelCalls({ output }: Span, above: SpanContext, draft: RunDraft): void {
  const list = isJsonObject(output) ? output.toolCalls : null;
  for (const entry of callEntries(list)) {
    const call: JsonObject = isJsonObject(entry.payload) ? entry.payload : entry;
    const id = textOf(call.toolCallId);
    const name = textOf(call.toolName) ?? '';
    const passed: Json | undefined = call.input ?? call.args;
    if (id !== null || name === '')
      draft.addCall({
        id,
        name,
        arguments: passed,
        requester: requesterOf(above),
      });
  }
}

function statusOf({ error, attributes, end }: Span): DraftStatus | null {
  const { success } = attributes;
  if (readFailure(error) !== null) return 'error';
  const isFailure = typeof success === 'boolean' ? !success : success;
  return statusOfFlag(isFailure) ?? (end === null ? null : 'ok');
}

/** An agent that works for another is a sub-agent; a step of a workflow runs tools without asking a model. */
export function requesterOf({ outer, agent, inWorkflow }: SpanContext): string | null {
  if (agent === null) return inWorkflow ? 'workflow' : null;
  return agent === outer ? null : (agent.entity ?? 'subagent');
}
