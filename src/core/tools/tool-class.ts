import {
  about,
  closed,
  either,
  type Infer,
  listOf,
  mapOf,
  type SchemaOf,
  text,
} from '../schema/schema.ts';
import { toolList } from './tool-schema.ts';
import type { ToolPattern } from './tool-pattern.ts';

/** Tools that do the same job: calling any one of them satisfies the class. */
export interface ToolClass {
  readonly name: string;
  readonly members: readonly ToolPattern[];
}

/** A class as it is written. */
export const toolClass: SchemaOf<ToolClass> = closed(
  {
    name: about('The name of the class, as reports show it.', text),
    members: about('The tools of which any one will do.', toolList),
  },
  ['name', 'members'],
);

/** A class declared at the top of a suite, by its name, or a class as it is written. */
export const classRef = either(about('A class declared at the top.', text), toolClass);

/** A class by name, or written out. */
export type ClassRef = Infer<typeof classRef>;

/** Classes as a map: the name of each, and its members. */
export const classMap = about('The members of each class, by its name.', mapOf(toolList));

/** Equal-function sets by their names. */
export type ClassMap = Infer<typeof classMap>;

/** Classes that are written out, as a list or as a map: `{ search: ['brave.web_search'] }`. */
export const toolClasses = either(listOf(toolClass), classMap);

export type ToolClasses = Infer<typeof toolClasses>;

/** The classes as a list, in the order in which they are written. */
export function listClasses(classes: ToolClasses): readonly ToolClass[] {
  if (isList(classes)) return classes;
  return Object.entries(classes).map(([name, members]) => ({ name, members }));
}

function isList(classes: ToolClasses): classes is readonly ToolClass[] {
  return Array.isArray(classes);
}
