import { compareFunctions, type FunctionParts } from './compare-functions.ts';
import { compareServers } from './compare-servers.ts';
import type { FunctionCatalog } from './function-catalog.ts';
import { isOneRequirement } from './parameter-term.ts';
import type { ToolFunction } from './tool-function.ts';
import type { TermWeight } from './tool-profile.ts';

/**
 * Percentage points for each part, rounded: docs/tools.md has their origin, and `bench/tool-pairs/fit.mjs` fits them
 * again.
 * @public
 */
export const POINTS = {
  start: 26,
  name: 15,
  description: 20,
  /** Descriptions that can be compared must agree, or they cost more than none. */
  described: -11,
  parameters: 11,
  said: 10,
  rarest: 29,
  unsaid: -13,
  otherAction: -6,
  servers: 40,
  hasOthers: -11,
} as const;

/** A verb alone says nothing: a term that both have must be worth this much. */
const MIN_OBJECT = 0.3;

/** What speaks for two tools doing the same job. */
export interface FunctionScore extends FunctionParts {
  /** 0 to 100. */
  readonly score: number;
  /** How alike the other tools of their servers are; null where one has none. */
  readonly servers: number | null;
}

/** Scores two tools; null where they cannot reach the minimum. */
export function scoreFunctions(
  a: ToolFunction,
  b: ToolFunction,
  catalog: FunctionCatalog,
  minimum: number,
): FunctionScore | null {
  const parts = compareFunctions(a, b, catalog.weight);
  if (parts === null || !isSaid(parts, a, b, catalog.weight)) return null;
  const points = pointsOf(parts);
  // Comparing servers takes longest.
  if (points + Math.max(0, POINTS.hasOthers + POINTS.servers) < minimum) return null;
  const servers = compareServers(a, b, catalog);
  const all = servers === null ? points : points + POINTS.hasOthers + POINTS.servers * servers;
  const score = Math.max(0, Math.min(100, Math.round(all)));
  return score < minimum ? null : { ...parts, score, servers };
}

/** Without descriptions something else must say what both are about: a word, several required parameters, or all of them. */
function isSaid(
  parts: FunctionParts,
  a: ToolFunction,
  b: ToolFunction,
  weight: TermWeight,
): boolean {
  if (parts.description !== null) return true;
  const isObject = (term: string): boolean =>
    b.purpose.has(term) && weight(term) >= MIN_OBJECT && !isOneRequirement(term);
  if ([...a.purpose].some(isObject)) return true;
  return parts.name === 1 && parts.parameters === 1 && (a.parameters?.size ?? 0) > 1;
}

function pointsOf(parts: FunctionParts): number {
  const { name, said, rarest, unsaid, description, parameters } = parts;
  let points = POINTS.start + POINTS.name * name + POINTS.said * said;
  points += POINTS.rarest * rarest + POINTS.unsaid * unsaid;
  if (description !== null) points += POINTS.described + POINTS.description * description;
  if (parameters !== null) points += POINTS.parameters * parameters;
  if (parts.isOtherAction) points += POINTS.otherAction;
  return points;
}
