import { actConversely } from './action-kind.ts';
import { overlap } from './overlap.ts';
import type { ToolFunction } from './tool-function.ts';
import type { TermWeight } from './tool-profile.ts';

/** What two tools say alike, each part from 0 to 1; null where there is nothing to compare. */
export interface FunctionParts {
  readonly name: number;
  /** The first sentences of their descriptions. */
  readonly description: number | null;
  readonly parameters: number | null;
  /** How much of what one says in name and first sentence the other says anywhere; the larger of the two shares. */
  readonly said: number;
  /** The weight of the rarest word that both say. */
  readonly rarest: number;
  /** The weight of the words in one name that the other tool does not say. */
  readonly unsaid: number;
  /** Whether both say what they do, and in different words. */
  readonly isOtherAction: boolean;
}

/** Compares what two tools say about their function; null where one undoes or changes what the other only reads. */
export function compareFunctions(
  a: ToolFunction,
  b: ToolFunction,
  weight: TermWeight,
): FunctionParts | null {
  if (actConversely(a.action, b.action)) return null;
  const canCompare = a.language === b.language && a.first.size > 0 && b.first.size > 0;
  return {
    name: Math.max(overlap(a.core, b.core, weight), overlap(a.name, b.name, weight)),
    description: canCompare ? overlap(a.first, b.first, weight) : null,
    parameters: compareParameters(a.parameters, b.parameters),
    said: Math.max(shareSaid(a, b, weight), shareSaid(b, a, weight)),
    rarest: rarestShared(a, b, weight),
    unsaid: weighUnsaid(a, b, weight) + weighUnsaid(b, a, weight),
    isOtherAction: a.action !== null && b.action !== null && a.action !== b.action,
  };
}

function shareSaid(first: ToolFunction, other: ToolFunction, weight: TermWeight): number {
  let said = 0;
  let all = 0;
  for (const term of first.purpose) {
    const worth = weight(term);
    all += worth;
    if (other.all.has(term)) said += worth;
  }
  return all === 0 ? 0 : said / all;
}

function rarestShared(a: ToolFunction, b: ToolFunction, weight: TermWeight): number {
  let rarest = 0;
  for (const term of a.purpose) if (b.purpose.has(term)) rarest = Math.max(rarest, weight(term));
  return rarest;
}

function weighUnsaid(first: ToolFunction, other: ToolFunction, weight: TermWeight): number {
  let unsaid = 0;
  for (const term of first.core) if (!other.all.has(term)) unsaid += weight(term);
  return unsaid;
}

/** Required parameters count twice. Two tools that take nothing take the same. */
function compareParameters(
  a: ToolFunction['parameters'],
  b: ToolFunction['parameters'],
): number | null {
  if (a === null || b === null) return null;
  if (a.size + b.size === 0) return 1;
  let shared = 0;
  let all = 0;
  for (const [term, worth] of a) {
    all += worth;
    const other = b.get(term);
    if (other !== undefined) shared += worth + other;
  }
  for (const worth of b.values()) all += worth;
  return shared / all;
}
