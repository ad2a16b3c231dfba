import { isJsonObject, type Json } from '#core';
import { isCut } from '../draft/is-cut.ts';
import { textOf } from '../draft/text-of.ts';
import type { Message } from '../messages/message.ts';
import { Answer, orFallback } from './answer.ts';
import type { Conversation } from './conversation.ts';
import { eventMessages } from './event-messages.ts';
import { parseText } from './parse-text.ts';
import { readMessagesIn } from './read-messages.ts';
import type { SpanFacts } from './findings.ts';
import type { Outcome, Span, SpanEvent } from './span.ts';
import { readSpanFacts } from './span-facts.ts';
import { readMetadata } from './span-metadata.ts';

/** What is kept of a span until its run is complete: its place in the tree, and its facts about the run. */
export interface SpanNode {
  readonly spanId: string | null;
  readonly parentId: string | null;
  readonly name: string;
  readonly isServer: boolean;
  readonly startMs: number | null;
  readonly endMs: number | null;
  readonly service: string | null;
  /** The instrumentation that recorded it. */
  readonly scope: string | null;
  readonly outcome: Outcome;
  readonly failure: string | null;
  /** In the order of the files, for spans that have neither time nor id. */
  readonly arrival: number;
  /** Its facts, without the input of the model. */
  readonly facts: SpanFacts;
  /** Whether the input of the model was truncated. */
  readonly isInputCut: boolean;
  /** What the user said first. */
  readonly question: string | null;
  /** How many earlier answers of the model are in its input. */
  readonly earlierAnswers: number;
  /** Facts about the run as a whole: its session, tags, or `whichtool.` attributes. */
  readonly metadata: ReadonlyMap<string, Json>;
}

/** Where the conventions have the input of a model, as JSON text. */
const INPUTS = ['gen_ai.input.messages', 'gen_ai.prompt', 'ai.prompt.messages'] as const;

const NO_MESSAGES: readonly Message[] = [];

/** Keeps what is needed of a span. Every request repeats the earlier turns, so they are passed on, not kept. */
export function condense(span: Span, arrival: number, conversation: Conversation): SpanNode {
  const { attributes, events } = span;
  const spanFacts = readSpanFacts(span.name, attributes);
  const facts = events.length === 0 ? spanFacts : withEvents(spanFacts, events);
  const { input, repeated } = facts;
  if (input.length > 0) conversation.addRequest(input, facts.kind === 'model');
  conversation.addLists(repeated);
  return {
    spanId: span.spanId,
    parentId: span.parentId,
    name: span.name,
    isServer: span.isServer,
    startMs: span.startMs,
    endMs: span.endMs,
    service: span.service,
    scope: span.scope,
    outcome: span.outcome,
    failure: span.failure ?? textOf(attributes.get('error.type')),
    arrival,
    facts:
      input.length === 0 && repeated.length === 0
        ? facts
        : { ...facts, input: NO_MESSAGES, repeated: NO_MESSAGES },
    isInputCut: facts.kind === 'model' && INPUTS.some((key) => isCut(attributes.get(key))),
    question: input.find(({ role, text }) => role === 'user' && text !== '')?.text ?? null,
    earlierAnswers: input.filter(({ role }) => role === 'assistant').length,
    metadata: readMetadata(attributes),
  };
}

/**
 * Messages that are not in attributes may be in events: one for each message, or one with all of them as attributes.
 */
function withEvents(facts: SpanFacts, events: readonly SpanEvent[]): SpanFacts {
  const { input, output, finishReason } = eventMessages(events.map(bodyOf));
  if (facts.kind === 'tool' || facts.kind === 'mcp')
    return { ...facts, arguments: facts.arguments ?? inputIn(input, output) };
  const whole = events.map(({ attributes }) => readSpanFacts('', attributes));
  const inputs = [...readMessagesIn(input), ...whole.flatMap((source) => source.input)];
  const outputs = [...readMessagesIn(output), ...whole.flatMap((source) => source.output.messages)];
  const choices = events.filter(({ name }) => name === 'gen_ai.choice');
  const contents = choices.map(({ attributes }) => attributes.get('gen_ai.event.content'));
  const cut = [...output, ...contents, ...whole.map((source) => source.output.cut)].find(isCut);
  return {
    ...facts,
    input: facts.input.length > 0 ? facts.input : inputs,
    output: orFallback(facts.output, new Answer(cut, outputs)),
    finishReason: facts.finishReason ?? finishReason ?? reasonIn(whole),
  };
}

function reasonIn(whole: readonly SpanFacts[]): string | null {
  const reasons = whole.map((facts) => facts.finishReason ?? facts.output.finishReason);
  return reasons.find((reason) => reason !== null) ?? null;
}

/** The input of a tool, where its output is recorded as a choice; otherwise its message is the answer. */
function inputIn(input: readonly Json[], output: readonly Json[]): Json | undefined {
  const content = output.length === 0 ? undefined : input.find(isJsonObject)?.content;
  return textOf(content) ?? undefined;
}

/** What an event says: in its body, in JSON text beside its name, or in its attributes. */
function bodyOf({ name, attributes }: SpanEvent): Json {
  const content = parseText(attributes.get('gen_ai.event.content'));
  const body = isJsonObject(content) ? content : Object.fromEntries(attributes);
  return { ...body, 'event.name': name };
}
