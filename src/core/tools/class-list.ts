import type { ToolClass } from '../scorers/equal-function-sets.ts';
import type { ToolPattern } from './tool-pattern.ts';

/** Classes as a list, or as a map of their names to their members: `{ search: ['brave.web_search'] }`. */
export type ToolClasses = readonly ToolClass[] | Readonly<Record<string, readonly ToolPattern[]>>;

/** The classes as a list, in the order in which they are written. */
export function listClasses(classes: ToolClasses): readonly ToolClass[] {
  if (isList(classes)) return classes;
  return Object.entries(classes).map(([name, members]) => ({ name, members }));
}

function isList(classes: ToolClasses): classes is readonly ToolClass[] {
  return Array.isArray(classes);
}
