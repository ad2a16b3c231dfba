import { count } from '../../draft/count.ts';
import { durationMs, readTime } from '../../draft/read-time.ts';
import { RunDraft } from '../../draft/run-draft.ts';
import { groupSessions } from '../../sessions/group-sessions.ts';
import { type ReplayedSession, replay } from '../../sessions/replay.ts';
import type { Step } from '../../sessions/step.ts';
import type { TraceOutput } from '../../trace-format.ts';
import type { Session } from './session.ts';

/** Makes a run of each session. Those of sub-agents are in a folder that is named after the session. */
export function* buildSessions(sessions: readonly Session[], output: TraceOutput): Generator<void> {
  const groups = groupSessions(sessions, (session) => ({
    id: session.id,
    parent: folderOf(session),
  }));
  for (const [root, members] of groups) {
    const files = new Set(members.map(({ where }) => where.file ?? ''));
    const children = members.filter((member) => member !== root);
    output.trace(buildRun(root, children), root.where, files);
    yield;
  }
}

function folderOf({ where }: Session): string {
  return /([^/\\]+)[/\\][^/\\]+$/.exec(where.file ?? '')?.[1] ?? '';
}

function buildRun(root: Session, members: readonly Session[]): ReturnType<RunDraft['finish']> {
  const draft = new RunDraft(root.where);
  draft.id = root.id;
  const names = namesOf([root, ...members]);
  const children = new Map<string, ReplayedSession>();
  for (const [index, member] of members.entries()) {
    const id = member.id ?? `#${index}`;
    children.set(id, { steps: stepsOf(member), requester: names.get(id) ?? 'subagent' });
  }
  replay({ steps: stepsOf(root), requester: null, id: root.id }, children, draft);
  for (const member of [root, ...members]) {
    for (const { usage } of member.entries) draft.addUsage(usage);
    for (const type of member.misplaced) draft.rejectType('message', type);
  }
  const dropped = [root, ...members].reduce((sum, session) => sum + session.dropped, 0);
  if (dropped > 0)
    draft.warn(
      'READ_BRANCH_SKIPPED',
      `${count(dropped, 'message', 'messages')} that were taken back left out`,
    );
  draft.startedAt = readTime(root.startedAt ?? undefined);
  draft.durationMs = durationMs(root.startedAt ?? undefined, root.endedAt ?? undefined);
  const answers = root.entries.filter(({ kind }) => kind === 'gemini');
  const last = answers.at(-1);
  const model = answers.findLast((entry) => entry.model !== null)?.model ?? null;
  if (model !== null) draft.metadata.set('model', model);
  if (draft.turn === 0) draft.error ??= 'the session has no answer of the model';
  // Calls are recorded when they have ended: an empty answer at the end may have some.
  draft.isPartial =
    !root.hasHeader || (last !== undefined && last.text === '' && last.calls.length === 0);
  return draft.finish();
}

/** The names of sub-agents, by their sessions: those of the tools that started them. */
function namesOf(sessions: readonly Session[]): Map<string, string> {
  const names = new Map<string, string>();
  for (const { entries } of sessions)
    for (const { calls } of entries)
      for (const { call, session } of calls) if (session !== null) names.set(session, call.name);
  return names;
}

function stepsOf({ entries }: Session): Step[] {
  const known = new Set<string>();
  return entries.flatMap((entry): Step[] => {
    const { kind, text, calls, where } = entry;
    if (kind === 'unknown') return [{ kind: 'unknown', part: 'message', type: entry.type, where }];
    if (kind === 'note') return [];
    if (kind === 'user') return text === '' ? [] : [{ kind: 'user', text }];
    const steps: Step[] = entry.unknown.map((type) => ({
      kind: 'unknown',
      part: 'part',
      type,
      where,
    }));
    const isCopy = ({ call }: (typeof calls)[number]): boolean =>
      entry.isReplayed === true && call.id !== null && known.has(call.id);
    const made = calls.filter((each) => !isCopy(each));
    if (entry.isReplayed !== true || made.length > 0)
      steps.push({ kind: 'turn', model: entry.model });
    if (text !== '') steps.push({ kind: 'answer', text });
    for (const { call, result, session } of made) {
      if (call.id !== null) known.add(call.id);
      steps.push({ kind: 'call', call });
      if (result !== null) steps.push({ kind: 'result', result });
      if (session !== null) steps.push({ kind: 'spawn', session });
    }
    return steps;
  });
}
