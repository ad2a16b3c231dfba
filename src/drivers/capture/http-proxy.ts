import type { IncomingMessage, ServerResponse } from 'node:http';
import { askUpstream, passedOn } from './http/forward-http.ts';
import { isJsonObject, type JsonObject, parseJson, stringifyJson } from '#core';
import { readRequest } from './http/loopback.ts';
import { SseMessages } from './http/sse-messages.ts';
import type { ToolRules } from './tool-rules.ts';

/** Called with each message that goes through; null is one that is too large. */
export type OnMessage = (connection: string | null, dir: '->' | '<-', text: string | null) => void;

const MAX_BODY_BYTES = 64 * 1024 * 1024;
/** Passes a request of streamable HTTP on to an MCP server, and its answer back. */
export async function proxyHttp(
  url: string,
  request: IncomingMessage,
  response: ServerResponse,
  onMessage: OnMessage,
  managed: ManagedServer | null = null,
): Promise<void> {
  const body = await readRequest(request, MAX_BODY_BYTES);
  if (body === null) {
    onMessage(null, '->', null);
    response.writeHead(413).end();
    return;
  }
  const session = textOf(request.headers['mcp-session-id']);
  if (body.length > 0) onMessage(session, '->', body.toString('utf8'));
  const message = managed === null ? null : messageIn(body);
  if (managed !== null && message !== null && managed.rules.answers(message)) {
    const reply = await managed.rules.answer(managed.server, message);
    if (reply !== null) onMessage(session, '<-', stringifyJson(reply));
    sendJson(response, reply);
    return;
  }
  const answer = await askUpstream(url, request, response, body);
  if (answer === null) {
    response.writeHead(502, { 'content-type': 'text/plain' }).end('the server cannot be reached');
    return;
  }
  if (managed !== null && message?.method === 'tools/list' && answer.statusCode === 200) {
    await passList(answer, response, managed, (text) => onMessage(session, '<-', text));
    return;
  }
  response.writeHead(answer.statusCode ?? 502, passedOn(answer.headers));
  response.flushHeaders();
  await passBack(answer, response, (text) => onMessage(session, '<-', text));
}

/** A server whose answers are changed. */
export interface ManagedServer {
  readonly rules: ToolRules;
  readonly server: string;
}

function messageIn(body: Buffer): JsonObject | null {
  const parsed = parseJson(body.toString('utf8'));
  return parsed.ok && isJsonObject(parsed.value) ? parsed.value : null;
}

function sendJson(response: ServerResponse, value: JsonObject | null): void {
  if (value === null) response.writeHead(202).end();
  else response.writeHead(200, { 'content-type': 'application/json' }).end(stringifyJson(value));
}

/** A list of tools, changed as a whole; it may come as JSON or as an event. */
async function passList(
  answer: IncomingMessage,
  response: ServerResponse,
  { rules, server }: ManagedServer,
  onText: (text: string | null) => void,
): Promise<void> {
  let list: JsonObject | null = null;
  const take = (text: string | null): void => {
    const message = text === null ? null : messageIn(Buffer.from(text));
    if (message?.result !== undefined || message?.error !== undefined) list = message;
  };
  const events = new SseMessages(MAX_BODY_BYTES, take);
  const isStream = (answer.headers['content-type'] ?? '').includes('text/event-stream');
  const body = await readRequest(answer, MAX_BODY_BYTES);
  if (body === null) onText(null);
  else if (isStream) events.add(Buffer.concat([body, Buffer.from('\n\n')]));
  else take(body.toString('utf8'));
  if (list === null) {
    response.writeHead(502, { 'content-type': 'text/plain' }).end('the list cannot be read');
    return;
  }
  const changed = rules.rewriteList(server, list);
  onText(stringifyJson(changed));
  const session = answer.headers['mcp-session-id'];
  if (typeof session === 'string') response.setHeader('mcp-session-id', session);
  sendJson(response, changed);
}

async function passBack(
  answer: IncomingMessage,
  response: ServerResponse,
  onText: (text: string | null) => void,
): Promise<void> {
  const type = answer.headers['content-type'] ?? '';
  const isStream = type.includes('text/event-stream');
  const events = new SseMessages(MAX_BODY_BYTES, onText);
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    if (isStream) events.add(chunk);
    else if (type.includes('json')) {
      length += chunk.length;
      if (length <= MAX_BODY_BYTES) chunks.push(chunk);
    }
    if (!response.write(chunk)) {
      await new Promise((resolve) => {
        response.once('drain', resolve).once('close', resolve);
      });
    }
  }
  // Recorded before the client knows that this was all, so that its next message comes after.
  if (length > MAX_BODY_BYTES) onText(null);
  else if (length > 0) onText(Buffer.concat(chunks).toString('utf8'));
  response.end();
}

function textOf(header: string | readonly string[] | undefined): string | null {
  return typeof header === 'string' ? header : null;
}
