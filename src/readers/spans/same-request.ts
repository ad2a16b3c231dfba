import type { MessageCall } from '../messages/message.ts';
import { plainName } from './same-tool.ts';
import type { SpanNode } from './span-node.ts';

/** Instrumentations read different clocks, some of them in whole milliseconds. */
const TOLERANCE_MS = 5;

/** Callbacks of frameworks wait in a queue: on a busy machine their spans begin and end late. */
const MAX_DELAY_MS = 5000;

/** Whether two spans of models, of different instrumentations, record the same request. */
export type SameRequest = (a: SpanNode, b: SpanNode) => boolean;

/** What identifies an answer whatever its time: its id, and the ids of its calls. */
export function answerKeys(node: SpanNode): readonly string[] {
  const { responseId } = node.facts;
  const ids = callIdsOf(node);
  return [
    ...(responseId === null ? [] : [JSON.stringify(['answer', responseId])]),
    ...(ids === null ? [] : [JSON.stringify(['calls', ids, namesOf(node)])]),
  ];
}

/** Whether one span is within the time of the other, and nothing that both record differs. */
export const isSameByTime: SameRequest = (a, b) =>
  (isWithin(a, b) || isWithin(b, a)) && nothingDiffers(a, b);

/**
 * Whether both have the same question after the same number of answers and with the same number of tokens, and nothing
 * that both record differs. Then the spans may be apart by the delay of callbacks.
 */
export const isSameByRequest: SameRequest = (a, b) =>
  a.earlierAnswers === b.earlierAnswers &&
  typeof a.facts.usage?.inputTokens === 'number' &&
  a.facts.usage.inputTokens === b.facts.usage?.inputTokens &&
  agree(a.facts.model, b.facts.model) &&
  distanceOf(a, b) <= MAX_DELAY_MS &&
  a.question !== null &&
  a.question === b.question &&
  nothingDiffers(a, b);

/** How long a span took; 0 where its times are not recorded. */
export function extentOf({ startMs, endMs }: SpanNode): number {
  return (endMs ?? 0) - (startMs ?? 0);
}

/** The time between the starts of two spans. */
export function distanceOf(a: SpanNode, b: SpanNode): number {
  return a.startMs === null || b.startMs === null ? Infinity : Math.abs(a.startMs - b.startMs);
}

/** The ids of the calls of an answer; null where it has no calls, or an id is not recorded. */
export function callIdsOf(node: SpanNode): string | null {
  const ids = callsOf(node).map(({ id }) => id);
  return ids.length === 0 || ids.includes(null) ? null : JSON.stringify(ids);
}

function isWithin(inner: SpanNode, outer: SpanNode): boolean {
  if (outer.startMs === null || outer.endMs === null) return false;
  if (inner.startMs === null || inner.endMs === null) return false;
  return inner.startMs >= outer.startMs - TOLERANCE_MS && inner.endMs <= outer.endMs + TOLERANCE_MS;
}

function nothingDiffers(a: SpanNode, b: SpanNode): boolean {
  return (
    agree(a.facts.usage?.inputTokens, b.facts.usage?.inputTokens) &&
    agree(a.facts.usage?.outputTokens, b.facts.usage?.outputTokens) &&
    agree(textOf(a), textOf(b)) &&
    agree(namesOf(a), namesOf(b)) &&
    agree(callIdsOf(a), callIdsOf(b))
  );
}

function agree(
  a: string | number | null | undefined,
  b: string | number | null | undefined,
): boolean {
  return (a ?? null) === null || (b ?? null) === null || a === b;
}

function textOf({ facts }: SpanNode): string | null {
  return (
    facts.output.messages
      .map(({ text }) => text)
      .join('\n')
      .trim() || null
  );
}

function namesOf(node: SpanNode): string | null {
  const calls = callsOf(node);
  return calls.length === 0 ? null : JSON.stringify(calls.map(({ name }) => plainName(name)));
}

function callsOf({ facts }: SpanNode): readonly MessageCall[] {
  return facts.output.messages.flatMap(({ calls }) => calls);
}
