import { compareFunctions, type FunctionParts } from './compare-functions.ts';
import { compareServers } from './compare-servers.ts';
import type { FunctionCatalog } from './function-catalog.ts';
import { isOneRequirement } from './parameter-term.ts';
import type { ToolFunction } from './tool-function.ts';
import type { TermWeight } from './tool-profile.ts';

/** Percentage points for each part: fitted to the labelled half of a public catalog (docs/tools.md) and rounded. */
const START = 26;
const NAME = 15;
const DESCRIPTION = 20;
/** Descriptions that can be compared must agree, or they cost more than none. */
const DESCRIBED = -11;
const PARAMETERS = 11;
const SAID = 10;
const RAREST = 29;
const UNSAID = -13;
const OTHER_ACTION = -6;
const SERVERS = 40;
const HAS_OTHERS = -11;

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
  if (points + Math.max(0, HAS_OTHERS + SERVERS) < minimum) return null;
  const servers = compareServers(a, b, catalog);
  const all = servers === null ? points : points + HAS_OTHERS + SERVERS * servers;
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
  let points =
    START + NAME * parts.name + SAID * parts.said + RAREST * parts.rarest + UNSAID * parts.unsaid;
  if (parts.description !== null) points += DESCRIBED + DESCRIPTION * parts.description;
  if (parts.parameters !== null) points += PARAMETERS * parts.parameters;
  if (parts.isOtherAction) points += OTHER_ACTION;
  return points;
}
