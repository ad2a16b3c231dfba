import type { Place, Trace } from '#core';
import { count } from '../../draft/count.ts';
import { msBetween } from '../../draft/read-time.ts';
import { RunDraft } from '../../draft/run-draft.ts';
import type { MessageCall } from '../../messages/message.ts';
import { collectCalls } from './collect-calls.ts';
import type { Observation } from './observation.ts';
import { RunAgents } from './run-agents.ts';
import { RunAnswers } from './run-answers.ts';
import { buildTree } from './run-tree.ts';
import type { TraceHeader } from './trace-header.ts';

/** Everything recorded of a trace. */
export interface RunParts {
  readonly id: string | null;
  readonly where: Place;
  readonly header: TraceHeader | null;
  /** In the order in which they began. */
  readonly observations: readonly Observation[];
  /** The calls since the last question in the input of the last model. */
  readonly history: readonly MessageCall[];
}

/** Makes the run of a trace. */
export function buildRun({ id, where, header, observations, history }: RunParts): Trace {
  const draft = new RunDraft(where);
  const tree = buildTree(observations);
  const { inTime, orphans } = tree;
  const agents = new RunAgents(tree);
  const answers = new RunAnswers(tree);
  draft.id = id;
  draft.agent = agents.main;
  draft.case = observations.find(({ item }) => item !== null)?.item ?? null;
  const calls = collectCalls(inTime, agents, answers, history);
  calls.addTo(draft);
  const models = inTime.filter(({ observation }) => observation.kind === 'model');
  const ofAgent = models.filter((node) => agents.requesterOf(node) === null);
  const roots = observations.filter(({ parentId }) => parentId === null);
  const recorded = ofAgent.map(({ observation }) => observation);
  addConversation(draft, header, roots, recorded);
  for (const node of ofAgent)
    if (answers.isAnswer(node))
      draft.noteModel(node.observation.responseModel ?? node.observation.model);
  for (const node of models) {
    const { lack, id: place } = node.observation;
    const isRetold = node.host?.observation.kind === 'model' && node.host.observation.lack === null;
    if (lack !== null && answers.isAnswer(node) && !isRetold)
      draft.missAnswer(
        lack,
        `the answer of generation "${place.slice(0, 80)}" is not in the export`,
      );
  }
  for (const node of models)
    if (answers.isAnswer(node)) draft.rejectTypes('part', node.observation.said.unknown);
  for (const { unknownType } of observations)
    if (unknownType !== null) draft.rejectType('event', unknownType);
  const frames = roots.filter(({ kind }) => kind === 'agent' || kind === 'other');
  const outer = ofAgent.findLast(({ host }) => host?.observation.kind !== 'model');
  const last = ofAgent.findLast((node) => answers.isAnswer(node));
  const ends = [...frames, outer?.observation, last?.observation];
  draft.error = ends.find((end) => end?.failure)?.failure ?? draft.error;
  addContext(draft, header, observations);
  for (const node of models) if (answers.countsUsage(node)) draft.addUsage(node.observation.usage);
  for (const { said } of observations) if (said.tools.length > 0) draft.offer(said.tools);
  if (orphans > 0)
    draft.warn(
      'READ_ORPHAN',
      `${count(orphans, 'observation names', 'observations name')} a parent that is not in the export`,
    );
  return draft.finish();
}

/** Question and answer come from the trace, otherwise from its roots, otherwise from the models of the main agent. */
function addConversation(
  draft: RunDraft,
  header: TraceHeader | null,
  roots: readonly Observation[],
  models: readonly Observation[],
): void {
  const asking = [...roots, ...models].find(({ said }) => said.userText !== null);
  const answered = roots.findLast(hasAnswer) ?? models.findLast(hasAnswer);
  draft.input = header?.input ?? asking?.said.userText ?? null;
  draft.output = header?.output ?? answered?.said.answer ?? null;
  const model = models.find((observation) => observation.model !== null)?.model;
  if (model === undefined || model === null) return;
  draft.metadata.set('model', model);
  draft.requestedModel = model;
}

function hasAnswer({ said }: Observation): boolean {
  return said.answer !== null;
}

function addContext(
  draft: RunDraft,
  header: TraceHeader | null,
  observations: readonly Observation[],
): void {
  for (const context of [
    header?.metadata,
    ...observations.map((observation) => observation.context),
  ])
    for (const [key, value] of context ?? [])
      if (!draft.metadata.has(key)) draft.metadata.set(key, value);
  const first = observations.find(({ startedAt }) => startedAt !== undefined);
  draft.startedAt = header?.startedAt ?? first?.startedAt;
  if (first === undefined) return;
  let end = first.startMs;
  for (const { startMs, durationMs } of observations)
    if (durationMs !== undefined) end = Math.max(end, startMs + durationMs);
  draft.durationMs = msBetween(first.startMs, end);
}
