import { isJsonObject, type Json } from '#core';
import { isCut } from '../draft/is-cut.ts';
import { textOf } from '../draft/text-of.ts';
import type { Message } from '../messages/message.ts';
import { Answer, orElse } from './answer.ts';
import type { Conversation } from './conversation.ts';
import { eventMessages } from './event-messages.ts';
import { parseText } from './parse-text.ts';
import { readMessagesIn } from './read-messages.ts';
import type { SpanFacts } from './findings.ts';
import type { Outcome, Span, SpanEvent } from './span.ts';
import { readSpanFacts } from './span-facts.ts';
import { readMetadata } from './span-metadata.ts';

/** What is kept of a span until its run is complete: its place in the tree, and what it tells of the run. */
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
  /** What it tells, but for what the model was given. */
  readonly facts: SpanFacts;
  /** What the model was given was cut short. */
  readonly isInputCut: boolean;
  /** What the user said first. */
  readonly asked: string | null;
  /** How many answers of the model it was given. */
  readonly earlierAnswers: number;
  /** What says something of the run as a whole: its session, tags, or what our own attributes say. */
  readonly metadata: ReadonlyMap<string, Json>;
}

/** Where the conventions keep what a model was given, as JSON text. */
const INPUTS = ['gen_ai.input.messages', 'gen_ai.prompt', 'ai.prompt.messages'] as const;

const NO_MESSAGES: readonly Message[] = [];

/** Keeps of a span what is needed. Earlier turns are repeated in every request, so they are handed on, not kept. */
export function condense(span: Span, arrival: number, conversation: Conversation): SpanNode {
  const { attributes, events } = span;
  const told = readSpanFacts(span.name, attributes);
  const facts = events.length === 0 ? told : withEvents(told, events);
  const { input, repeated } = facts;
  if (input.length > 0) conversation.addRequest(input);
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
    asked: input.find(({ role, text }) => role === 'user' && text !== '')?.text ?? null,
    earlierAnswers: input.filter(({ role }) => role === 'assistant').length,
    metadata: readMetadata(attributes),
  };
}

/** Messages that attributes do not tell may be in events: one for each message, or one with all of them as attributes. */
function withEvents(facts: SpanFacts, events: readonly SpanEvent[]): SpanFacts {
  const { input, output, finishReason } = eventMessages(events.map(bodyOf));
  if (facts.kind === 'tool' || facts.kind === 'mcp')
    return { ...facts, arguments: facts.arguments ?? givenIn(input, output) };
  const whole = events.map(({ attributes }) => readSpanFacts('', attributes));
  const asked = [...readMessagesIn(input), ...whole.flatMap((one) => one.input)];
  const said = [...readMessagesIn(output), ...whole.flatMap((one) => one.output.messages)];
  const choices = events.filter(({ name }) => name === 'gen_ai.choice');
  const contents = choices.map(({ attributes }) => attributes.get('gen_ai.event.content'));
  const cut = [...output, ...contents, ...whole.map((one) => one.output.cut)].find(isCut);
  return {
    ...facts,
    input: facts.input.length > 0 ? facts.input : asked,
    output: orElse(facts.output, new Answer(cut, said)),
    finishReason: facts.finishReason ?? finishReason ?? reasonIn(whole),
  };
}

function reasonIn(whole: readonly SpanFacts[]): string | null {
  const reasons = whole.map((one) => one.finishReason ?? one.output.finishReason);
  return reasons.find((one) => one !== null) ?? null;
}

/** What a tool was given, where what it gave back is told as a choice: else its message is the answer. */
function givenIn(input: readonly Json[], output: readonly Json[]): Json | undefined {
  const given = output.length === 0 ? undefined : input.find(isJsonObject)?.content;
  return textOf(given) ?? undefined;
}

/** What an event says: in its body, in JSON text beside its name, or in its attributes. */
function bodyOf({ name, attributes }: SpanEvent): Json {
  const content = parseText(attributes.get('gen_ai.event.content'));
  const body = isJsonObject(content) ? content : Object.fromEntries(attributes);
  return { ...body, 'event.name': name };
}
