import type { ToolChoice } from '../chat.ts';
import { DriveError } from '../driver.ts';
import type { OfferedTool } from '../tool-session.ts';

/** The choice with the tool as the model knows it; a suite may name it as people do. */
export function spelledChoice(choice: ToolChoice, tools: readonly OfferedTool[]): ToolChoice {
  if (typeof choice === 'string') return choice;
  const tool =
    tools.find(({ spelled }) => spelled === choice.tool) ??
    tools.find(({ server, name }) => `${server}.${name}` === choice.tool) ??
    tools.find(({ name }) => name === choice.tool);
  if (tool !== undefined) return { tool: tool.spelled };
  throw new DriveError(
    'MODEL_TOOL_CHOICE',
    `the agent must call ${choice.tool}, and no such tool is offered`,
    { isFinal: true },
  );
}
