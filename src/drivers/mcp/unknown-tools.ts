import { formatTool, type Issue, suggest } from '#core';
import { driveIssue } from '../codes.ts';
import type { SourceTool } from './tool-source.ts';

/** An issue for each spelling, `server.name` or `name`, that none of these tools has. */
export function unknownTools(
  code: 'TOOL_OVERRIDE_UNKNOWN' | 'TOOL_MOCK_UNKNOWN',
  key: string,
  spellings: Iterable<string>,
  tools: readonly SourceTool[],
): Issue[] {
  const names = new Set(tools.flatMap((tool) => [formatTool(tool), tool.name]));
  return [...spellings]
    .filter((spelling) => !names.has(spelling))
    .map((spelling) => {
      const near = suggest(spelling, [...names]);
      return driveIssue(code, `${key} name the tool "${spelling}", which no server has`, {
        hint: near === null ? undefined : `did you mean "${near}"?`,
      });
    });
}
