import { isJsonObject, type JsonObject, type ToolSpec } from '#core';
import { readTools } from '../../draft/read-tools.ts';
import { CODE_EXECUTION } from '../../dialects/gemini/message.ts';

/** The tools of a request, in its members or in its config; null when it does not list them. */
export function readGeminiTools(request: JsonObject): ToolSpec[] | null {
  const { tools, config } = request;
  const list = tools ?? (isJsonObject(config) ? config.tools : undefined);
  if (!Array.isArray(list)) return null;
  const runsCode = list
    .filter(isJsonObject)
    .some((tool) => (tool.codeExecution ?? tool.code_execution) !== undefined);
  return [...readTools(list), ...(runsCode ? readTools(CODE_EXECUTION) : [])];
}
