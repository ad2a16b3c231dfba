import type { ToolRef } from '#core';

/** A tool as a span records it: what the model wrote may hold the name of its server. */
export interface ToldTool extends ToolRef {
  readonly rawName?: string;
}

/**
 * How surely a tool of spans is this one of a server: 0 not at all, 1 by its own name alone, 2 by its server too.
 * `servers` are all that were heard of: a name that holds another one of them is not of this one.
 */
export function sameTool(told: ToldTool, heard: ToolRef, servers: readonly string[]): 0 | 1 | 2 {
  const server = heard.server ?? '';
  if (told.name === heard.name && told.server === server) return 2;
  const spelled = plainName(told.rawName ?? told.name);
  const own = plainName(heard.name);
  if (spelled === own || told.name === heard.name) {
    return told.server !== null && servers.includes(told.server) ? 0 : 1;
  }
  if (!spelled.endsWith(`_${own}`)) return 0;
  const prefix = spelled.slice(0, -own.length);
  if (holds(prefix, server)) return 2;
  return servers.some((other) => holds(prefix, other)) ? 0 : 1;
}

function holds(prefix: string, server: string): boolean {
  return server !== '' && `_${prefix}`.includes(`_${plainName(server)}_`);
}

/** A name without the signs that clients rewrite. */
function plainName(name: string): string {
  return name.replace(/[^A-Za-z0-9\u0080-\uFFFF]/g, '_');
}
