import { announcesCalls } from '../draft/announces-calls.ts';
import { isAbsent, isCut } from '../draft/is-cut.ts';
import { describeMissing, type RunDraft } from '../draft/run-draft.ts';
import type { Branch, SpanTree } from './span-tree.ts';

/**
 * Notes the answers that spans of models lack: instrumentations omit content by default, and exporters truncate long
 * attributes.
 */
export function noteMissing({ branches }: SpanTree, draft: RunDraft): void {
  for (const branch of branches) {
    const { facts, outcome, name } = branch.node;
    // Of spans inside each other the innermost is the request.
    if (facts.kind !== 'model' || outcome === 'error' || branch.below.model) continue;
    const { output, outputValue, finishReason } = facts;
    const span = `span "${name.slice(0, 80)}"`;
    // Earlier answers may be in the request alone, such as answers whose tools the caller of a service ran.
    if (branch.node.isInputCut && draft.callCount === 0)
      draft.missAnswer(
        'READ_ANSWER_CUT',
        `the request in ${span} was cut short, and earlier calls of the run may be in it`,
      );
    if (isRecordedAround(branch)) continue;
    const reason = finishReason ?? output.finishReason;
    const hasCalls = output.messages.some(({ calls }) => calls.length > 0);
    if (output.isCut || (output.isAbsent && isCut(outputValue)))
      draft.missAnswer('READ_ANSWER_CUT', `the answer of the model in ${span} was cut short`);
    else if (!hasCalls && announcesCalls(reason))
      draft.missAnswer('READ_ANSWER_MISSING', describeMissing(reason));
    else if (output.isAbsent && isAbsent(outputValue))
      draft.missAnswer('READ_ANSWER_MISSING', `the answer of the model is not in ${span}`);
  }
}

/** Whether a span around it, of the same request, has the answer. */
function isRecordedAround(branch: Branch): boolean {
  for (let at = branch.parent; at !== null; at = at.parent) {
    const { kind, output } = at.node.facts;
    if (kind !== 'model' && kind !== 'other') return false;
    if (kind === 'model' && output.hasContent) return !at.below.output && at.below.requests === 1;
  }
  return false;
}
