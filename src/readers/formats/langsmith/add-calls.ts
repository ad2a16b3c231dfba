import type { ResultDraft } from '../../draft/call-ledger.ts';
import { type DraftStatus, worstStatus } from '../../draft/read-status.ts';
import { durationMs, readTime } from '../../draft/read-time.ts';
import type { RunDraft } from '../../draft/run-draft.ts';
import type { RunPart } from './run-part.ts';
import type { RunTree } from './run-tree.ts';
import { Selections } from './selections.ts';

/**
 * Adds the calls of a trace: the calls that models chose, each with the tool run that executed it, and tool runs that
 * no model requested.
 */
export function addCalls(draft: RunDraft, tree: RunTree): void {
  const selections = new Selections();
  for (const part of tree.parts)
    if (isFirstRecord(part, tree))
      part.model?.answer?.calls.forEach((call) => selections.add(call));
  const silent = new Set(
    tree.parts
      .filter((part) => part.model !== null && part.model.answer === null)
      .map((part) => tree.around(part).tool),
  );
  // A result may come before its call where clocks differ, so results wait.
  const results: ResultDraft[] = [];
  for (const part of tree.parts) {
    const { tool: requester } = tree.around(part);
    if (part.model?.answer && isFirstRecord(part, tree)) {
      draft.addMessage(part.model.answer, requester);
      if (requester === null) draft.noteModel(part.model.responseModel ?? part.model.model);
    }
    if (part.tool === null) continue;
    const times = {
      startedAt: readTime(part.start),
      durationMs: durationMs(part.start, part.end),
    };
    const chosen = selections.take(part.name, part.tool);
    if (chosen !== null) {
      if (isDone(part))
        results.push({
          id: chosen.id,
          name: chosen.name,
          status: statusOf(part),
          text: part.tool.result,
          ...times,
        });
      continue;
    }
    // A tool inside a tool that no model requested is an implementation detail of the outer tool, if all models there
    // are known.
    if (requester !== null && !silent.has(requester)) continue;
    draft.addCall({
      requester,
      id: part.tool.callId,
      name: part.name,
      arguments: part.tool.arguments,
      status: isDone(part) ? statusOf(part) : null,
      result: part.tool.result,
      ...times,
    });
  }
  results.forEach((result) => draft.addResult(result));
}

/** A wrapped client inside a model's run records the same answer again. */
function isFirstRecord(part: RunPart, tree: RunTree): boolean {
  return part.model !== null && !tree.around(part).isInModel;
}

function isDone({ outcome }: RunPart): boolean {
  return outcome !== 'waiting' && outcome !== 'pending';
}

function statusOf({ tool, outcome }: RunPart): DraftStatus | null {
  const status = outcome === 'error' || outcome === 'unreadable' ? outcome : 'ok';
  return worstStatus(tool?.status ?? null, status);
}
