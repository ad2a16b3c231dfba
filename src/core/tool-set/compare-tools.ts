import { overlap, toPercent } from './overlap.ts';
import type { TermWeight, ToolProfile } from './tool-profile.ts';
import type { Likeness } from './tool-set-report.ts';

/** How much each part counts; a part that cannot be compared leaves its weight to the others. */
const OF_NAME = 0.4;
const OF_DESCRIPTION = 0.4;
const OF_PARAMETERS = 0.2;

/** A parameter of the same name and another type is half the same. */
const OTHER_TYPE = 0.5;

/** How alike two tools are, by the words of their names and descriptions and by their parameters. */
export function compareTools(a: ToolProfile, b: ToolProfile, weight: TermWeight): Likeness {
  const name = overlap(a.name, b.name, weight);
  const description =
    a.description.size === 0 || b.description.size === 0
      ? null
      : overlap(a.description, b.description, weight);
  const parameters = compareParameters(a.parameters, b.parameters);
  const parts: readonly (readonly [number | null, number])[] = [
    [name, OF_NAME],
    [description, OF_DESCRIPTION],
    [parameters, OF_PARAMETERS],
  ];
  let sum = 0;
  let weights = 0;
  for (const [part, share] of parts) {
    if (part === null) continue;
    sum += part * share;
    weights += share;
  }
  return {
    score: toPercent(sum / weights),
    name: toPercent(name),
    description: description === null ? null : toPercent(description),
    parameters: parameters === null ? null : toPercent(parameters),
  };
}

/** Whether both say what they do, and it is not the same: `create_issue` and `delete_issue`. */
export function actDifferently(a: ToolProfile, b: ToolProfile): boolean {
  return a.action !== null && b.action !== null && a.action !== b.action;
}

function compareParameters(
  a: ToolProfile['parameters'],
  b: ToolProfile['parameters'],
): number | null {
  if (a === null || b === null || a.size + b.size === 0) return null;
  let shared = 0;
  for (const [key, { type }] of a) {
    const other = b.get(key);
    if (other !== undefined) shared += other.type === type ? 1 : OTHER_TYPE;
  }
  return (2 * shared) / (a.size + b.size);
}
