import type { ToolPair, ToolSet } from '../tool-set.ts';
import type { Dialect } from './dialect.ts';

/** Expressions of the name and the server of a call. */
export interface CallColumns {
  readonly tool: string;
  readonly server: string | null;
}

/** A condition that holds for the calls of a set; null where none can be stored. */
export function conditionOf(
  { names, except, pairs }: ToolSet,
  { tool, server }: CallColumns,
  dialect: Dialect,
): string | null {
  const byName = isIn(tool, names, dialect);
  const of = server === null ? null : `coalesce(${server}, '')`;
  const excluded = of === null ? null : pairsIn(except, tool, of, dialect);
  const some = byName === null || excluded === null ? byName : `(${byName} AND NOT ${excluded})`;
  const exact = of === null ? null : pairsIn(pairs, tool, of, dialect);
  if (some === null || exact === null) return some ?? exact;
  return `(${some} OR ${exact})`;
}

function pairsIn(
  pairs: readonly ToolPair[],
  tool: string,
  server: string,
  dialect: Dialect,
): string | null {
  const byServer = new Map<string, string[]>();
  for (const pair of pairs) {
    const names = byServer.get(pair.server);
    if (names === undefined) byServer.set(pair.server, [pair.name]);
    else names.push(pair.name);
  }
  const parts = [...byServer].flatMap(([name, tools]) => {
    const isServer = dialect.text(name);
    const isTool = isIn(tool, tools, dialect);
    return isServer === null || isTool === null ? [] : [`(${server} = ${isServer} AND ${isTool})`];
  });
  return joinOr(parts);
}

function isIn(column: string, values: readonly string[], dialect: Dialect): string | null {
  const literals = values.flatMap((value) => dialect.text(value) ?? []);
  return literals.length === 0 ? null : `${column} IN (${literals.join(', ')})`;
}

function joinOr(parts: readonly string[]): string | null {
  if (parts.length < 2) return parts[0] ?? null;
  return `(${parts.join(' OR ')})`;
}
