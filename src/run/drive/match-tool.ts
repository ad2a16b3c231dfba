import type { ToolRef } from '#core';

/** A tool as a span records it: what the model wrote may hold the name of its server. */
export interface ReportedTool extends ToolRef {
  readonly rawName?: string;
}

/**
 * How surely a tool of spans is this one of a server: 0 not at all, 1 by its own name alone, 2 by its server too.
 * `servers` are all observed servers: a name that holds another one of them is not of this one.
 */
export function matchTool(
  reported: ReportedTool,
  observed: ToolRef,
  servers: readonly string[],
): 0 | 1 | 2 {
  const server = observed.server ?? '';
  if (reported.name === observed.name && reported.server === server) return 2;
  const spelled = plainName(reported.rawName ?? reported.name);
  const own = plainName(observed.name);
  if (spelled === own || reported.name === observed.name) {
    return reported.server !== null && servers.includes(reported.server) ? 0 : 1;
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
