import { isJsonObject } from '#core';
import { textOf } from '../../draft/text-of.ts';
import type { Line } from './line.ts';

/** The lines of a sub-agent. */
export interface SubAgent {
  readonly lines: Line[];
  /** The call that started it; null when that is unknown. */
  taskId: string | null;
  /** As the call names its kind; `subagent` where that is unknown. */
  name: string;
}

/** A call that starts a sub-agent. */
interface Task {
  readonly kind: string | null;
  readonly prompt: string | null;
}

/** Gathers the lines of sub-agents, and finds out which call started each. */
export function gatherSubAgents(lines: readonly Line[]): SubAgent[] {
  const agents = new Map<string, SubAgent>();
  const groupOfLine = new Map<string, string>();
  for (const line of lines) {
    if (!line.isSidechain) continue;
    // In old transcripts only the parent identifies the sub-agent of a line.
    const group =
      line.agentId ?? line.taskId ?? groupOfLine.get(line.parent ?? '') ?? line.uuid ?? 'unknown';
    if (line.uuid !== null) groupOfLine.set(line.uuid, group);
    const agent = agents.get(group) ?? { lines: [], taskId: line.taskId, name: 'subagent' };
    agents.set(group, agent);
    agent.lines.push(line);
  }
  if (agents.size > 0) assignTasks(agents, lines);
  return [...agents.values()];
}

/** How many sub-agents made calls that no line has: the result of the call that started each counts them. */
export function countMissing(lines: readonly Line[], agents: readonly SubAgent[]): number {
  const tasks = new Set(agents.map(({ taskId }) => taskId));
  const recorded = new Set(agents.flatMap(({ lines: own }) => own.map(({ agentId }) => agentId)));
  const missing = lines.flatMap(({ details: { agentId, toolUses }, message }) => {
    const isRecorded = recorded.has(textOf(agentId)) || tasks.has(message?.results[0]?.id ?? null);
    return isRecorded || toolUses === 0 ? [] : (textOf(agentId) ?? []);
  });
  return new Set(missing).size;
}

function assignTasks(agents: ReadonlyMap<string, SubAgent>, lines: readonly Line[]): void {
  const tasks = readTasks(lines);
  for (const { details, message } of lines) {
    const agent = agents.get(textOf(details.agentId) ?? '');
    if (agent !== undefined) agent.taskId ??= message?.results[0]?.id ?? null;
  }
  const taken = new Set([...agents.values()].map(({ taskId }) => taskId));
  const byPrompt = new Map<string | null, string[]>();
  // Backwards, so that the first candidate is last.
  for (const [id, { prompt }] of [...tasks].reverse()) {
    if (taken.has(id)) continue;
    const others = byPrompt.get(prompt);
    if (others === undefined) byPrompt.set(prompt, [id]);
    else others.push(id);
  }
  for (const agent of agents.values()) {
    const prompt = agent.lines.find(({ kind }) => kind === 'user')?.message?.text;
    if (prompt !== undefined) agent.taskId ??= byPrompt.get(prompt)?.pop() ?? null;
    agent.name = tasks.get(agent.taskId ?? '')?.kind ?? agent.name;
  }
}

function readTasks(lines: readonly Line[]): Map<string, Task> {
  const tasks = new Map<string, Task>();
  for (const { message } of lines)
    for (const { id, name, arguments: input } of message?.calls ?? [])
      if (id !== null && (name === 'Task' || name === 'Agent') && isJsonObject(input))
        tasks.set(id, { kind: textOf(input.subagent_type), prompt: textOf(input.prompt) });
  return tasks;
}
