import type { ToolPattern } from '#core';
import { about, closed, either, listOf, type Schema, text } from './json-schema.ts';

/** An equal-function set as it is written: tools of which any one will do. */
export interface ClassDocument {
  readonly name: string;
  readonly members: readonly ToolPattern[];
}

/** A tool as a suite names it. */
export const toolPattern: Schema = either(
  about('A tool: `server.name`, or `name` for that tool on any server.', text),
  closed<{ server?: string; tool: string }>(
    {
      server: about('The server, exactly; left out: any server.', text),
      tool: about('The name of the tool, exactly.', text),
    },
    ['tool'],
  ),
);

export const toolList: Schema = listOf(toolPattern);

export const toolClass: Schema = closed<ClassDocument>(
  {
    name: about('The name of the class, as reports show it.', text),
    members: about('The tools of which any one will do.', toolList),
  },
  ['name', 'members'],
);
