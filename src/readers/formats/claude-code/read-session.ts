import { isJsonObject, type JsonObject, type Trace } from '#core';
import { count } from '../../draft/count.ts';
import { readNumber, readSum } from '../../draft/read-number.ts';
import { durationMs, readTime } from '../../draft/read-time.ts';
import { readTools } from '../../draft/read-tools.ts';
import { RunDraft } from '../../draft/run-draft.ts';
import { textOf } from '../../draft/text-of.ts';
import { AnswerBook } from './answer-book.ts';
import { followBranch } from './follow-branch.ts';
import type { Line } from './line.ts';
import { finalTotals, readDenials, readOutcome } from './read-result-line.ts';
import { countMissing, gatherSubAgents } from './sub-agents.ts';
import { callsOf, walk } from './walk.ts';

/** Makes the run of a session's lines. `isKnown` says whether a line is in another session. */
export function readSession(
  id: string | null,
  lines: readonly Line[],
  isKnown: (uuid: string) => boolean,
): Trace {
  const [first] = lines;
  const draft = new RunDraft(first?.where ?? {});
  draft.id = id;
  const main = lines.filter(({ isSidechain }) => !isSidechain);
  const branch = followBranch(main, isKnown);
  for (const { parent, where } of branch.orphans)
    draft.warn(
      'READ_ORPHAN',
      `the parent "${(parent ?? '').slice(0, 80)}" of this line is not there`,
      where,
    );
  for (const { unknownType, where } of lines)
    if (unknownType !== null) draft.rejectType('line', unknownType, where);
  const book = new AnswerBook(draft, lines);
  const agents = gatherSubAgents(lines);
  const called = new Set(agents.length === 0 ? [] : lines.flatMap(callsOf));
  const lost = walk(branch.lines, agents, called, (line, who) => {
    book.add(line, who);
  });
  const leftOut = branch.leftOut + lost;
  if (leftOut > 0)
    draft.warn(
      'READ_BRANCH_SKIPPED',
      `${count(leftOut, 'message', 'messages')} on branches that were rewound or retried left out`,
    );
  for (const line of branch.lines) readSetup(line, draft);
  for (let left = countMissing(branch.lines, agents); left > 0; left -= 1) draft.missSession();
  const results = resultsOf(branch.lines);
  const totals = finalTotals(results);
  book.finish(totals.map(({ usage }) => usage).filter(isJsonObject));
  for (const { total_cost_usd: cost } of totals) draft.addUsage({ cost: readNumber(cost) });
  readTimes(lines, draft);
  draft.durationMs = readSum(...results.map((result) => result.duration_ms)) ?? draft.durationMs;
  readEnd(branch.lines, results, draft);
  return draft.finish();
}

/** The final records of each request of the session; a stream that was read twice counts once. */
function resultsOf(lines: readonly Line[]): JsonObject[] {
  const results = lines.filter(({ kind }) => kind === 'result');
  const first = new Map(results.map((line, index) => [line.uuid ?? index, line.details]));
  return [...first.values()];
}

/** The tools and servers in the first message of a stream. */
function readSetup({ kind, details }: Line, draft: RunDraft): void {
  if (kind === 'init') {
    const { tools, mcp_servers: servers } = details;
    draft.requestedModel ??= textOf(details.model);
    if (Array.isArray(tools)) draft.offer(readTools(tools));
    if (Array.isArray(servers))
      draft.addServers(servers.filter(isJsonObject).flatMap(({ name }) => textOf(name) ?? []));
  }
  for (const [key, value] of [
    ['model', details.model],
    ['version', details.version],
    ['git_branch', details.gitBranch],
  ] as const) {
    const text = textOf(value);
    if (text !== null && text !== '<synthetic>' && !draft.metadata.has(key))
      draft.metadata.set(key, text);
  }
}

function readTimes(lines: readonly Line[], draft: RunDraft): void {
  const first = lines.find(({ time }) => time !== null)?.time ?? undefined;
  const last = lines.findLast(({ time }) => time !== null)?.time ?? undefined;
  draft.startedAt = readTime(first);
  draft.durationMs = durationMs(first, last);
}

/** How the session ended. A transcript has no word for its end; a stream has. */
function readEnd(lines: readonly Line[], results: readonly JsonObject[], draft: RunDraft): void {
  const answers = lines.filter(({ kind }) => kind === 'assistant');
  for (const result of results) readDenials(result, draft);
  const last = results.at(-1);
  if (last !== undefined) readOutcome(last, draft);
  if (lines.length === 0)
    draft.error = 'only the lines of sub-agents were given, without the session that started them';
  else if (last !== undefined && answers.length === 0)
    draft.error ??=
      'only the result of the session was recorded, which does not contain its calls; record it with --output-format stream-json';
  else if (answers.length === 0) draft.error ??= 'the session has no answer of the model';
  else if (last === undefined && lines.every(({ isLinked }) => !isLinked))
    draft.error ??= 'the stream ends without a result: the run was cut off';
}
