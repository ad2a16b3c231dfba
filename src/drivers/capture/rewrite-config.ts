import { isJsonObject, type Json, type JsonObject, stringifyJson } from '#core';
import { DriveError } from '../driver.ts';
import { readMcpJson } from '../mcp/read-mcp-json.ts';
import type { ServerSpec } from '../mcp/server-spec.ts';

/** The replacement of the servers. */
export interface Proxies {
  /** The program that passes on what a server over stdio says. */
  readonly script: string;
  /** The address that passes on what is said to this one, for the server of this name. */
  readonly addressOf: (server: string, url: string) => string;
  /** Where messages of a server over stdio are shown to before they pass; null where all pass as they are. */
  readonly hookOf: ((server: string) => string) | null;
  /** Whether no server is started: the hook answers for all. */
  readonly isMocked: boolean;
}

/**
 * An `mcp.json` in which every server is behind a proxy. Whatever else it says stays as it is, variables too: the client
 * that reads it fills them in, as it would have done before.
 */
export function rewriteConfig(config: JsonObject, cwd: string, proxies: Proxies): JsonObject {
  const { servers, issues } = readMcpJson(stringifyJson(config), {
    file: 'mcp.json',
    folder: cwd,
    restart: 'never',
    env: (name) => process.env[name],
  });
  const errors = issues.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) {
    const message = errors.map((issue) => issue.message).join('; ');
    throw new DriveError('CAPTURE_CONFIG', message, { isFinal: true });
  }
  const [sse] = [...servers].find(([, spec]) => spec.kind === 'http' && spec.isSse === true) ?? [];
  if (sse !== undefined) {
    const message = `server "${sse}" speaks SSE, which cannot be put behind a proxy`;
    throw new DriveError('CAPTURE_CONFIG', message, { isFinal: true });
  }
  const rewrite = (holder: JsonObject): JsonObject =>
    mapMembers(holder, (key, held) => {
      if (key === 'mcp' && isJsonObject(held)) return rewrite(held);
      if ((key !== 'mcpServers' && key !== 'servers') || !isJsonObject(held)) return held;
      return mapMembers(held, (name, declared) => {
        const spec = servers.get(name);
        if (spec === undefined || !isJsonObject(declared)) return declared;
        return { ...declared, ...inPlaceOf(name, spec, declared, proxies) };
      });
    });
  return rewrite(config);
}

function inPlaceOf(
  name: string,
  spec: ServerSpec,
  { command, args }: JsonObject,
  { script, addressOf, hookOf, isMocked }: Proxies,
): JsonObject {
  if (spec.kind === 'http') return { url: addressOf(name, spec.url) };
  const original: readonly Json[] = Array.isArray(args) ? args : [];
  if (hookOf !== null && isMocked)
    return { command: process.execPath, args: [script, `hook:${hookOf(name)}`, name] };
  const hook = hookOf === null ? [] : [`hook:${hookOf(name)}`];
  return { command: process.execPath, args: [script, ...hook, name, command ?? '', ...original] };
}

function mapMembers(value: JsonObject, change: (key: string, held: Json) => Json): JsonObject {
  return Object.fromEntries(Object.entries(value).map(([key, held]) => [key, change(key, held)]));
}
