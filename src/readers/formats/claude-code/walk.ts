import type { Line } from './line.ts';
import type { SubAgent } from './sub-agents.ts';

/**
 * Walks the agent's lines. The lines of a sub-agent follow the call that started it, or come last when that call is not
 * in `called`. Returns how many lines were not reached, because their call was abandoned.
 */
export function walk(
  lines: readonly Line[],
  agents: readonly SubAgent[],
  called: ReadonlySet<string>,
  visit: (line: Line, requester: string | null) => void,
): number {
  const waiting = new Map<string, SubAgent[]>();
  const roots: Steps[] = [];
  for (const agent of agents) {
    const { taskId } = agent;
    if (taskId === null || !called.has(taskId)) roots.push(stepsOf(agent));
    else if (waiting.get(taskId)?.push(agent) === undefined) waiting.set(taskId, [agent]);
  }
  // A stack, not a recursion: deeply nested sub-agents must not exhaust the call stack.
  const stack: Steps[] = [...roots.reverse(), { lines, at: 0, requester: null }];
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const line = top.lines[top.at++];
    if (line === undefined) {
      stack.pop();
      continue;
    }
    visit(line, top.requester);
    if (waiting.size === 0) continue;
    for (const id of callsOf(line)) {
      for (const agent of (waiting.get(id) ?? []).reverse()) stack.push(stepsOf(agent));
      waiting.delete(id);
    }
  }
  return [...waiting.values()].flat().reduce((sum, agent) => sum + agent.lines.length, 0);
}

interface Steps {
  readonly lines: readonly Line[];
  at: number;
  readonly requester: string | null;
}

function stepsOf({ lines, name }: SubAgent): Steps {
  return { lines, at: 0, requester: name };
}

/** The ids of the calls that a line requests. */
export function callsOf({ message }: Line): string[] {
  return message?.calls.flatMap(({ id }) => id ?? []) ?? [];
}
