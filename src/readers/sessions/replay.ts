import { durationMs } from '../draft/read-time.ts';
import type { RunDraft } from '../draft/run-draft.ts';
import type { Step } from './step.ts';

/** A session and the name of its agent; null for the agent of the run. */
export interface ReplayedSession {
  readonly steps: readonly Step[];
  readonly requester: string | null;
  /** Its id, as other sessions name it. */
  readonly id?: string | null;
}

interface Frame extends ReplayedSession {
  at: number;
}

/**
 * Adds the steps of a session to a run. The steps of a sub-agent follow the step that started it; sub-agents that no
 * step names come last. A sub-agent whose session was not given may have made calls that are not known.
 */
export function replay(
  main: ReplayedSession,
  children: ReadonlyMap<string, ReplayedSession>,
  draft: RunDraft,
): void {
  const waiting = new Map(children);
  const missing = new Set<string>();
  const askedAt = new Map<string, string>();
  // A stack, not a recursion: nested sub-agents must not exhaust the call stack.
  const stack: Frame[] = [{ ...main, at: 0 }];
  for (;;) {
    const top = stack.at(-1);
    if (top === undefined) {
      const [next] = waiting;
      if (next === undefined) break;
      waiting.delete(next[0]);
      stack.push({ ...next[1], at: 0 });
      continue;
    }
    const step = top.steps[top.at++];
    if (step === undefined) stack.pop();
    else if (step.kind === 'spawn') {
      const child = waiting.get(step.session);
      waiting.delete(step.session);
      if (child !== undefined) stack.push({ ...child, at: 0 });
      const isGiven = children.has(step.session) || step.session === main.id;
      if (!isGiven && step.isCertain !== false) missing.add(step.session);
    } else addStep(step, top.requester, draft, askedAt);
  }
  for (const _ of missing) draft.missSession();
}

function addStep(
  step: Exclude<Step, { kind: 'spawn' }>,
  own: string | null,
  draft: RunDraft,
  askedAt: Map<string, string>,
): void {
  switch (step.kind) {
    case 'user':
      if (own === null) draft.addText('user', step.text);
      return;
    case 'turn':
      draft.turn += 1;
      if ((step.requester ?? own) === null) draft.noteModel(step.model ?? undefined);
      return;
    case 'answer':
      if (own === null) draft.addText('assistant', step.text);
      return;
    case 'call': {
      const { call } = step;
      if (call.id !== null && call.startedAt !== undefined) askedAt.set(call.id, call.startedAt);
      draft.addCall(own === null ? call : { ...call, requester: call.requester ?? own });
      return;
    }
    case 'result':
      addResult(step, step.requester ?? own, draft, askedAt);
      return;
    case 'unknown':
      draft.rejectType(step.part, step.type, step.where);
      return;
  }
}

/** Adds a result. A call took the time from the request to its result. */
function addResult(
  { result, at }: Extract<Step, { kind: 'result' }>,
  requester: string | null,
  draft: RunDraft,
  askedAt: ReadonlyMap<string, string>,
): void {
  const took = result.durationMs ?? durationMs(askedAt.get(result.id ?? ''), at);
  draft.addResult({ ...result, durationMs: took }, requester);
}
