import { about, closed, either, type Infer, listOf, text } from './json-schema.ts';

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

/** An equal-function set as it is written: tools of which any one will do. */
export type ClassDocument = Infer<typeof toolClass>;
