import { formatTool, type Issue, suggest } from '#core';
import type { SourceTool } from './tool-source.ts';

/** An issue for each spelling, `server.name` or `name`, that none of these tools has. */
export function unknownTools(
  code: string,
  key: string,
  spellings: Iterable<string>,
  tools: readonly SourceTool[],
): Issue[] {
  const names = new Set(tools.flatMap((tool) => [formatTool(tool), tool.name]));
  return [...spellings]
    .filter((spelling) => !names.has(spelling))
    .map((spelling) => {
      const near = suggest(spelling, [...names]);
      return {
        code,
        severity: 'error',
        message: `${key} name the tool "${spelling}", which no server has`,
        where: null,
        ...(near === null ? {} : { hint: `did you mean "${near}"?` }),
      };
    });
}
