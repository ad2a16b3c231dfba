import type { RankedTool, ToolRelevance, WeightedText } from '#core';
import type { ChatTool } from '../chat.ts';
import { splitTasks } from './split-tasks.ts';

/** How much of what is asked a tool must have words for: more where it is one word alone, less where that is in its name. */
const MIN_COVERAGE = 0.2;
const MIN_COVERAGE_OF_ONE_NAME = 0.3;
const MIN_COVERAGE_OF_ONE_WORD = 0.5;

const MAX_CALLS = 5;

/** A tool and the part of the request that it was picked for. */
export interface PickedTool {
  readonly tool: ChatTool;
  readonly text: string;
}

/** Picks the tools for a request: one, several where it clearly asks for several things, or none. */
export function chooseTools(
  tools: readonly ChatTool[],
  index: ToolRelevance,
  asked: { readonly text: string; readonly texts: readonly WeightedText[] },
  limits: { readonly isRequired: boolean; readonly most: number | null },
): readonly PickedTool[] {
  const most = Math.min(MAX_CALLS, limits.most ?? MAX_CALLS);
  const byTask = new Map<number, string>();
  for (const task of splitTasks(asked.text)) {
    const [best] = index.rank([{ text: task, weight: 1 }]);
    if (best !== undefined && fits(best) && !byTask.has(best.index)) byTask.set(best.index, task);
  }
  if (byTask.size > 1) {
    const picked = [...byTask].map(([at, text]) => ({ tool: tools[at] as ChatTool, text }));
    return picked.slice(0, most);
  }
  const [best] = index.rank(asked.texts);
  if (best !== undefined && (limits.isRequired || fits(best)))
    return [{ tool: tools[best.index] as ChatTool, text: asked.text }];
  const [first] = tools;
  return limits.isRequired && first !== undefined ? [{ tool: first, text: asked.text }] : [];
}

function fits({ coverage, terms, nameTerms }: RankedTool): boolean {
  if (terms > 1) return coverage >= MIN_COVERAGE;
  return coverage >= (nameTerms > 0 ? MIN_COVERAGE_OF_ONE_NAME : MIN_COVERAGE_OF_ONE_WORD);
}
