import { isJsonObject, type JsonObject, type Place, type Trace, type Usage } from '#core';
import { objectOf } from '../../draft/json-parts.ts';
import { count } from '../../draft/count.ts';
import { durationMs, readTime } from '../../draft/read-time.ts';
import { RunDraft } from '../../draft/run-draft.ts';
import { addMessages } from '../../langchain-history/add-messages.ts';
import { joinChunks } from '../../langchain-history/join-chunks.ts';
import { readAnyMessage } from '../../dialects/any-message.ts';
import { addCalls } from './add-calls.ts';
import { listMessages, readAnswer, readQuestion } from './conversation.ts';
import type { RunPart } from './run-part.ts';
import { RunTree } from './run-tree.ts';

/** Makes a trace of the runs of a LangSmith trace. */
export function buildTrace(id: string, parts: readonly RunPart[], where: Place): Trace {
  const draft = new RunDraft(where);
  const tree = new RunTree(parts);
  const root = tree.parts.find((part) => part.root !== null) ?? null;
  draft.id = id;
  addCalls(draft, tree);
  for (const { type } of tree.parts) if (!TYPES.has(type)) draft.rejectType('event', type);
  if (tree.orphans > 0)
    draft.warn(
      'READ_ORPHAN',
      `${count(tree.orphans, 'run names', 'runs name')} a parent that is not in the export`,
    );
  for (const { model } of tree.parts) {
    if (model?.offered) draft.offer(model.offered);
    draft.requestedModel ??= model?.model ?? null;
    if (model?.model && !draft.metadata.has('model')) draft.metadata.set('model', model.model);
  }
  draft.addUsage(sumUsage(root, tree));
  const last = tree.parts.findLast(
    (part) => part.model !== null && tree.around(part).tool === null,
  );
  draft.error = last?.model?.cutOff ?? null;
  if (root !== null) addRoot(draft, root, parts.length === 1);
  draft.input ??= tree.parts.find((part) => part.model !== null)?.model?.question ?? null;
  for (const part of tree.parts) noteMissing(draft, part, tree);
  warnOfLosses(draft, parts);
  return draft.finish();
}

/** All types of runs; only models and tools act. */
const TYPES: ReadonlySet<string> = new Set([
  'llm',
  'tool',
  'chain',
  'retriever',
  'embedding',
  'prompt',
  'parser',
]);

function addRoot(draft: RunDraft, part: RunPart, isAlone: boolean): void {
  const record = part.root ?? {};
  draft.case = typeof record.reference_example_id === 'string' ? record.reference_example_id : null;
  draft.startedAt = readTime(part.start);
  draft.durationMs = durationMs(part.start, part.end);
  if (isAlone && part.model === null && part.tool === null) addAlone(draft, record);
  draft.agent = part.name;
  draft.input = readQuestion(record.inputs);
  draft.output = readAnswer(record.outputs) ?? draft.output;
  if (part.outcome === 'pending') draft.error = 'the run had not ended when it was exported';
  draft.error = part.error ?? draft.error;
  addMetadata(draft, record);
}

/** A root without its children: its calls can only be read from its final messages. */
function addAlone(draft: RunDraft, record: JsonObject): void {
  const outputs = objectOf(record.outputs);
  const messages = listMessages(outputs.messages);
  const question = messages.findLastIndex((message) => readAnyMessage(message)?.role === 'user');
  const since = joinChunks(messages).filter(({ index }) => index > question);
  addMessages(draft, since, '/outputs/messages');
  const { child_run_ids: children, child_runs: nested = children, total_tokens: tokens } = record;
  const hadNone = Array.isArray(nested) && nested.length === 0;
  if (messages.length === 0 && (!hadNone || (typeof tokens === 'number' && tokens > 0)))
    draft.reject(
      'READ_ANSWER_MISSING',
      'the export has the root of this trace only, so its calls are unknown',
    );
}

/** Notes an answer that is not in the export, where no run inside this run has it. */
function noteMissing(draft: RunDraft, part: RunPart, tree: RunTree): void {
  const { model, outcome, name } = part;
  const lack = model?.lack ?? null;
  if (lack === null || outcome !== 'ok') return;
  if (tree.around(part).isInModel || tree.hasInnerModel(part)) return;
  draft.missAnswer(lack.code, `the answer of model run "${name.slice(0, 80)}" ${lack.what}`);
}

/** The root has the sum of all runs below it. Where the export lacks it, the numbers of the models are added up. */
function sumUsage(root: RunPart | null, tree: RunTree): Partial<Usage> {
  const models = tree.parts.filter((part) => part.model !== null && !tree.around(part).isInModel);
  const total = (key: keyof Usage): number | null => {
    const whole = root?.usage[key] ?? null;
    if (whole !== null && whole > 0) return whole;
    const counts = models.map(({ usage }) => usage[key] ?? null).filter((count) => count !== null);
    return counts.length === 0 ? whole : counts.reduce((a, b) => a + b, 0);
  };
  return {
    inputTokens: total('inputTokens'),
    outputTokens: total('outputTokens'),
    cost: total('cost'),
  };
}

/** What the tracers note for themselves. */
const BOOKKEEPING = /^(?:ls_|langgraph_|LANGSMITH_|LANGCHAIN_|__|checkpoint_|revision_id$)/;

function addMetadata(draft: RunDraft, record: JsonObject): void {
  if (Array.isArray(record.tags) && record.tags.length > 0) draft.metadata.set('tags', record.tags);
  if (typeof record.thread_id === 'string') draft.metadata.set('thread_id', record.thread_id);
  const { extra } = record;
  for (const metadata of [isJsonObject(extra) ? extra.metadata : null, record.metadata]) {
    if (!isJsonObject(metadata)) continue;
    for (const [key, value] of Object.entries(metadata))
      if (!BOOKKEEPING.test(key) && typeof value !== 'object') draft.metadata.set(key, value);
  }
}

function warnOfLosses(draft: RunDraft, parts: readonly RunPart[]): void {
  const lost = parts.filter((part) => part.lost.inputs || part.lost.outputs);
  if (lost.length === 0) return;
  draft.warn(
    'READ_PAYLOAD_MISSING',
    `the export has links instead of the inputs or outputs of ${count(lost.length, 'run', 'runs')}`,
  );
}
