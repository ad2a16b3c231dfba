import { isJsonObject, type Json, type Place, type Trace } from '#core';
import { objectOf } from '../../draft/json-parts.ts';
import { announcesCalls } from '../../draft/announces-calls.ts';
import { count } from '../../draft/count.ts';
import { readFailure } from '../../draft/read-failure.ts';
import { readNumber } from '../../draft/read-number.ts';
import { durationMs, readTime } from '../../draft/read-time.ts';
import { readTools } from '../../draft/read-tools.ts';
import { describeMissing, RunDraft } from '../../draft/run-draft.ts';
import { textOf } from '../../draft/text-of.ts';
import { readAnyMessage } from '../../dialects/any-message.ts';
import { addCallSpan, addModelCalls, requesterOf } from './add-calls.ts';
import { isKnownType, type Span } from './span.ts';
import { isTool, type SpanContext, SpanContexts } from './span-context.ts';

/** Makes the run of a trace from its spans, ordered by start. */
export function readTrace(id: string, spans: readonly Span[], where: Place): Trace {
  const draft = new RunDraft(where);
  draft.id = id;
  const byId = new Map(spans.map((span) => [span.id, span]));
  const contexts = new SpanContexts(byId);
  const placed = spans
    .map((span) => ({ span, above: contexts.above(span) }))
    .filter(({ above }) => !above.inScorer);
  // Spans are joined with the model's calls by id. If a span has no id, only spans are counted.
  const tools = spans.filter(isTool);
  const canJoin = tools.every(({ attributes }) => textOf(attributes.toolCallId) !== null);
  const stepType = spans.some(({ type }) => type === 'model_step')
    ? 'model_step'
    : 'model_generation';
  for (const { span, above } of placed) {
    if (span.type === stepType) {
      draft.turn += 1;
      if (canJoin) addModelCalls(span, above, draft);
      noteMissing(span, draft);
      if (requesterOf(above) === null) draft.noteModel(modelOf(span, byId));
    } else if (isTool(span)) addCallSpan(span, above, draft);
    if (!isKnownType(span.type)) draft.rejectType('span', span.type);
    readCatalog(span, draft);
  }
  readUsages(spans, placed, draft);
  readRoot(spans, placed, draft);
  const orphans = spans.filter(
    ({ parentId, isRoot }) => parentId !== null && !isRoot && !byId.has(parentId),
  );
  if (orphans.length > 0)
    draft.warn(
      'READ_ORPHAN',
      `${count(orphans.length, 'span names', 'spans name')} a parent that is not in the trace`,
    );
  return draft.finish();
}

/** Notes an answer that is not in the trace, or announces calls that are not. */
function noteMissing(span: Span, draft: RunDraft): void {
  const { output, attributes, lacksOutput, error, end } = span;
  if (end === null || readFailure(error) !== null) return;
  const hasCalls =
    isJsonObject(output) && Array.isArray(output.toolCalls) && output.toolCalls.length > 0;
  if (lacksOutput)
    draft.missAnswer('READ_ANSWER_MISSING', `a ${span.type} span has no answer of the model`);
  else if (!hasCalls && announcesCalls(attributes.finishReason))
    draft.missAnswer('READ_ANSWER_MISSING', describeMissing(attributes.finishReason));
}

function readCatalog({ type, attributes }: Span, draft: RunDraft): void {
  const { tools, availableTools, model } = attributes;
  if (type === 'model_generation' && Array.isArray(tools)) draft.offer(readTools(tools));
  if (type === 'agent_run' && Array.isArray(availableTools)) draft.offer(readTools(availableTools));
  const name = textOf(model);
  if (name === null || draft.metadata.has('model')) return;
  draft.metadata.set('model', name);
  draft.requestedModel = name;
}

/** The model of a step is in the generation around it. */
function modelOf(step: Span, byId: ReadonlyMap<string, Span>): string | null {
  const { attributes } = byId.get(step.parentId ?? '') ?? step;
  return (
    textOf(step.attributes.responseModel) ??
    textOf(attributes.responseModel) ??
    textOf(step.attributes.model) ??
    textOf(attributes.model)
  );
}

interface Placed {
  readonly span: Span;
  readonly above: SpanContext;
}

/** Tokens are repeated on each level, so a single level is added up; the usage of hidden spans is separate. */
function readUsages(spans: readonly Span[], placed: readonly Placed[], draft: RunDraft): void {
  const level = ['model_generation', 'model_step', 'model_inference'].find((type) =>
    spans.some((span) => span.type === type && isJsonObject(span.attributes.usage)),
  );
  for (const { span } of placed) {
    const { usage, internalUsage, costContext } = span.attributes;
    for (const counts of [span.type === level ? usage : null, internalUsage])
      if (isJsonObject(counts))
        draft.addUsage({
          inputTokens: readNumber(counts.inputTokens ?? counts.promptTokens),
          outputTokens: readNumber(counts.outputTokens ?? counts.completionTokens),
        });
    const { estimatedCost, costUnit } = objectOf(costContext);
    if (costUnit === undefined || /^usd$/i.test(textOf(costUnit) ?? ''))
      draft.addUsage({ cost: readNumber(estimatedCost) });
  }
}

/** The input and output of the top agent; without an agent, those of the whole trace. */
function readRoot(spans: readonly Span[], placed: readonly Placed[], draft: RunDraft): void {
  const root = spans.find(({ parentId, isRoot }) => isRoot || parentId === null) ?? spans[0];
  const agent = placed.find(({ span, above }) => span.type === 'agent_run' && above.outer === null);
  const top = agent?.span ?? root;
  if (top === undefined || root === undefined) return;
  draft.agent = agent?.span.entity ?? null;
  draft.input = questionOf(top.input);
  draft.output = answerOf(top.output);
  draft.startedAt = readTime(root.start);
  draft.durationMs = durationMs(root.start, root.end ?? undefined);
  for (const [key, value] of Object.entries(root.metadata)) draft.metadata.set(key, value);
  if (Array.isArray(root.tags) && root.tags.length > 0) draft.metadata.set('tags', root.tags);
  const { tripwireAbort } = top.attributes;
  draft.error =
    readFailure(top.error) ??
    readFailure(root.error) ??
    (isJsonObject(tripwireAbort)
      ? `stopped by a processor: ${textOf(tripwireAbort.reason) ?? 'no reason given'}`
      : null) ??
    (top.end === null ? 'the run never ended' : null);
}

function questionOf(input: Json | undefined): Json {
  const list = isJsonObject(input) ? input.messages : input;
  if (!Array.isArray(list)) return input ?? null;
  for (const entry of list as readonly Json[]) {
    if (typeof entry === 'string') return entry;
    const message = readAnyMessage(entry);
    if (message?.role === 'user' && message.text !== '') return message.text;
  }
  return null;
}

function answerOf(output: Json | undefined): Json {
  return (isJsonObject(output) ? textOf(output.text) : null) ?? output ?? null;
}
