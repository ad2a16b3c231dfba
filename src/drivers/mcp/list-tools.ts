import type { Client } from '@modelcontextprotocol/client';
import { isName, type JsonObject, stringifyJson } from '#core';
import { DriveError } from '../driver.ts';
import { assertShallow } from './assert-shallow.ts';
import { unmarkNumbers } from './exact-wire.ts';
import type { ProtocolWarnings } from './protocol-warnings.ts';
import type { QuoteText } from './server-text.ts';

const MAX_TOOLS = 100_000;
const MAX_PAGES = 1000;
const MAX_TOOL_LENGTH = 10 * 1024 * 1024;
const MAX_LIST_LENGTH = 64 * 1024 * 1024;

/** A tool as its server describes it. */
export interface ServerTool {
  readonly name: string;
  readonly description: string | null;
  readonly inputSchema: JsonObject;
  /** Whether it may destroy something, where the server says so or says that it does not. */
  readonly isDestructive?: boolean;
}

/** All tools of a server, page by page, each name once. */
export async function listTools(
  client: Client,
  server: string,
  timeoutMs: number,
  protocolWarnings: ProtocolWarnings,
  quote: QuoteText,
): Promise<ServerTool[]> {
  if (client.getServerCapabilities()?.tools === undefined) return [];
  const tools = new Map<string, ServerTool>();
  const cursors = new Set<string>();
  const until = performance.now() + timeoutMs;
  let listed = 0;
  let length = 0;
  let cursor: string | undefined;
  do {
    const timeout = Math.max(1, until - performance.now());
    const params = cursor === undefined ? {} : { cursor };
    const page = await client.request({ method: 'tools/list', params }, { timeout });
    for (const { name, description = null, inputSchema, annotations } of page.tools) {
      assertShallow(inputSchema as JsonObject, server);
      const schema = unmarkNumbers(inputSchema) as JsonObject;
      const longest = (description ?? '').length + stringifyJson(schema).length;
      length += longest;
      listed += 1;
      if (listed > MAX_TOOLS) throw tooMuch(server, `lists more than ${MAX_TOOLS} tools`);
      if (longest > MAX_TOOL_LENGTH) throw tooMuch(server, 'describes a tool in more than 10 MiB');
      if (length > MAX_LIST_LENGTH)
        throw tooMuch(server, 'describes its tools in more than 64 MiB');
      if (!isName(name))
        protocolWarnings.note('MCP_TOOL_SKIPPED', `${quote(name)} is no usable name`);
      else if (tools.has(name))
        protocolWarnings.note('MCP_TOOL_SKIPPED', `${quote(name)} is there already`);
      else tools.set(name, { name, description, inputSchema: schema, ...hintOf(annotations) });
    }
    cursor = page.nextCursor;
    if (cursor !== undefined) {
      if (cursors.has(cursor)) throw tooMuch(server, 'lists its tools in a circle');
      if (cursors.size === MAX_PAGES) throw tooMuch(server, `lists more than ${MAX_PAGES} pages`);
      cursors.add(cursor);
    }
  } while (cursor !== undefined);
  return [...tools.values()];
}

function hintOf(
  annotations: {
    readonly readOnlyHint?: boolean | undefined;
    readonly destructiveHint?: boolean | undefined;
  } = {},
): Pick<ServerTool, 'isDestructive'> {
  const { readOnlyHint, destructiveHint } = annotations;
  if (readOnlyHint === true) return { isDestructive: false };
  return destructiveHint === undefined ? {} : { isDestructive: destructiveHint };
}

function tooMuch(server: string, what: string): DriveError {
  return new DriveError('MCP_LIMIT', `server "${server}" ${what}`);
}
