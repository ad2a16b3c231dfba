import { count } from '../../draft/count.ts';
import { durationMs } from '../../draft/read-time.ts';
import { objectOf } from '../../draft/json-parts.ts';
import { RunDraft } from '../../draft/run-draft.ts';
import { textOf } from '../../draft/text-of.ts';
import { groupSessions } from '../../sessions/group-sessions.ts';
import { type ReplayedSession, replay } from '../../sessions/replay.ts';
import type { TraceOutput } from '../../trace-format.ts';
import { skipCopied } from './skip-copied.ts';
import type { Thread } from './thread.ts';

/** Makes a run of each thread, with the threads of its sub-agents. */
export function* buildRuns(threads: readonly Thread[], output: TraceOutput): Generator<void> {
  const byId = new Map<string, Thread>();
  for (const thread of threads) if (thread.lineage.id !== null) byId.set(thread.lineage.id, thread);
  const groups = groupSessions(threads, ({ lineage }) => lineage);
  for (const [root, members] of groups) {
    const draft = buildRun(root, members, byId);
    const files = new Set(members.map(({ where }) => where.file ?? ''));
    output.trace(draft.finish(), root.where, files);
    yield;
  }
}

function buildRun(
  root: Thread,
  members: readonly Thread[],
  byId: ReadonlyMap<string, Thread>,
): RunDraft {
  const draft = new RunDraft(root.where);
  const { lineage } = root;
  draft.id = lineage.id;
  draft.requestedModel = root.model;
  note(root, draft);
  const children = new Map<string, ReplayedSession>();
  for (const [index, thread] of members.entries())
    if (thread !== root)
      children.set(thread.lineage.id ?? `#${index}`, {
        steps: skipCopied(thread, byId),
        requester: thread.lineage.name,
      });
  replay({ steps: skipCopied(root, byId), requester: null, id: lineage.id }, children, draft);
  const dropped = members.reduce((sum, thread) => sum + thread.dropped, 0);
  if (dropped > 0)
    draft.warn(
      'READ_BRANCH_SKIPPED',
      `${count(dropped, 'record', 'records')} of turns that were rolled back left out`,
    );
  for (const thread of members) draft.addUsage(thread.usage);
  draft.error = root.failure;
  if (draft.turn === 0) draft.error ??= 'the session has no answer of the model';
  // The rest of an unfinished turn, and what came before a lost beginning, may contain calls.
  draft.isPartial = members.some((thread) => thread.isOpen || thread.lineage.meta === null);
  return draft;
}

function note(root: Thread, draft: RunDraft): void {
  const { cli_version: version, git } = root.origin;
  for (const [key, value] of [
    ['model', root.model],
    ['version', version],
    ['git_branch', objectOf(git).branch],
    ['forked_from', root.lineage.forkedFrom],
  ] as const) {
    const text = textOf(value ?? undefined);
    if (text !== null) draft.metadata.set(key, text);
  }
  draft.startedAt = root.startedAt;
  draft.durationMs = durationMs(root.startedAt, root.endedAt);
}
