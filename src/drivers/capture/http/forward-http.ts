import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as requestHttp,
  type ServerResponse,
} from 'node:http';
import { request as requestHttps } from 'node:https';

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

/** Asks the address behind a proxy as the client asked us; null where it cannot be reached. */
export function askUpstream(
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

/** The headers that are not between neighbours alone. */
export function passedOn(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_BY_HOP.has(name)));
}
