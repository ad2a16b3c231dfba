// Vercel AI SDK 4 to 7: results of generateText and streamText (steps), UI messages and model messages.
import { isJsonObject, type Json, type JsonObject, type Place } from '#core';
import { listOf, objectOf } from '../../draft/json-parts.ts';
import { readFailure } from '../../draft/read-failure.ts';
import { RunDraft } from '../../draft/run-draft.ts';
import { textOf } from '../../draft/text-of.ts';
import { noteSystem } from '../../messages/exchange.ts';
import { readIssue } from '../../records/read-codes.ts';
import type { Assembler, Likeness, TraceFormat, TraceOutput } from '../../trace-format.ts';
import { addMessage, readAiSdkMessage } from '../../dialects/ai-sdk/message.ts';
import { addStep, addTools, isStep, readAiSdkUsage } from './read-steps.ts';

/** Results and chats of the Vercel AI SDK. */
export const aiSdkFormat: TraceFormat = {
  id: 'ai-sdk',
  title: 'Vercel AI SDK steps and messages',
  joinsFiles: false,
  sniff,
  open: (output) => new AiSdkLog(output),
};

/** How many messages of a conversation are searched for a mark of this format. */
const MAX_MESSAGES_CHECKED = 50;

function sniff(record: Json): Likeness {
  if (hasOwnMessage(record)) return 'run';
  if (!isJsonObject(record)) return 'none';
  if (isStep(listOf(record.steps)[0]) || hasOwnMessage(messagesOf(record))) return 'run';
  return isStep(record) || readAiSdkMessage(record) !== null ? 'part' : 'none';
}

/** Whether a record is a step or a message. A result has the members of its last step beside all its steps. */
function isPart(record: JsonObject): boolean {
  return 'role' in record || (isStep(record) && !isStep(listOf(record.steps)[0]));
}

function hasOwnMessage(list: Json | undefined): boolean {
  return listOf(list)
    .slice(0, MAX_MESSAGES_CHECKED)
    .some((message) => readAiSdkMessage(message) !== null);
}

/** The messages of a chat, or the messages that a result adds to a chat. Version 7 has those of all steps elsewhere. */
function messagesOf({ messages, responseMessages, response }: JsonObject): Json | undefined {
  return messages ?? responseMessages ?? (isJsonObject(response) ? response.messages : undefined);
}

class AiSdkLog implements Assembler {
  readonly #output: TraceOutput;
  /** Single messages and steps are the same run, until a step begins another. */
  #parts: RunDraft | null = null;
  #isOver = false;

  constructor(output: TraceOutput) {
    this.#output = output;
  }

  add(record: Json, where: Place): void {
    if (isJsonObject(record) && isPart(record)) this.#addPart(record, where);
    else if (Array.isArray(record)) this.#addRun({ messages: record }, where, '');
    else if (isJsonObject(record)) this.#addRun(record, where, '/messages');
    else this.#refuse(where, '');
  }

  end(): void {
    if (this.#parts !== null) this.#emit(this.#parts);
  }

  #addPart(record: JsonObject, where: Place): void {
    const isFirst = this.#isOver || record.stepNumber === 0 || record.stepType === 'initial';
    if (this.#parts !== null && isStep(record) && isFirst && this.#parts.turn > 0) {
      this.#emit(this.#parts);
      this.#parts = null;
    }
    // A run continues as long as the model waits for the results of its calls.
    this.#isOver = isStep(record) && record.finishReason !== 'tool-calls';
    this.#parts ??= new RunDraft(where);
    if (isStep(record)) addStep(record, this.#parts);
    else if (!addMessage(record, this.#parts)) this.#refuse(where, '');
  }

  #addRun(record: JsonObject, where: Place, pointer: string): void {
    const steps = listOf(record.steps);
    const messages = messagesOf(record);
    if (steps.length === 0 && !Array.isArray(messages)) {
      this.#refuse(where, '');
      return;
    }
    const draft = new RunDraft(where);
    draft.id = textOf(record.id);
    noteSystem(draft, record);
    for (const [index, message] of listOf(steps.length > 0 ? [] : messages).entries())
      if (!addMessage(message, draft)) {
        this.#refuse(where, `${pointer}/${index}`);
        return;
      }
    if (steps.length > 0) draft.input = questionOf(record);
    for (const [index, step] of steps.entries()) {
      if (!isJsonObject(step)) {
        this.#refuse(where, `/steps/${index}`);
        return;
      }
      addStep(step, draft);
    }
    if (steps.every((step) => !isJsonObject(step) || !isJsonObject(step.usage)))
      draft.addUsage(readAiSdkUsage(record.totalUsage ?? record.usage));
    if (steps.length === 0) draft.noteModel(objectOf(record.response).modelId);
    addTools(record.tools, draft);
    draft.error ??= readFailure(record.error);
    this.#emit(draft);
  }

  #emit(draft: RunDraft): void {
    if (draft.turn === 0) draft.error ??= 'the record has no answer of the model';
    this.#output.trace(draft.finish(), draft.where);
  }

  #refuse(where: Place, pointer: string): void {
    const message =
      pointer === ''
        ? 'a record of the AI SDK has steps, messages, or is a message'
        : 'this is not a step, or a message with a role and content or parts';
    const place = { ...where, pointer: (where.pointer ?? '') + pointer };
    this.#output.error(readIssue('TRACE_SCHEMA', message, { where: place }));
  }
}

/** The question of a result. The result does not record it, so it is what the user wrote beside it. */
function questionOf({ prompt, messages }: JsonObject): Json {
  if (typeof prompt === 'string') return prompt;
  const draft = new RunDraft({});
  for (const message of listOf(prompt ?? messages)) addMessage(message, draft);
  return draft.input;
}
