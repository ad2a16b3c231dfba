import { about, closed, listOf, type SchemaOf, text } from '../schema/schema.ts';
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

/** Classes that are written out. */
export const toolClasses = listOf(toolClass);
