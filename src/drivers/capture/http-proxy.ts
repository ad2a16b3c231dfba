import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as requestHttp,
  type ServerResponse,
} from 'node:http';
import { request as requestHttps } from 'node:https';
import { readRequest } from './loopback.ts';
import { SseMessages } from './sse-messages.ts';

/** Called with each message that goes through; null is one that is too large. */
export type OnMessage = (connection: string | null, dir: '->' | '<-', text: string | null) => void;

const MAX_BODY_BYTES = 64 * 1024 * 1024;
/** These are between neighbours, and not for the one behind. */
const HOP_BY_HOP: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Passes a request of streamable HTTP on to an MCP server, and its answer back. */
export async function proxyHttp(
  url: string,
  request: IncomingMessage,
  response: ServerResponse,
  onMessage: OnMessage,
): Promise<void> {
  const body = await readRequest(request, MAX_BODY_BYTES);
  if (body === null) {
    onMessage(null, '->', null);
    response.writeHead(413).end();
    return;
  }
  const session = textOf(request.headers['mcp-session-id']);
  if (body.length > 0) onMessage(session, '->', body.toString('utf8'));
  const answer = await ask(url, request, response, body);
  if (answer === null) {
    response.writeHead(502, { 'content-type': 'text/plain' }).end('the server cannot be reached');
    return;
  }
  response.writeHead(answer.statusCode ?? 502, passedOn(answer.headers));
  response.flushHeaders();
  await passBack(answer, response, (text) => onMessage(session, '<-', text));
}

function ask(
  url: string,
  { method, headers }: IncomingMessage,
  response: ServerResponse,
  body: Buffer,
): Promise<IncomingMessage | null> {
  const send = url.startsWith('https:') ? requestHttps : requestHttp;
  return new Promise((resolve) => {
    const length = body.length === 0 ? {} : { 'content-length': body.length };
    const asked = send(url, {
      method,
      // What is compressed could not be read on its way.
      headers: { ...passedOn(headers), 'accept-encoding': 'identity', ...length },
    });
    asked.on('response', resolve).on('error', () => resolve(null));
    response.on('close', () => asked.destroy());
    asked.end(body);
  });
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

function passedOn(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_BY_HOP.has(name)));
}

function textOf(header: string | readonly string[] | undefined): string | null {
  return typeof header === 'string' ? header : null;
}
