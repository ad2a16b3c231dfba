import { isJsonObject, type Json, type JsonObject, type Place } from '#core';
import { objectOf } from '../../draft/json-parts.ts';
import { readFailure } from '../../draft/read-failure.ts';
import { readNumber } from '../../draft/read-number.ts';
import { statusOfWord, type StatusWords } from '../../draft/read-status.ts';
import { durationMs, readTime } from '../../draft/read-time.ts';
import { StreamedRun } from '../../draft/streamed-run.ts';
import { textOf } from '../../draft/text-of.ts';

/** Whether a record is a line of `--output-format stream-json` that no other format has. */
export function isStreamLine(record: Json): boolean {
  if (!isJsonObject(record) || typeof record.timestamp !== 'string') return false;
  const { type } = record;
  if (type === 'init') return typeof record.session_id === 'string' && 'model' in record;
  if (type === 'tool_use') return 'tool_name' in record && 'tool_id' in record;
  return type === 'tool_result' && 'tool_id' in record && 'status' in record;
}

const STATES: StatusWords = new Map([
  ['success', 'ok'],
  ['error', 'error'],
  ['cancelled', 'denied'],
]);

/** A run of the command line, line by line. */
export class StreamRun extends StreamedRun {
  readonly #askedAt = new Map<string, string>();

  add(line: JsonObject, where: Place): void {
    const { draft } = this;
    const { type } = line;
    if (type === 'init') {
      draft.id = textOf(line.session_id);
      draft.requestedModel = textOf(line.model);
      draft.startedAt = readTime(line.timestamp);
    } else if (type === 'message') this.#addMessage(line);
    else if (type === 'tool_use') this.#addCall(line);
    else if (type === 'tool_result') this.#addResult(line);
    else if (type === 'error') {
      if (line.severity !== 'warning') draft.error = textOf(line.message) ?? 'the run failed';
    } else if (type === 'result') this.#addEnd(line);
    else draft.rejectType('line', textOf(type) ?? 'null', where);
  }

  #addMessage({ role, content }: JsonObject): void {
    const text = textOf(content) ?? '';
    if (role === 'user') this.addQuestion(text);
    else {
      this.startAnswer();
      this.text += text;
    }
  }

  #addCall(line: JsonObject): void {
    this.startAnswer();
    this.endText();
    const id = textOf(line.tool_id);
    const startedAt = readTime(line.timestamp);
    if (id !== null && startedAt !== undefined) this.#askedAt.set(id, startedAt);
    this.draft.addCall({
      id,
      name: textOf(line.tool_name) ?? '',
      arguments: line.parameters,
      startedAt,
      isAsked: true,
    });
  }

  #addResult({ tool_id: id, status, output, timestamp }: JsonObject): void {
    this.endAnswer();
    this.draft.addResult({
      id: textOf(id),
      name: null,
      status: statusOfWord(status, STATES),
      text: textOf(output) ?? undefined,
      durationMs: durationMs(this.#askedAt.get(textOf(id) ?? ''), timestamp),
    });
  }

  #addEnd({ status, stats, error }: JsonObject): void {
    this.hasEnded = true;
    if (status !== 'success') this.draft.error = readFailure(error) ?? 'the run failed';
    const { input_tokens: input, output_tokens: output, duration_ms: took } = objectOf(stats);
    this.draft.addUsage({ inputTokens: readNumber(input), outputTokens: readNumber(output) });
    this.draft.durationMs = readNumber(took) ?? undefined;
  }
}
