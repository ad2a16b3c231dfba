import type { Branch, SpanTree } from './span-tree.ts';

/** Reasons to stop that leave an answer unfinished. */
const CUT_OFF: ReadonlyMap<string, string> = new Map([
  ['length', 'the last answer was cut off at its longest'],
  ['max_tokens', 'the last answer was cut off at its longest'],
  ['model_context_window_exceeded', 'the last answer was cut off at its longest'],
  ['content_filter', 'the last answer was cut off by a filter'],
  ['content_filtered', 'the last answer was cut off by a filter'],
  ['guardrail_intervened', 'the last answer was cut off by a filter'],
  ['error', 'the last answer ended in an error'],
]);

/** Why a run did not end well: it or its agent failed, or its last answer did; null when it went well. */
export function runError({ branches }: SpanTree): string | null {
  const failed = branches.find((branch) => isWhole(branch) && branch.node.outcome === 'error');
  if (failed !== undefined) return failed.node.failure ?? 'the run failed';
  const last = branches.findLast(isAnswer);
  if (last === undefined) return null;
  if (last.node.outcome === 'error')
    return last.node.failure ?? 'the last request to the model failed';
  const { finishReason, output } = last.node.facts;
  const reason = finishReason ?? output.finishReason;
  return reason === null ? null : (CUT_OFF.get(toSnakeCase(reason)) ?? null);
}

/** `max_tokens` for `MAX_TOKENS`, `maxTokens` and `max-tokens`. */
function toSnakeCase(reason: string): string {
  const words = reason.replaceAll(/([a-z])([A-Z])/g, '$1_$2');
  return words.replaceAll('-', '_').toLowerCase();
}

/** A span that represents the whole run. A tool without a span around it does not. */
function isWhole({ node, parent, requester }: Branch): boolean {
  const { kind } = node.facts;
  if (kind === 'agent') return requester === null;
  return kind === 'other' && parent === null && node.parentId === null;
}

/** An answer of the run's agent: the innermost span where several record it. */
function isAnswer({ node, below, requester }: Branch): boolean {
  return node.facts.kind === 'model' && requester === null && !below.model;
}
