import { isJsonObject, type Json, type JsonObject } from '#core';
import { listOf, objectOf } from '../../draft/json-parts.ts';
import { readFailure } from '../../draft/read-failure.ts';
import { readNumber } from '../../draft/read-number.ts';
import { readMs } from '../../draft/read-time.ts';
import { readTools } from '../../draft/read-tools.ts';
import { textOf } from '../../draft/text-of.ts';
import type { Findings, SpanSubject } from '../../spans/findings.ts';
import { usageFrom } from '../../spans/genai-usage.ts';
import type { StoredSpan } from '../../spans/stored-span.ts';

const KINDS: ReadonlyMap<string, SpanSubject> = new Map([
  ['llm', 'model'],
  ['tool', 'tool'],
]);
/** Types that are not calls of the agent: its program, and the judges of an experiment. */
const PROGRAM: ReadonlySet<string> = new Set(['task', 'function', 'eval', 'review']);
const JUDGES: ReadonlySet<string> = new Set([
  'score',
  'facet',
  'preprocessor',
  'classifier',
  'automation',
]);

export function readBraintrustSpan(row: JsonObject): StoredSpan {
  const about = objectOf(row.span_attributes);
  const type =
    textOf(about.type) ?? (about.type === undefined || about.type === null ? '' : 'null');
  const kind = KINDS.get(type) ?? 'other';
  const isJudge = JUDGES.has(type) || about.purpose === 'scorer';
  const metrics = objectOf(row.metrics);
  const failure = readFailure(row.error);
  const [parent] = listOf(row.span_parents);
  const isKnown = kind !== 'other' || isJudge || type === '' || PROGRAM.has(type);
  return {
    spanId: textOf(row.span_id) ?? textOf(row.id),
    parentId: textOf(parent),
    name: textOf(about.name) ?? '',
    kind,
    unknownType: isKnown ? null : type,
    isJudge,
    input: row.input ?? undefined,
    output: row.output ?? undefined,
    startMs: readMs(metrics.start, 's') ?? readMs(row.created),
    endMs: readMs(metrics.end, 's'),
    outcome: failure === null ? 'unset' : 'error',
    failure: failure?.split('\n', 1)[0] ?? null,
    findings: kind === 'tool' ? toolOf(about.name, row) : kind === 'model' ? modelOf(row) : {},
    metadata: parent === undefined ? metadataOf(row) : new Map(),
  };
}

function modelOf({ metadata, metrics }: JsonObject): Findings {
  const { model, tools } = objectOf(metadata);
  const counts = objectOf(metrics);
  const usage = usageFrom({
    inputTokens: readNumber(counts.prompt_tokens),
    outputTokens: readNumber(counts.completion_tokens),
    cost: readNumber(counts.estimated_cost),
  });
  const name = textOf(model);
  return {
    ...(Array.isArray(tools) ? { tools: readTools(tools) } : {}),
    ...(usage === null ? {} : { usage }),
    ...(name === null ? {} : { model: name }),
  };
}

/** A wrapped function has a list of what it was passed: for the AI SDK the arguments, then the call's id. */
function toolOf(name: Json | undefined, { input, metadata }: JsonObject): Findings {
  const [passed, options] = listOf(input);
  const id = textOf(objectOf(metadata).tool_call_id) ?? textOf(objectOf(options).toolCallId);
  return {
    toolName: textOf(name),
    ...(isJsonObject(passed) ? { arguments: passed } : {}),
    ...(id === null ? {} : { callId: id }),
  };
}

/** What the root span says about the run; the row of a dataset that it was made for is its case. */
function metadataOf(row: JsonObject): ReadonlyMap<string, Json> {
  const metadata = new Map(Object.entries(objectOf(row.metadata)));
  const { tags, dataset_record_id: record } = row;
  if (Array.isArray(tags) && tags.length > 0) metadata.set('tags', tags);
  const item = textOf(record) ?? textOf(objectOf(row.origin).id);
  if (item !== null) metadata.set('whichtool.case', item);
  return metadata;
}
