import type { FunctionCatalog, ServerTerms } from './function-catalog.ts';
import type { ToolFunction } from './tool-function.ts';

/**
 * How alike the other tools of two servers are, 0 to 1; null where one has no others.
 * It distinguishes `delete_collection` of two databases from `list_projects` of two products that have nothing in common.
 */
export function compareServers(
  a: ToolFunction,
  b: ToolFunction,
  { servers, weight }: FunctionCatalog,
): number | null {
  const first = servers.get(a.tool.server);
  const other = servers.get(b.tool.server);
  if (first === undefined || other === undefined || first.tools < 2 || other.tools < 2) return null;
  let shared = 0;
  let left = 0;
  let right = 0;
  for (const [term, count] of first.counts) {
    const rest = count - weightIn(a, term);
    if (rest <= 0) continue;
    const worth = weight(term);
    left += worth * worth * rest;
    const others = restOf(other, b, term);
    if (others > 0) shared += worth * worth * Math.sqrt(rest * others);
  }
  for (const [term] of other.counts) {
    const rest = restOf(other, b, term);
    if (rest > 0) right += weight(term) * weight(term) * rest;
  }
  return left === 0 || right === 0 ? null : shared / Math.sqrt(left * right);
}

function restOf({ counts }: ServerTerms, tool: ToolFunction, term: string): number {
  return (counts.get(term) ?? 0) - weightIn(tool, term);
}

function weightIn({ name, first }: ToolFunction, term: string): number {
  return name.has(term) || first.has(term) ? 1 : 0;
}
