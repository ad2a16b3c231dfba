import { about, closed, either, type Infer, listOf, mapOf, text } from './json-schema.ts';

/** A tool as a suite names it. */
export const toolPattern = either(
  about('A tool: `server.name`, or `name` for that tool on any server.', text),
  closed(
    {
      server: about('The server, exactly; left out: any server.', text),
      tool: about('The name of the tool, exactly.', text),
    },
    ['tool'],
  ),
);

export const toolList = listOf(toolPattern);

export const toolClass = closed(
  {
    name: about('The name of the class, as reports show it.', text),
    members: about('The tools of which any one will do.', toolList),
  },
  ['name', 'members'],
);

/** Classes as a map: the name of each, and its members. */
export const classMap = about('The members of each class, by its name.', mapOf(toolList));

/** An equal-function set as it is written: tools of which any one will do. */
export type ClassDocument = Infer<typeof toolClass>;

/** Equal-function sets by their names. */
export type ClassMap = Infer<typeof classMap>;
