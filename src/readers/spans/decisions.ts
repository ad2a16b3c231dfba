import { type Json, stringifyJson } from '#core';
import { readArguments } from '../draft/read-arguments.ts';
import type { MessageCall } from '../messages/message.ts';
import type { Execution } from './executions.ts';
import { plainName } from './same-tool.ts';
import type { Branch } from './span-tree.ts';

/** A call that a model requested. */
export interface Selection {
  readonly branch: Branch;
  readonly call: MessageCall;
}

/** A call: recorded by the model, by its execution, or by both. */
export type Decision =
  | { readonly selection: Selection; execution: Execution | null }
  | { readonly selection: null; readonly execution: Execution };

/**
 * The calls of a run in the order of time, each of them once. Requests of models and executions are joined by id,
 * otherwise by requester, tool and arguments, in order. `lists` has the ids of calls that single answers requested.
 */
export function joinCalls(
  selections: readonly Selection[],
  executions: readonly Execution[],
  lists: Iterable<readonly string[]>,
): Decision[] {
  const requested = selections.map((selection): Asked => ({ selection, execution: null }));
  let alone = joinById(requested, executions);
  for (const likeness of LIKENESSES)
    if (alone.length > 0) alone = joinByLikeness(requested, alone, likeness);
  const run = alone.map((execution): Decision => ({ selection: null, execution }));
  // The sort is stable: calls of the same answer keep their order.
  const inTime = [...requested, ...run].sort((a, b) => branchOf(a).index - branchOf(b).index);
  return run.length > 1 ? asListed(inTime, lists) : inTime;
}

/** Calls of an answer run at once, or in any order: among themselves they keep the order of the answer. */
function asListed(decisions: readonly Decision[], lists: Iterable<readonly string[]>): Decision[] {
  const places = new Map<string, number>();
  for (const [place, { selection, execution }] of decisions.entries()) {
    const id = selection === null ? execution.id : null;
    if (id !== null && !places.has(id)) places.set(id, place);
  }
  const ordered = [...decisions];
  for (const ids of lists) {
    const ofAnswer = [...new Set(ids)].flatMap((id) => places.get(id) ?? []);
    for (const [index, place] of [...ofAnswer].sort((a, b) => a - b).entries())
      ordered[place] = decisions[ofAnswer[index]!]!;
  }
  return ordered;
}

/** The place of a call in time: the answer that requested it, otherwise its execution. */
export function branchOf({ selection, execution }: Decision): Branch {
  return selection === null ? execution.branch : selection.branch;
}

type Asked = Extract<Decision, { selection: Selection }>;

/** A call that was run again after a failure has its id twice, and was chosen once. */
function joinById(requested: readonly Asked[], executions: readonly Execution[]): Execution[] {
  const byId = new Map<string, Asked>();
  for (const call of requested) {
    const { id } = call.selection.call;
    if (id !== null && !byId.has(id)) byId.set(id, call);
  }
  return executions.filter((execution) => {
    const call = execution.id === null ? undefined : byId.get(execution.id);
    if (call === undefined) return true;
    if (call.execution === null) call.execution = execution;
    else call.execution.status = execution.status ?? call.execution.status;
    return false;
  });
}

/** How much must be alike: the whole name or the end of what the model wrote, the arguments or not. */
interface Likeness {
  readonly byEnding: boolean;
  readonly withArguments: boolean;
}

/** The closest first. */
const LIKENESSES: readonly Likeness[] = [
  { byEnding: false, withArguments: true },
  { byEnding: false, withArguments: false },
  { byEnding: true, withArguments: true },
  { byEnding: true, withArguments: false },
];

/** Clients put names of servers before a tool's name; no real name has more parts than this. */
const MAX_NAME_PARTS = 16;

function endings(name: string): string[] {
  const parts = plainName(name).split('_');
  const first = Math.max(1, parts.length - MAX_NAME_PARTS);
  return parts.slice(first).map((_, index) => parts.slice(first + index).join('_'));
}

function argumentsText(passed: Json | undefined): string {
  const { value } = readArguments(passed);
  return value.state === 'parsed' ? stringifyJson(value.value) : JSON.stringify(value);
}

/** Calls that wait for their execution, the first first. */
interface Queue {
  readonly calls: Asked[];
  next: number;
}

/** Joins calls that match and have the same requester. Two calls with ids have different ids at this point. */
function joinByLikeness(
  requested: readonly Asked[],
  executions: readonly Execution[],
  { byEnding, withArguments }: Likeness,
): Execution[] {
  const queues = new Map<string, Queue>();
  const keyOf = (branch: Branch, hasId: boolean, name: string, passed: string): string =>
    JSON.stringify([branch.requester, hasId, name, passed]);
  const textOf = (passed: Json | undefined): string => (withArguments ? argumentsText(passed) : '');
  for (const pending of requested) {
    if (pending.execution !== null) continue;
    const { call, branch } = pending.selection;
    const passed = textOf(call.arguments);
    for (const name of byEnding ? endings(call.name) : [plainName(call.name)]) {
      enqueue(queues, keyOf(branch, false, name, passed), pending);
      if (call.id === null) enqueue(queues, keyOf(branch, true, name, passed), pending);
    }
  }
  return executions.filter((execution) => {
    const { branch, id, name, mcpName } = execution;
    const passed = textOf(execution.arguments);
    for (const alias of [name, mcpName ?? name]) {
      const next = take(queues.get(keyOf(branch, id !== null, plainName(alias), passed)));
      if (next === undefined) continue;
      next.execution = execution;
      return false;
    }
    return true;
  });
}

function enqueue(queues: Map<string, Queue>, key: string, call: Asked): void {
  const queue = queues.get(key);
  if (queue === undefined) queues.set(key, { calls: [call], next: 0 });
  else queue.calls.push(call);
}

function take(queue: Queue | undefined): Asked | undefined {
  if (queue === undefined) return undefined;
  while (queue.calls[queue.next]?.execution) queue.next += 1;
  return queue.calls[queue.next];
}
