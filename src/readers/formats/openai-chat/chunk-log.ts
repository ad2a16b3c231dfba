import { isJsonObject, type Json, type JsonObject, type Place } from '#core';
import { listOf } from '../../draft/json-parts.ts';
import { RunDraft } from '../../draft/run-draft.ts';
import { StreamedCalls } from '../../draft/streamed-calls.ts';
import { noteOrigin } from '../../messages/exchange.ts';
import type { TraceOutput } from '../../trace-format.ts';
import { cutOff, noteUsage, warnChoices } from './exchange.ts';

/** Whether a record is a piece of a streamed answer. */
export function isChunk({ object }: JsonObject): boolean {
  return object === 'chat.completion.chunk';
}

interface StreamedCall {
  id: string | null;
  name: string;
  text: string;
  isCustom: boolean;
}

/** An answer whose pieces are joined. */
interface Stream {
  readonly draft: RunDraft;
  /** Only the first piece of a call has its id and name. */
  readonly calls: StreamedCalls<StreamedCall>;
  readonly text: string[];
  finish: Json;
  /** The last usage: some senders repeat the total so far in each piece. */
  usage: JsonObject;
  hasOthers: boolean;
}

/** Joins streamed answers. Each is a run, since the log does not contain their requests. */
export class ChunkLog {
  readonly #output: TraceOutput;
  readonly #streams = new Map<Json, Stream>();

  constructor(output: TraceOutput) {
    this.#output = output;
  }

  add(chunk: JsonObject, where: Place): void {
    const id = chunk.id ?? null;
    let stream = this.#streams.get(id);
    if (stream === undefined) {
      stream = {
        draft: new RunDraft(where),
        calls: new StreamedCalls(beginCall),
        text: [],
        finish: null,
        usage: chunk,
        hasOthers: false,
      };
      this.#streams.set(id, stream);
    }
    noteOrigin(stream.draft, chunk, chunk, chunk, true);
    if (isJsonObject(chunk.usage)) stream.usage = chunk;
    const choices: readonly Json[] = listOf(chunk.choices);
    for (const choice of choices.filter(isJsonObject)) addChoice(stream, choice);
  }

  end(): void {
    for (const stream of this.#streams.values())
      this.#output.trace(finish(stream).finish(), stream.draft.where);
  }
}

/** Adds a piece of the first choice; others are alternatives to it. */
function addChoice(stream: Stream, { index, delta, finish_reason: reason }: JsonObject): void {
  if ((index ?? 0) !== 0) stream.hasOthers = true;
  if ((index ?? 0) !== 0 || !isJsonObject(delta)) return;
  stream.finish = reason ?? stream.finish;
  const { content, tool_calls: calls, function_call: legacy } = delta;
  if (typeof content === 'string') stream.text.push(content);
  const pieces: readonly Json[] = listOf(calls);
  for (const piece of pieces.filter(isJsonObject)) addPiece(stream.calls, piece.index ?? 0, piece);
  if (isJsonObject(legacy)) addPiece(stream.calls, 'legacy', { function: legacy });
}

function beginCall(): StreamedCall {
  return { id: null, name: '', text: '', isCustom: false };
}

function addPiece(calls: StreamedCalls<StreamedCall>, index: Json, piece: JsonObject): void {
  const call = calls.find(index, piece.id);
  call.isCustom ||= isJsonObject(piece.custom);
  const part = isJsonObject(piece.custom) ? piece.custom : piece.function;
  if (!isJsonObject(part)) return;
  if (typeof part.name === 'string' && call.name === '') call.name = part.name;
  const text = part.arguments ?? part.input;
  if (typeof text === 'string') call.text += text;
}

function finish({ draft, calls, text, finish: reason, usage, hasOthers }: Stream): RunDraft {
  noteUsage(draft, usage);
  if (hasOthers) warnChoices(draft);
  draft.turn = 1;
  for (const { id, name, text: passed, isCustom } of calls.calls)
    draft.addCall({ id, name, arguments: isCustom ? { input: passed } : passed });
  draft.endAnswer(reason, calls.calls.length);
  if (text.length > 0) draft.output = text.join('');
  draft.error ??= reason === null ? 'the stream broke off' : cutOff(reason);
  return draft;
}
