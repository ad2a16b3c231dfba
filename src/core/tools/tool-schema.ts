import {
  about,
  closed,
  either,
  listOf,
  ofType,
  type SchemaOf,
  text,
  typed,
} from '../schema/schema.ts';
import type { ToolSpec } from '../trace/trace.ts';
import type { ToolPattern } from './tool-pattern.ts';

/** A tool as suites and programs name it. */
export const toolPattern: SchemaOf<ToolPattern> = either(
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

/** Tools as `Trace.offered` has them; what is left out is unknown. */
export const toolCatalog: SchemaOf<readonly ToolSpec[]> = listOf(
  typed<ToolSpec>({ ...ofType('object'), properties: { name: text }, required: ['name'] }),
);
