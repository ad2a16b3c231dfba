import { isJsonObject, type Json, type JsonObject, type Place } from '#core';
import { objectOf } from '../../draft/json-parts.ts';
import { readNumber } from '../../draft/read-number.ts';
import { readText } from '../../draft/read-text.ts';
import { resultText } from '../../draft/result-text.ts';
import { StreamedRun } from '../../draft/streamed-run.ts';
import { textOf } from '../../draft/text-of.ts';
import { findUnknown } from '../../messages/unknown-parts.ts';
import { readStatus, readToolCall } from './read-tool-call.ts';

/** Lines that are notes of the program. */
const NOTES: ReadonlySet<Json | undefined> = new Set(['system', 'thinking', 'interaction_query']);
const PARTS: ReadonlySet<string> = new Set(['text', 'thinking', 'image']);

/** A run of the command line, line by line. */
export class StreamRun extends StreamedRun {
  constructor(where: Place, session: string | null) {
    super(where);
    this.draft.id = session;
  }

  add(line: JsonObject, where: Place): void {
    const { type } = line;
    if (type === 'user') this.addQuestion(readText(objectOf(line.message).content));
    else if (type === 'assistant') this.#addAnswer(line, where);
    else if (type === 'tool_call') this.#addCall(line);
    else if (type === 'result') this.#addEnd(line);
    else if (type === 'system' && line.subtype === 'init')
      this.draft.requestedModel = textOf(line.model);
    else if (!NOTES.has(type)) this.draft.rejectType('line', textOf(type) ?? 'null', where);
  }

  /** Text comes whole, or in pieces that are repeated at the end. */
  #addAnswer({ message }: JsonObject, where: Place): void {
    const { content } = objectOf(message);
    this.startAnswer();
    this.draft.rejectTypes(
      'part',
      findUnknown(content, (type) => PARTS.has(type)),
      where,
    );
    const text = readText(content);
    if (text !== this.text) this.text += text;
  }

  #addCall({ subtype, call_id: id, tool_call: value }: JsonObject): void {
    this.startAnswer();
    this.endText();
    const call = isJsonObject(value) ? readToolCall(value) : null;
    const { name = '', server = null, rawName = '', result } = call ?? {};
    const callId = textOf(id);
    const passed = call?.arguments;
    this.draft.addCall({ id: callId, name, server, rawName, arguments: passed });
    if (subtype !== 'completed') return;
    this.endAnswer();
    const status = readStatus(result);
    this.draft.addResult({ id: callId, name: null, status, text: resultText(result) });
  }

  #addEnd({ subtype, is_error: isError, result, usage, duration_ms: took }: JsonObject): void {
    this.endText();
    this.hasEnded = true;
    const text = textOf(result);
    if (isError === true || (typeof subtype === 'string' && subtype !== 'success'))
      this.draft.error = text ?? textOf(subtype) ?? 'the run failed';
    else if (text !== null) this.draft.output = text;
    this.draft.durationMs = readNumber(took) ?? undefined;
    const { inputTokens, outputTokens } = objectOf(usage);
    this.draft.addUsage({
      inputTokens: readNumber(inputTokens),
      outputTokens: readNumber(outputTokens),
    });
  }
}
