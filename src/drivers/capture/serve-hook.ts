import type { IncomingMessage, ServerResponse } from 'node:http';
import { isJsonObject, type JsonObject, parseJson, stringifyJson } from '#core';
import { readRequest } from './http/loopback.ts';
import type { ToolRules } from './tool-rules.ts';

const MAX_LINE_BYTES = 16 * 1024 * 1024;

/** Serves a proxy over stdio: `<server>/message` of the program, `<server>/list` of its server. */
export async function serveHook(
  rules: ToolRules,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const [, name = '', kind = ''] = /^([^/]+)\/(message|list)$/.exec(path) ?? [];
  const body = kind === '' ? null : await readRequest(request, MAX_LINE_BYTES);
  const parsed = body === null ? null : parseJson(body.toString('utf8'));
  if (parsed?.ok !== true) {
    response.writeHead(400).end();
    return;
  }
  const message = isJsonObject(parsed.value) ? parsed.value : {};
  const answer = await decide(rules, decodeURIComponent(name), kind, message);
  response.writeHead(200, { 'content-type': 'application/json' }).end(stringifyJson(answer));
}

async function decide(
  rules: ToolRules,
  server: string,
  kind: string,
  message: JsonObject,
): Promise<JsonObject> {
  if (kind === 'list') return { reply: stringifyJson(rules.rewriteList(server, message)) };
  if (!rules.answers(message)) return { passes: true };
  const reply = await rules.answer(server, message);
  return { reply: reply === null ? null : stringifyJson(reply) };
}
