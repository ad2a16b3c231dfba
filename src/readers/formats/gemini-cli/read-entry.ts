import { isJsonObject, type Json, type JsonObject, type Place, type Usage } from '#core';
import { readGeminiMessage } from '../../dialects/gemini/message.ts';
import type { CallDraft, ResultDraft } from '../../draft/call-ledger.ts';
import { callEntries } from '../../draft/call-entries.ts';
import { objectOf } from '../../draft/json-parts.ts';
import { readNumber } from '../../draft/read-number.ts';
import { statusOfWord, type StatusWords } from '../../draft/read-status.ts';
import { readText } from '../../draft/read-text.ts';
import { readTime } from '../../draft/read-time.ts';
import { resultText } from '../../draft/result-text.ts';
import { textOf } from '../../draft/text-of.ts';
import { shortenResult } from '../../sessions/step.ts';

/** What is kept of a message. */
export interface Entry {
  readonly kind: 'user' | 'gemini' | 'note' | 'unknown';
  readonly type: string;
  readonly where: Place;
  readonly text: string;
  readonly calls: readonly EntryCall[];
  readonly model: string | null;
  readonly usage: Partial<Usage>;
  readonly unknown: readonly string[];
  /** Whether it came with a new history, so that it is not an answer. */
  readonly isReplayed?: boolean;
}

interface EntryCall {
  readonly call: CallDraft;
  readonly result: ResultDraft | null;
  /** The session of the sub-agent that it started. */
  readonly session: string | null;
}

const NOTES: ReadonlySet<Json | undefined> = new Set(['info', 'error', 'warning']);

/** How calls end. A cancelled call was refused, or stopped by the user. */
const STATES: StatusWords = new Map([
  ['success', 'ok'],
  ['error', 'error'],
  ['cancelled', 'denied'],
  ...['validating', 'scheduled', 'executing', 'awaiting_approval'].map(
    (state) => [state, null] as const,
  ),
]);

/** Text that the program writes in the name of the user. */
const CONTEXT = /^\s*<(?:session_context|system-reminder|hook_context|loaded_context)\b/;

export function readEntry(message: JsonObject, where: Place): Entry {
  const { type, content, toolCalls } = message;
  const kind = type === 'user' || type === 'gemini' ? type : NOTES.has(type) ? 'note' : 'unknown';
  const said = kind === 'gemini' ? readSaid(content) : null;
  const text = said?.text ?? readText(content);
  const recorded = callEntries(toolCalls).map(readCall);
  const ids = new Set(recorded.map(({ call }) => call.id));
  const announced = (said?.calls ?? []).filter(({ id }) => id === null || !ids.has(id));
  return {
    kind,
    type: textOf(type) ?? 'null',
    where,
    text: kind === 'user' && CONTEXT.test(text) ? '' : text,
    calls: [...recorded, ...announced.map((call) => ({ call, result: null, session: null }))],
    model: textOf(message.model),
    usage: readUsage(message.tokens),
    unknown: said?.unknown ?? [],
  };
}

/** The content of an answer: text, or parts as the API has them. */
function readSaid(content: Json | undefined): ReturnType<typeof readGeminiMessage> {
  if (!Array.isArray(content) && !isJsonObject(content)) return null;
  const parts: readonly Json[] = Array.isArray(content) ? (content as readonly Json[]) : [content];
  const objects = parts.map((part) => (typeof part === 'string' ? { text: part } : part));
  return readGeminiMessage({ role: 'model', parts: objects });
}

function readCall(entry: JsonObject): EntryCall {
  const rawName = textOf(entry.name) ?? '';
  const { server, name } = splitName(rawName, textOf(entry.displayName));
  const id = textOf(entry.id);
  const startedAt = readTime(entry.timestamp);
  const status = statusOfWord(entry.status, STATES);
  const call: CallDraft = { id, name, server, arguments: entry.args, rawName, startedAt };
  const isDone = status !== null || (entry.result !== undefined && entry.result !== null);
  const result = shortenResult({ id, name: null, status, text: textOfResult(entry.result) });
  return {
    call: isDone && id === null ? { ...call, status } : call,
    result: isDone && id !== null ? result : null,
    session: textOf(entry.agentId),
  };
}

/** The name of an MCP tool is joined to that of its server in several ways; only its display name has both. */
function splitName(raw: string, display: string | null): { server: string | null; name: string } {
  const match = /^(.+) \((.+) MCP Server\)$/.exec(display ?? '');
  const [, tool = '', server = ''] = match ?? [];
  if (match === null || !raw.endsWith(tool)) return { server: null, name: raw };
  return { server, name: tool };
}

function textOfResult(result: Json | undefined): string | undefined {
  if (!Array.isArray(result)) return resultText(result);
  const responses = (result as readonly Json[]).map((part) => {
    const response = objectOf(objectOf(part).functionResponse).response;
    return response === undefined ? readText(part) : textOfResponse(response);
  });
  return responses.filter((text) => text !== '').join('\n');
}

function textOfResponse(response: Json): string {
  const { output, error } = objectOf(response);
  return textOf(output) ?? textOf(error) ?? resultText(response) ?? '';
}

function readUsage(tokens: Json | undefined): Partial<Usage> {
  if (!isJsonObject(tokens)) return {};
  const output = readNumber(tokens.output);
  const thoughts = readNumber(tokens.thoughts) ?? 0;
  return {
    inputTokens: readNumber(tokens.input),
    outputTokens: output === null ? null : output + thoughts,
  };
}
