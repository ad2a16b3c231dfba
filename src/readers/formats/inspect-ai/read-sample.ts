import { isJsonObject, type Json, type JsonObject, type Place, type Trace } from '#core';
import { listOf, objectOf } from '../../draft/json-parts.ts';
import { readRun } from '../../draft/read-number.ts';
import { durationMs, readTime } from '../../draft/read-time.ts';
import { RunDraft } from '../../draft/run-draft.ts';
import { textOf } from '../../draft/text-of.ts';
import type { Message } from '../../messages/message.ts';
import { Attachments } from './attachments.ts';
import type { LogHeader } from './log-header.ts';
import { readMessage } from '../../dialects/inspect-ai/message.ts';
import { addEvents, collectEvents } from './read-events.ts';
import { readSampleUsage } from './read-usage.ts';

/** The run of a sample: one sample in one epoch. */
export function readSample(sample: JsonObject, header: LogHeader, where: Place): Trace {
  const draft = new RunDraft(where);
  const attachments = new Attachments(sample.attachments);
  const events = collectEvents(sample);
  const { id, epoch } = sample;
  draft.id = textOf(sample.uuid);
  draft.case = typeof id === 'number' ? String(id) : textOf(id);
  draft.run = readRun(epoch);
  draft.agent = events.agent ?? header.solver;
  draft.input = inputOf(attachments.resolve(sample.input));
  draft.requestedModel = header.model;
  const messages = messagesOf(sample, attachments);
  if (!events.has('model'))
    for (const { message, model } of messages) {
      draft.addMessage(message);
      draft.noteModel(model);
    }
  addEvents(draft, events, attachments);
  if (events.has('model') && !events.has('tool'))
    for (const result of messages.flatMap(({ message }) => message.results))
      draft.addResult(result);
  const output = objectOf(sample.output);
  draft.output = textOf(attachments.resolve(output.completion)) ?? draft.output;
  draft.error =
    errorOf(sample, output) ?? (isReadable(sample) ? null : 'its messages or events are not whole');
  for (const usage of readSampleUsage(sample.model_usage)) draft.addUsage(usage);
  draft.startedAt = readTime(sample.started_at ?? events.list[0]?.event.timestamp);
  const took = durationMs(0, sample.total_time, 's');
  if (took !== undefined) draft.durationMs = Math.round(took);
  addMetadata(draft, sample, header);
  return draft.finish();
}

/** The first user text of the input, which is text or messages. */
function inputOf(input: Json | undefined): Json {
  if (!Array.isArray(input)) return textOf(input);
  for (const example of input as readonly Json[]) {
    const message = readMessage(example);
    if (message?.role === 'user' && message.text !== '') return message.text;
  }
  return null;
}

interface SampleMessage {
  readonly message: Message;
  /** Of an answer: the model that gave it, where that is recorded. */
  readonly model: Json | undefined;
}

/** The conversation without the examples of the input, which are not decisions of the run. */
function messagesOf({ messages }: JsonObject, attachments: Attachments): readonly SampleMessage[] {
  if (!Array.isArray(messages)) return [];
  return (attachments.resolve(messages as Json) as readonly Json[]).flatMap((value) => {
    const message = readMessage(value);
    const isGiven = isJsonObject(value) && value.source === 'input' && value.role !== 'user';
    if (message === null || isGiven) return [];
    return [{ message, model: objectOf(value).model }];
  });
}

/** Whether messages and events are lists of objects: any other value may have been a call. */
function isReadable({ messages, events = [], transcript }: JsonObject): boolean {
  const nested = isJsonObject(transcript) ? transcript.events : [];
  return (
    [events, nested].every(isListOfObjects) &&
    isListOfObjects(messages) &&
    (messages as readonly Json[]).every((message) => readMessage(message) !== null)
  );
}

function isListOfObjects(list: Json | undefined): boolean {
  return Array.isArray(list) && list.every(isJsonObject);
}

/** A run did not finish where it crashed, hit a limit, or its last answer was cut off. */
function errorOf(sample: JsonObject, output: JsonObject): string | null {
  const { error, limit } = sample;
  if (isJsonObject(error)) return textOf(error.message) ?? 'the sample failed';
  if (isJsonObject(limit)) return `stopped by the ${textOf(limit.type) ?? 'sample'} limit`;
  if (typeof output.error === 'string' && output.error !== '') return output.error;
  const [choice] = listOf(output.choices);
  const reason = isJsonObject(choice) ? choice.stop_reason : null;
  return reason === 'max_tokens' || reason === 'model_length'
    ? `the last answer was cut off (${reason})`
    : null;
}

function addMetadata(draft: RunDraft, sample: JsonObject, header: LogHeader): void {
  if (isJsonObject(sample.metadata))
    for (const [key, value] of Object.entries(sample.metadata)) draft.metadata.set(key, value);
  if (header.model !== null) draft.metadata.set('model', header.model);
  if (header.task !== null) draft.metadata.set('task', header.task);
  if (header.tags.length > 0) draft.metadata.set('tags', header.tags);
}
