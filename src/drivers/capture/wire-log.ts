import { appendFileSync, createReadStream } from 'node:fs';
import { isJsonObject, type Json, type JsonObject, parseJson, stringifyJson } from '#core';
import { formatWireEntry, type WireEntry } from './wire-file.ts';

/** What MCP clients and servers said to each other. */
export interface Wire {
  /** One message per line, with server and direction. */
  readonly text: string;
  readonly messages: readonly JsonObject[];
  /** How many could not be kept: too large, nested too deep, or half written. */
  readonly dropped: number;
}

const MAX_KEPT_CHARS = 128 * 1024 * 1024;
const MAX_RESULT_TEXT_LENGTH = 16 * 1024;

/** Appends what was said over HTTP, as the proxies over stdio do. */
export function appendWire(file: string, entry: WireEntry): void {
  appendFileSync(file, formatWireEntry(entry), { mode: 0o600 });
}

/**
 * Reads the log. What is not a message of the protocol, such as a server's own log lines, is skipped; long texts in
 * results are cut, for nothing is measured by them.
 */
export async function readWire(file: string): Promise<Wire> {
  const messages: JsonObject[] = [];
  const lines: string[] = [];
  let length = 0;
  let dropped = 0;
  for await (const line of readLines(file)) {
    const entry = readEntry(line);
    if (entry === null) continue;
    const text = `${stringifyJson(entry)}\n`;
    length += text.length;
    if (entry.msg === null || length > MAX_KEPT_CHARS) dropped += 1;
    else {
      messages.push(entry);
      lines.push(text);
    }
  }
  return { text: lines.join(''), messages, dropped };
}

/** Lines end with a line feed and nothing else: messages may hold what others take for an end. */
async function* readLines(file: string): AsyncGenerator<string> {
  let rest = '';
  const chunks = createReadStream(file, { encoding: 'utf8', highWaterMark: 1024 * 1024 });
  for await (const chunk of chunks as AsyncIterable<string>) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}

/** An entry with its message as a value, null for one that could not be kept. Null as a whole where there is no message in it. */
function readEntry(line: string): JsonObject | null {
  const parsed = parseJson(line);
  if (!parsed.ok || !isJsonObject(parsed.value)) return { msg: null };
  const { msg, ...rest } = parsed.value;
  if (typeof msg !== 'string') return { ...rest, msg: null };
  const message = parseJson(msg.trim());
  // A message that cannot be read, such as one nested too deep, is not a line of a log.
  if (!message.ok) return msg.includes('"jsonrpc"') ? { ...rest, msg: null } : null;
  if (!isProtocol(message.value)) return null;
  return { ...rest, msg: rest.dir === '<-' ? cut(message.value) : message.value };
}

function isProtocol(value: Json): boolean {
  const all: readonly Json[] = Array.isArray(value) ? value : [value];
  return (
    all.length > 0 &&
    all.every((message) => isJsonObject(message) && typeof message.jsonrpc === 'string')
  );
}

function cut(value: Json): Json {
  if (typeof value === 'string')
    return value.length > MAX_RESULT_TEXT_LENGTH
      ? `${value.slice(0, MAX_RESULT_TEXT_LENGTH)}...`
      : value;
  if (Array.isArray(value)) return value.map(cut);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, held]) => [key, cut(held)]));
}
