import { formatTool, type JsonObject, stringifyJson } from '#core';
import { DriveError } from '../driver.ts';
import type { OfferedTool } from '../tool-session.ts';

/** An example of a decision: a request, and the call that it needs or the answer without one. */
export interface ChatExample {
  readonly user: string;
  /** As `server.name`, `name` or the name that the model sees; null where no tool is needed. */
  readonly tool: string | null;
  readonly args: JsonObject | null;
  readonly answer: string | null;
}

/**
 * Examples as a block of the system text, for every provider alike: as messages they would need call ids, and some
 * providers sign the calls of their own models.
 */
export function examplesText(
  examples: readonly ChatExample[],
  tools: readonly OfferedTool[],
): string {
  const lines = examples.map((example) => stringifyJson(exampleJson(example, tools)));
  return `Examples of which tool a request needs, as JSON:\n<examples>\n${lines.join('\n')}\n</examples>`;
}

function exampleJson(
  { user, tool, args, answer }: ChatExample,
  tools: readonly OfferedTool[],
): JsonObject {
  return {
    user,
    ...(tool === null ? { tool: null } : { tool: spellingOf(tool, tools), args: args ?? {} }),
    ...(answer === null ? {} : { answer }),
  };
}

function spellingOf(written: string, tools: readonly OfferedTool[]): string {
  const match =
    tools.find(({ spelled }) => spelled === written) ??
    tools.find((tool) => formatTool(tool) === written || tool.name === written);
  if (match !== undefined) return match.spelled;
  throw new DriveError(
    'TOOL_OVERRIDE_UNKNOWN',
    `examples name the tool "${written}", which the agent is not offered`,
    { hint: 'name a tool that is offered, or tool: none', isFinal: true },
  );
}
