import { isJsonObject, type Json, type ToolSpec } from '#core';
import { objectOf } from '../draft/json-parts.ts';
import { isCut } from '../draft/is-cut.ts';
import { readTools } from '../draft/read-tools.ts';
import type { Message } from '../messages/message.ts';
import type { Conversation } from './conversation.ts';
import type { Findings, SpanFacts, SpanSubject } from './findings.ts';
import { NO_ANSWER } from './answer.ts';
import { parseText } from './parse-text.ts';
import { readMessagesIn } from './read-messages.ts';
import type { Outcome } from './span.ts';
import { factsOf } from './span-facts.ts';
import type { SpanNode } from './span-node.ts';
import { readStoredAnswer, readStopReason } from './stored-answer.ts';

/** A span of a store of traces: its kind, input and output are members, not attributes. */
export interface StoredSpan {
  readonly spanId: string | null;
  readonly parentId: string | null;
  readonly name: string;
  readonly kind: SpanSubject;
  /** Its type, where that is unknown; otherwise null. */
  readonly unknownType: string | null;
  /** Whether a judge is at work in it: what happens there is not the agent's doing. */
  readonly isJudge: boolean;
  readonly input: Json | undefined;
  readonly output: Json | undefined;
  readonly startMs: number | null;
  readonly endMs: number | null;
  readonly outcome: Outcome;
  readonly failure: string | null;
  /** What the store records in members of its own: the model, usage, tools, the name of a tool. */
  readonly findings: Findings;
  readonly metadata: ReadonlyMap<string, Json>;
}

/** Keeps what is needed of a span, and passes earlier turns on to the conversation. */
export function condenseStored(
  span: StoredSpan,
  arrival: number,
  conversation: Conversation,
): SpanNode {
  const { kind, findings } = span;
  const input = kind === 'model' ? readMessagesIn(span.input) : NO_MESSAGES;
  const facts = factsOf({ kind, ...contentOf(span), ...findings });
  if (input.length > 0) conversation.addRequest(input);
  return {
    spanId: span.spanId,
    parentId: span.parentId,
    name: span.name,
    isServer: false,
    startMs: span.startMs,
    endMs: span.endMs,
    service: null,
    scope: null,
    outcome: span.outcome,
    failure: span.failure,
    arrival,
    facts,
    isInputCut: kind === 'model' && isCut(span.input),
    question: input.find(({ role, text }) => role === 'user' && text !== '')?.text ?? null,
    earlierAnswers: input.filter(({ role }) => role === 'assistant').length,
    metadata: span.metadata,
  };
}

const NO_MESSAGES: readonly Message[] = [];

function contentOf({ kind, input, output, outcome }: StoredSpan): Findings {
  const inputValue = parseText(input);
  const outputValue = parseText(output);
  if (kind === 'tool' || kind === 'mcp') return { arguments: inputValue, outputValue };
  if (kind === 'model') {
    // An answer in no known shape is a missing answer, whatever was recorded.
    return {
      // A request in no known shape is not the question of a user.
      inputValue: typeof inputValue === 'string' ? inputValue : undefined,
      outputValue: isCut(output) ? output : undefined,
      output: readStoredAnswer(output),
      finishReason: outcome === 'error' ? null : readStopReason(output),
      tools: toolsIn(inputValue),
    };
  }
  const answer = kind === 'agent' ? readStoredAnswer(output) : NO_ANSWER;
  return { inputValue, outputValue, output: answer };
}

/** The tools of a request that was recorded as a whole. */
function toolsIn(input: Json | undefined): readonly ToolSpec[] | null {
  const { tools } = objectOf(input);
  return Array.isArray(tools) && tools.every(isJsonObject) ? readTools(tools) : null;
}

/** The spans of the agent, without judges and what lies below them. */
export function withoutJudges(spans: readonly StoredSpan[]): readonly StoredSpan[] {
  if (!spans.some(({ isJudge }) => isJudge)) return spans;
  const byId = new Map(spans.map((span) => [span.spanId, span]));
  const verdicts = new Map<StoredSpan, boolean>();
  const isJudged = (span: StoredSpan): boolean => {
    const path: StoredSpan[] = [];
    let at: StoredSpan | undefined = span;
    // Parents may be a circle.
    while (at !== undefined && !verdicts.has(at) && !at.isJudge && path.length <= spans.length) {
      path.push(at);
      at = at.parentId === null ? undefined : byId.get(at.parentId);
    }
    const verdict = at !== undefined && (verdicts.get(at) ?? at.isJudge);
    for (const passed of path) verdicts.set(passed, verdict);
    return verdict;
  };
  return spans.filter((span) => !isJudged(span));
}

/** Whether spans show what the agent chose: a model, a tool, or an agent with the messages of its run. */
export function showsChoices(nodes: readonly SpanNode[]): boolean {
  return nodes.some(({ facts }) => isStep(facts) || facts.output.messages.length > 0);
}

function isStep({ kind }: SpanFacts): boolean {
  return kind === 'model' || kind === 'tool' || kind === 'mcp';
}
