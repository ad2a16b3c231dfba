import type { ToolsQuestion } from '../judge/question.ts';
import { redactText } from '../redaction/redact-text.ts';
import { compareText } from '../text/compare-text.ts';
import { formatTool, type ToolRef } from '../trace/trace.ts';
import type { ListedTool } from './tool-set-report.ts';

/** What a tool is for comes first in its description: the rest is not sent. */
const MAX_DESCRIPTION = 2000;
const MAX_PARAMETERS = 40;

/** What a model is asked about two tools: the same whichever of them comes first. */
export function toolsQuestion(
  members: readonly [ToolRef, ToolRef],
  tools: ReadonlyMap<string, ListedTool>,
): ToolsQuestion {
  const [first, other] = [...members].sort((a, b) => compareText(formatTool(a), formatTool(b)));
  const describe = (ref: ToolRef | undefined): ToolsQuestion['tools'][number] => {
    const { server, name, description, parameters } = tools.get(formatTool(ref!)) as ListedTool;
    return {
      server,
      name,
      description: description === null ? null : redactText(cut(description)),
      parameters: parameters.slice(0, MAX_PARAMETERS).map((parameter) => ({ ...parameter })),
    };
  };
  return { kind: 'tools', tools: [describe(first), describe(other)] };
}

function cut(text: string): string {
  const kept = text.slice(0, MAX_DESCRIPTION).toWellFormed();
  const left = text.length - MAX_DESCRIPTION;
  return left > 0 ? `${kept} [${left} characters left out]` : kept;
}
