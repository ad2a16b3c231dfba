import { formatPattern, type Issue, suggest, type ToolPattern } from '#core';
import { datasetIssue } from '../codes.ts';
import { labelOf } from './answer.ts';
import type { LabelRecord } from './label-record.ts';

/** Tools of a label that the case was not offered: a slip of the hand, or a tool that is missing. */
export function unknownTools(
  { case: id, answer, task }: LabelRecord,
  offered: readonly string[],
): readonly Issue[] {
  if (task !== 'label' || offered.length === 0) return [];
  const tools = labelOf(answer).calls.flatMap((call) => call.tools);
  return tools.flatMap((tool) => {
    const name = formatPattern(tool);
    if (
      isClass(tool) ||
      offered.some((candidate) => candidate === name || candidate.endsWith(`.${name}`))
    )
      return [];
    const meant = suggest(name, offered);
    const hint = meant === null ? undefined : `did you mean "${meant}"?`;
    return [datasetIssue('LABEL_TOOL', `case ${id} was not offered the tool "${name}"`, { hint })];
  });
}

/** A class is known to the eval that will use the label. */
function isClass(tool: ToolPattern): boolean {
  return typeof tool !== 'string' && tool.tool.startsWith('class ');
}
