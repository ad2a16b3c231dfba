import { type Json, stringifyJson } from '#core';
import { readArguments } from '../draft/read-arguments.ts';
import type { MessageCall } from '../messages/message.ts';
import type { Execution } from './executions.ts';
import { plainName } from './same-tool.ts';
import type { Branch } from './span-tree.ts';

/** A call that a model asked for. */
export interface Selection {
  readonly branch: Branch;
  readonly call: MessageCall;
}

/** One call: by the model's word, by its execution, or by both. */
export type Decision =
  | { readonly selection: Selection; execution: Execution | null }
  | { readonly selection: null; readonly execution: Execution };

/**
 * The calls of a run in the order of time, each once: what a model asked for and what was run for it are joined by id,
 * else by who asked for which tool with which arguments, in order. `lists` has the ids of calls that single answers asked for.
 */
export function joinCalls(
  selections: readonly Selection[],
  executions: readonly Execution[],
  lists: Iterable<readonly string[]>,
): Decision[] {
  const asked = selections.map((selection): Asked => ({ selection, execution: null }));
  let alone = joinById(asked, executions);
  for (const likeness of LIKENESSES)
    if (alone.length > 0) alone = joinByLikeness(asked, alone, likeness);
  const run = alone.map((execution): Decision => ({ selection: null, execution }));
  // The sort keeps the order of calls of one answer.
  const inTime = [...asked, ...run].sort((a, b) => branchOf(a).index - branchOf(b).index);
  return run.length > 1 ? asListed(inTime, lists) : inTime;
}

/** Calls of one answer are run at once, or in any order: among themselves they keep the order of the answer. */
function asListed(decisions: readonly Decision[], lists: Iterable<readonly string[]>): Decision[] {
  const places = new Map<string, number>();
  for (const [place, { selection, execution }] of decisions.entries()) {
    const id = selection === null ? execution.id : null;
    if (id !== null && !places.has(id)) places.set(id, place);
  }
  const ordered = [...decisions];
  for (const ids of lists) {
    const own = [...new Set(ids)].flatMap((id) => places.get(id) ?? []);
    for (const [index, place] of [...own].sort((a, b) => a - b).entries())
      ordered[place] = decisions[own[index]!]!;
  }
  return ordered;
}

/** Where a call stands in time: at the answer that asked for it, else at its own span. */
export function branchOf({ selection, execution }: Decision): Branch {
  return selection === null ? execution.branch : selection.branch;
}

type Asked = Extract<Decision, { selection: Selection }>;

/** A call that was run again after a failure has its id twice, and was chosen once. */
function joinById(asked: readonly Asked[], executions: readonly Execution[]): Execution[] {
  const byId = new Map<string, Asked>();
  for (const one of asked) {
    const { id } = one.selection.call;
    if (id !== null && !byId.has(id)) byId.set(id, one);
  }
  return executions.filter((execution) => {
    const one = execution.id === null ? undefined : byId.get(execution.id);
    if (one === undefined) return true;
    if (one.execution === null) one.execution = execution;
    else one.execution.status = execution.status ?? one.execution.status;
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

/** Clients put names of servers before a tool's own; no real one has more parts than this. */
const MOST_PARTS = 16;

function endings(name: string): string[] {
  const parts = plainName(name).split('_');
  const first = Math.max(1, parts.length - MOST_PARTS);
  return parts.slice(first).map((_, index) => parts.slice(first + index).join('_'));
}

function argumentsText(passed: Json | undefined): string {
  const { value } = readArguments(passed);
  return value.state === 'parsed' ? stringifyJson(value.value) : JSON.stringify(value);
}

/** Calls that wait for their execution, the first first. */
interface Queue {
  readonly asked: Asked[];
  next: number;
}

/** Joins what is alike and has the same requester. Two that both have ids have different ones by now. */
function joinByLikeness(
  asked: readonly Asked[],
  executions: readonly Execution[],
  { byEnding, withArguments }: Likeness,
): Execution[] {
  const queues = new Map<string, Queue>();
  const keyOf = (branch: Branch, hasId: boolean, name: string, passed: string): string =>
    JSON.stringify([branch.requester, hasId, name, passed]);
  const textOf = (passed: Json | undefined): string => (withArguments ? argumentsText(passed) : '');
  for (const one of asked) {
    if (one.execution !== null) continue;
    const { call, branch } = one.selection;
    const passed = textOf(call.arguments);
    for (const name of byEnding ? endings(call.name) : [plainName(call.name)]) {
      enqueue(queues, keyOf(branch, false, name, passed), one);
      if (call.id === null) enqueue(queues, keyOf(branch, true, name, passed), one);
    }
  }
  return executions.filter((execution) => {
    const { branch, id, name, mcpName } = execution;
    const passed = textOf(execution.arguments);
    for (const one of [name, mcpName ?? name]) {
      const next = take(queues.get(keyOf(branch, id !== null, plainName(one), passed)));
      if (next === undefined) continue;
      next.execution = execution;
      return false;
    }
    return true;
  });
}

function enqueue(queues: Map<string, Queue>, key: string, one: Asked): void {
  const queue = queues.get(key);
  if (queue === undefined) queues.set(key, { asked: [one], next: 0 });
  else queue.asked.push(one);
}

function take(queue: Queue | undefined): Asked | undefined {
  if (queue === undefined) return undefined;
  while (queue.asked[queue.next]?.execution) queue.next += 1;
  return queue.asked[queue.next];
}
