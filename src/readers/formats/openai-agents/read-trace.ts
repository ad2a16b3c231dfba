import { isJsonObject, type Json, type JsonObject, type Place, type Trace } from '#core';
import { readFailure } from '../../draft/read-failure.ts';
import { readNumber } from '../../draft/read-number.ts';
import { durationMs } from '../../draft/read-time.ts';
import { RunDraft } from '../../draft/run-draft.ts';
import { textOf } from '../../draft/text-of.ts';
import { AgentNames } from './agent-names.ts';
import { offeredTools } from './offered-tools.ts';
import { readAnswer, readModel, readQuestion } from './read-answer.ts';
import type { Span } from './span.ts';
import { SpanCalls } from './span-calls.ts';

/** Makes a run of the ordered spans of a trace; null without an agent, model or tool. */
export function readTrace(
  id: string,
  header: JsonObject | null,
  spans: readonly Span[],
  where: Place,
): Trace | null {
  if (spans.length > 0 && !spans.some(({ type }) => ACTS.has(type))) return null;
  const draft = new RunDraft(where);
  const agents = new AgentNames(spans);
  draft.id = id;
  draft.agent = nameOf(spans.find(({ type }) => type === 'agent'));
  noteHeader(draft, header);
  const calls = new SpanCalls(draft, (span) => {
    const name = agents.of(span);
    return name === draft.agent ? null : name;
  });
  for (const span of spans) {
    if (span.type === 'generation' || span.type === 'response') addAnswer(draft, calls, span);
    else if (span.type === 'function') calls.addFunction(span);
    else if (span.type === 'handoff') calls.addHandoff(span);
    else if (!HARMLESS.has(span.type)) draft.rejectType('span', span.type);
  }
  calls.finish();
  const offered = offeredTools(spans);
  if (offered !== null) draft.offer(offered);
  noteTimes(draft, spans);
  draft.error = spans.length === 0 ? 'the trace has no spans' : findError(spans);
  const orphans = agents.countOrphans();
  if (orphans > 0)
    draft.warn('READ_ORPHAN', `spans that name a parent which is not in the trace: ${orphans}`);
  return draft.finish();
}

const ACTS: ReadonlySet<string> = new Set([
  'agent',
  'generation',
  'response',
  'function',
  'handoff',
]);

/** Spans without calls; `custom` spans belong to the application. */
const HARMLESS: ReadonlySet<string> = new Set([
  'agent',
  'custom',
  'guardrail',
  'mcp_tools',
  'speech',
  'speech_group',
  'task',
  'transcription',
  'turn',
]);

function nameOf(span: Span | undefined): string | null {
  return textOf(span?.data.name);
}

function noteHeader(draft: RunDraft, header: JsonObject | null): void {
  const { workflow_name: workflow, group_id: group, metadata } = header ?? {};
  if (typeof workflow === 'string') draft.metadata.set('workflow', workflow);
  if (typeof group === 'string') draft.metadata.set('session', group);
  if (isJsonObject(metadata))
    for (const [key, value] of Object.entries(metadata)) draft.metadata.set(key, value);
}

function addAnswer(draft: RunDraft, calls: SpanCalls, span: Span): void {
  const { model, usage } = span.data;
  draft.turn += 1;
  if (typeof model === 'string') draft.metadata.set('model', model);
  if (calls.isOwn(span) && errorOf(span) === null) draft.noteModel(readModel(span.data));
  else draft.requestedModel ??= textOf(model);
  if (isJsonObject(usage))
    draft.addUsage({
      inputTokens: readNumber(usage.input_tokens ?? usage.prompt_tokens),
      outputTokens: readNumber(usage.output_tokens ?? usage.completion_tokens),
    });
  draft.input ??= readQuestion(span.data.input);
  const answer = readAnswer(span.data);
  if (answer === null && errorOf(span) === null)
    draft.missAnswer('READ_ANSWER_MISSING', `a ${span.type} span has no answer of the model`);
  draft.rejectTypes('part', answer?.unknown);
  const { text, calls: requested } = answer ?? { text: '', calls: [] };
  for (const call of requested) calls.addAsked(span, call);
  if (text !== '' && calls.isOwn(span)) draft.output = text;
}

function noteTimes(draft: RunDraft, spans: readonly Span[]): void {
  const [first] = spans;
  if (first === undefined || first.startedAt === '') return;
  draft.startedAt = first.startedAt;
  const lengths = spans.map(({ endedAt }) => durationMs(first.raw.started_at, endedAt) ?? 0);
  const longest = lengths.reduce((a, b) => Math.max(a, b), 0);
  if (longest > 0) draft.durationMs = longest;
}

/** Why the run failed: an agent with an error or without an end, or a model whose last answer is an error. */
function findError(spans: readonly Span[]): string | null {
  for (const span of spans) {
    if (span.type !== 'agent') continue;
    const failure = errorOf(span);
    if (failure !== null) return failure;
    if (span.endedAt === null) return `agent "${nameOf(span) ?? ''}" has no end in the trace`;
  }
  const last = spans.findLast(({ type }) => type === 'generation' || type === 'response');
  return last === undefined ? null : errorOf(last);
}

/** What the error of a span says, with the details that the SDK puts beside its general words. */
function errorOf({ raw: { error } }: Span): string | null {
  const message = readFailure(error);
  const data: Json | undefined = isJsonObject(error) ? error.data : undefined;
  const detail = isJsonObject(data) ? data.error : undefined;
  return message !== null && typeof detail === 'string' ? `${message}: ${detail}` : message;
}
