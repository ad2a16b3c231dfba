import type { JsonObject, Trace } from '#core';
import { objectOf } from '../../draft/json-parts.ts';
import { readFailure } from '../../draft/read-failure.ts';
import { readNumber, readSum } from '../../draft/read-number.ts';
import { durationMs, readTime } from '../../draft/read-time.ts';
import { RunDraft } from '../../draft/run-draft.ts';
import { textOf } from '../../draft/text-of.ts';
import { groupSessions } from '../../sessions/group-sessions.ts';
import { type ReplayedSession, replay } from '../../sessions/replay.ts';
import type { TraceOutput } from '../../trace-format.ts';
import type { SessionExport } from './session-export.ts';

/** Makes a run of each session, with the sessions of its sub-agents. */
export function* buildSessions(
  sessions: readonly SessionExport[],
  output: TraceOutput,
): Generator<void> {
  const groups = groupSessions(sessions, ({ info }) => ({
    id: textOf(info.id),
    parent: textOf(info.parentID),
  }));
  for (const [root, members] of groups) {
    const files = new Set(members.map(({ where }) => where.file ?? ''));
    output.trace(buildRun(root, members), root.where, files);
    yield;
  }
}

function buildRun(root: SessionExport, members: readonly SessionExport[]): Trace {
  const draft = new RunDraft(root.where);
  const { info } = root;
  draft.id = textOf(info.id);
  const children = new Map<string, ReplayedSession>();
  for (const [index, member] of members.entries())
    if (member !== root)
      children.set(textOf(member.info.id) ?? `#${index}`, {
        steps: member.steps,
        requester: agentOf(member) ?? 'subagent',
      });
  replay({ steps: root.steps, requester: null, id: draft.id }, children, draft);
  for (const member of members)
    for (const answer of member.answers) draft.addUsage(readUsage(answer));
  const { created, updated } = objectOf(info.time);
  draft.startedAt = readTime(created, 'ms');
  draft.durationMs = durationMs(created, updated, 'ms');
  const version = textOf(info.version);
  if (version !== null) draft.metadata.set('version', version);
  const last = root.answers.at(-1);
  draft.error = readFailure(objectOf(last?.error).data) ?? readFailure(last?.error ?? undefined);
  if (draft.turn === 0) draft.error ??= 'the session has no answer of the model';
  // An answer that has not ended may go on to call tools.
  draft.isPartial = last !== undefined && objectOf(last.time).completed === undefined;
  return draft.finish();
}

function agentOf(session: SessionExport): string | null {
  return textOf(session.info.agent) ?? textOf(session.answers[0]?.agent);
}

/** The tokens of an answer; those of the cache are counted separately. */
export function readUsage({ tokens, cost }: JsonObject): {
  inputTokens: number | null;
  outputTokens: number | null;
  cost: number | null;
} {
  const { input, output, reasoning, cache } = objectOf(tokens);
  const { read, write } = objectOf(cache);
  return {
    inputTokens: readNumber(input) === null ? null : readSum(input, read, write),
    outputTokens: readNumber(output) === null ? null : readSum(output, reasoning),
    cost: readNumber(cost),
  };
}
