// Gemini API (v1, v1beta; contents, requests and responses, streamed too) and events of Google ADK 1.x, in both spellings.
import { isJsonObject, type Json, type Place } from '#core';
import { ConversationLog } from '../../messages/conversation-log.ts';
import { bodiesOf } from '../../messages/exchange.ts';
import { readIssue } from '../../records/read-codes.ts';
import type { Assembler, Likeness, TraceFormat, TraceOutput } from '../../trace-format.ts';
import { AdkLog, isEvalSet, isEvent, isSession } from './adk-log.ts';
import { GEMINI_API } from './exchange.ts';
import { readGeminiMessage } from '../../dialects/gemini/message.ts';
import { StreamedAnswers } from './streamed-answers.ts';

/** Conversations with Gemini, and sessions and events of Google's Agent Development Kit. */
export const geminiFormat: TraceFormat = {
  id: 'gemini',
  title: 'Gemini contents and ADK events',
  joinsFiles: false,
  sniff,
  open: (output) => new GeminiLog(output),
};

function sniff(record: Json): Likeness {
  if (isEvalSet(record) || isSession(record) || isContents(record)) return 'run';
  if (!isJsonObject(record)) return 'none';
  if (isEvent(record)) return 'part';
  const isRun = bodiesOf(record).some(
    ({ contents, history, messages, candidates }) =>
      isContents(contents) || isContents(history) || isContents(messages) || isAnswer(candidates),
  );
  if (isRun) return 'run';
  return typeof record.role === 'string' && readGeminiMessage(record) !== null ? 'part' : 'none';
}

function isContents(list: Json | undefined): boolean {
  return Array.isArray(list) && list.length > 0 && readGeminiMessage(list[0] as Json) !== null;
}

function isAnswer(candidates: Json | undefined): boolean {
  const first: Json | undefined = Array.isArray(candidates) ? (candidates[0] as Json) : undefined;
  if (!isJsonObject(first)) return false;
  return isJsonObject(first.content) || 'finishReason' in first || 'finish_reason' in first;
}

class GeminiLog implements Assembler {
  readonly #output: TraceOutput;
  readonly #adk: AdkLog;
  readonly #streamed = new StreamedAnswers();
  readonly #messages: ConversationLog;

  constructor(output: TraceOutput) {
    this.#output = output;
    this.#adk = new AdkLog(output);
    this.#messages = new ConversationLog(output, GEMINI_API);
  }

  add(record: Json, where: Place): void {
    if (isEvalSet(record))
      this.#output.error(
        readIssue(
          'TRACE_SCHEMA',
          'an eval set of ADK contains expected calls, not recorded calls',
          {
            where,
            hint: 'run it and read the session that it writes; its expected calls belong into a dataset',
          },
        ),
      );
    else if (isEvent(record)) this.#adk.addEvent(record, where);
    else if (isSession(record)) this.#adk.addSession(record, where);
    else if (!this.#streamed.add(record, where)) this.#messages.add(record, where);
  }

  *end(): Generator<void> {
    for (const { record, where } of this.#streamed.take()) this.#messages.add(record, where);
    yield* this.#messages.end();
    this.#adk.end();
  }
}
