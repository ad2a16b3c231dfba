import type { MessageCall } from '../../messages/message.ts';
import { isRepeated, type JoinedCall, JoinedCalls } from './joined-calls.ts';
import type { RunAgents } from './run-agents.ts';
import type { RunAnswers } from './run-answers.ts';
import type { TreeNode } from './run-tree.ts';

/**
 * The calls of a run, each of them once: what models requested, joined with the tools that ran. `history`, the calls in
 * the last model's input, counts only without any other record of calls.
 */
export function collectCalls(
  inTime: readonly TreeNode[],
  agents: RunAgents,
  answers: RunAnswers,
  history: readonly MessageCall[],
): JoinedCalls {
  const calls = new JoinedCalls();
  inTime
    .filter((node) => answers.isAnswer(node))
    .forEach((node, index) => {
      const { startMs: at, said } = node.observation;
      const decider = { requester: agents.requesterOf(node), turn: index + 1, at };
      for (const call of said.calls) calls.decide(call, decider);
    });
  addExecutions(inTime, agents, calls);
  if (calls.size === 0)
    for (const call of history) calls.decide(call, { requester: null, turn: undefined, at: 0 });
  for (const { observation } of inTime)
    for (const { id, status, text } of observation.said.results)
      if (id !== null) calls.answer(id, status, text);
  return calls;
}

/** Joins the tools that ran, outer tools first. */
function addExecutions(nodes: readonly TreeNode[], agents: RunAgents, calls: JoinedCalls): void {
  const joined = new Map<TreeNode, JoinedCall>();
  const updated = new Map<string, JoinedCall>();
  for (const node of nodes) {
    const { host, observation } = node;
    const { execution, isUpdate, parentId, startMs: at } = observation;
    if (execution === null) continue;
    const decider = { requester: agents.requesterOf(node), turn: undefined, at };
    if (isUpdate) {
      const key = JSON.stringify([parentId, execution.name]);
      const existing = updated.get(key);
      const isSame = existing !== undefined && isRepeated(existing, execution, true);
      const call = isSame ? calls.fill(existing, execution) : calls.execute(execution, decider);
      updated.set(key, call);
      joined.set(node, call);
    } else if (host?.observation.kind === 'tool') {
      // The same call recorded by another layer, or a decided call; otherwise code that no model requested.
      const existing = joined.get(host);
      const isSame = existing !== undefined && isRepeated(existing, execution, false);
      const call = isSame ? calls.fill(existing, execution) : calls.fillOpen(execution);
      if (call !== null) joined.set(node, call);
    } else joined.set(node, calls.execute(execution, decider));
  }
}
