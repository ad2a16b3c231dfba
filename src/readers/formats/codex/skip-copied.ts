import type { Step } from '../../sessions/step.ts';
import type { Thread } from './thread.ts';

/**
 * The steps of a thread without those that it copied from the thread it was forked from. Versions before 2026 copy
 * records and do not mark them, so that only the other thread shows which they are.
 */
export function skipCopied(thread: Thread, byId: ReadonlyMap<string, Thread>): readonly Step[] {
  const { forkedFrom, marksCopies } = thread.lineage;
  const origin = byId.get(forkedFrom ?? '');
  if (marksCopies || origin === undefined || origin === thread) return thread.steps;
  let copied = 0;
  while (copied < thread.steps.length && isSame(thread.steps[copied], origin.steps[copied]))
    copied += 1;
  return thread.steps.slice(copied);
}

function isSame(a: Step | undefined, b: Step | undefined): boolean {
  return a !== undefined && b !== undefined && keyOf(a) === keyOf(b);
}

/** What a copy has in common with its original: not its time. */
function keyOf(step: Step): string {
  switch (step.kind) {
    case 'user':
    case 'answer':
      return `${step.kind} ${step.text}`;
    case 'call':
      return `call ${step.call.id} ${step.call.name}`;
    case 'result':
      return `result ${step.result.id} ${step.result.text}`;
    case 'spawn':
      return `spawn ${step.session}`;
    case 'turn':
    case 'unknown':
      return step.kind;
  }
}
