import type { Place, ToolSpec, Trace } from '#core';
import type { CallDraft } from '../draft/call-ledger.ts';
import { count } from '../draft/count.ts';
import { msBetween, readTime } from '../draft/read-time.ts';
import { RunDraft } from '../draft/run-draft.ts';
import type { Message } from '../messages/message.ts';
import type { Conversation } from './conversation.ts';
import { joinCalls, type Selection } from './decisions.ts';
import { findExecutions } from './executions.ts';
import { noteMissing } from './note-missing.ts';
import { runError } from './run-error.ts';
import { describeRun } from './run-words.ts';
import type { SpanNode } from './span-node.ts';
import { type Branch, growTree, type SpanTree } from './span-tree.ts';
import { toCall } from './call-from-span.ts';
import { numberTurns } from './number-turns.ts';

/** The spans of a trace as a run; null without an agent, model or tool. `note` adds what only its format records. */
export function runFromSpans(
  id: string | null,
  nodes: readonly SpanNode[],
  conversation: Conversation,
  where: Place,
  note: (draft: RunDraft) => void = () => {},
): Trace | null {
  if (!isRun(nodes)) return null;
  const tree = growTree(nodes);
  const draft = new RunDraft(where);
  draft.id = id;
  for (const { facts } of nodes) conversation.addResults(facts.output.messages);
  describeRun(tree, draft);
  addCalls(tree, conversation, draft);
  addUsage(tree, draft);
  addTimes(nodes, draft);
  noteMissing(tree, draft);
  draft.error = runError(tree);
  if (tree.orphans > 0) {
    const spans = count(tree.orphans, 'span names', 'spans name');
    draft.warn('READ_ORPHAN', `${spans} a parent that is not there`);
  }
  note(draft);
  return draft.finish();
}

/** Whether an agent, a model or a tool is among spans. */
export function isRun(nodes: Iterable<SpanNode>): boolean {
  for (const { facts } of nodes) if (facts.kind !== 'other') return true;
  return false;
}

function addCalls(
  tree: SpanTree,
  { history, results, lists }: Conversation,
  draft: RunDraft,
): void {
  const executions = findExecutions(tree);
  let selections = selectionsOf(tree, 'model');
  rejectUnknown(tree, 'model', draft);
  if (selections.length === 0 && executions.length === 0) {
    selections = selectionsOf(tree, 'agent');
    rejectUnknown(tree, 'agent', draft);
  }
  const decisions = joinCalls(selections, executions, lists.values());
  const turns = numberTurns(tree);
  // Without a record of the last answer's calls, each request still repeats the earlier calls.
  const calls =
    decisions.length > 0
      ? decisions.map((decision) => toCall(decision, turns, results))
      : history.map((call) => {
          const result = results.get(call.id ?? '');
          return { ...call, answered: result !== undefined, result: result?.text };
        });
  for (const call of calls) draft.addCall(call);
  draft.addServers(calls.flatMap(({ server }) => server ?? []));
  addOffered(tree, calls, draft);
}

/** The requests of models, where no span inside records the same. */
function selectionsOf({ branches }: SpanTree, kind: 'model' | 'agent'): Selection[] {
  return branches.flatMap((branch) =>
    answersOf(branch, kind).flatMap(({ calls }) => calls.map((call) => ({ branch, call }))),
  );
}

function answersOf(
  { node: { facts }, below }: Branch,
  kind: 'model' | 'agent',
): readonly Message[] {
  if (facts.kind !== kind || (kind === 'model' && below.output)) return NO_MESSAGES;
  return facts.output.messages;
}

const NO_MESSAGES: readonly Message[] = [];

/** Answers with parts of unknown types do not show what was requested, whatever else was run. */
function rejectUnknown({ branches }: SpanTree, kind: 'model' | 'agent', draft: RunDraft): void {
  for (const branch of branches)
    for (const { unknown } of answersOf(branch, kind)) draft.rejectTypes('part', unknown);
}

/** A tool is offered under its own name once a call shows it. */
function addOffered({ branches }: SpanTree, calls: readonly CallDraft[], draft: RunDraft): void {
  const byName = new Map<string, CallDraft>();
  for (const call of calls)
    if (typeof call.rawName === 'string' && call.rawName !== call.name)
      byName.set(call.rawName, call);
  const rename = (tool: ToolSpec): ToolSpec => {
    const call = tool.server === null ? byName.get(tool.name) : undefined;
    return call === undefined ? tool : { ...tool, server: call.server ?? null, name: call.name };
  };
  for (const { node } of branches)
    if (node.facts.tools !== null) draft.offer(node.facts.tools.map(rename));
}

/** Totals of an agent are the sums of its models: they count only where the models have no usage. */
function addUsage({ branches }: SpanTree, draft: RunDraft): void {
  for (const { node, below, usageBelow } of branches) {
    const { kind, usage } = node.facts;
    const counts = (kind === 'model' && !below.usage) || (kind === 'agent' && !usageBelow);
    if (counts && usage !== null) draft.addUsage(usage);
  }
}

function addTimes(nodes: readonly SpanNode[], draft: RunDraft): void {
  let start = Infinity;
  let end = -Infinity;
  for (const { startMs, endMs } of nodes) {
    start = Math.min(start, startMs ?? start);
    end = Math.max(end, endMs ?? end);
  }
  if (start === Infinity) return;
  draft.startedAt = readTime(start, 'ms');
  draft.durationMs = msBetween(start, end);
}
