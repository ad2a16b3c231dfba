import { isJsonObject, type Json, type JsonObject } from '#core';
import {
  type DraftStatus,
  statusOfWord,
  type StatusWords,
  worstStatus,
} from '../../draft/read-status.ts';
import { resultText } from '../../draft/result-text.ts';
import { textOf } from '../../draft/text-of.ts';
import type { Attributes } from '../../spans/attributes.ts';
import { toolOfSpan } from '../../spans/genai.ts';
import { readOutcome } from '../../draft/read-outcome.ts';
import type { SpanFacts } from '../../spans/span-facts.ts';
import { unpack } from './fields.ts';
import type { Execution } from './joined-calls.ts';
import { readResults } from './read-said.ts';

/** Reads the run of a tool; `times` says whether and when it began and ended. */
export function readExecution(
  row: JsonObject,
  facts: SpanFacts,
  attributes: Attributes,
  times: Pick<Execution, 'startedAt' | 'durationMs'>,
): Execution {
  const { isUpdate } = facts;
  const [result] = readResults(row.output);
  return {
    id: facts.callId ?? result?.id ?? null,
    name:
      facts.toolName ??
      textOf(attributes.get('tool.name')) ??
      toolOfSpan(textOf(row.name) ?? '') ??
      '',
    server: facts.server,
    arguments: facts.arguments ?? readInput(row, attributes),
    // An update records that a call was made, not how it ended or how long it took.
    status: isUpdate ? null : (facts.status ?? readStatus(row, result?.status ?? null, times)),
    result: isUpdate ? undefined : (result?.text ?? resultText(unpack(row.output))),
    startedAt: times.startedAt,
    durationMs: isUpdate ? undefined : times.durationMs,
  };
}

/** What was passed: LangSmith's instrumentation puts it under `input`, Langfuse's decorators under `kwargs`. */
function readInput(row: JsonObject, attributes: Attributes): Json | undefined {
  const input = unpack(row.input);
  if (!isJsonObject(input)) return input ?? undefined;
  const { args, kwargs, input: inner } = input;
  if (attributes.has('langsmith.span.kind') && isJsonObject(inner)) return inner;
  return Array.isArray(args) && args.length === 0 && isJsonObject(kwargs) ? kwargs : input;
}

/** A level says whether it failed. An execution without an end and an output may still be running. */
function readStatus(
  row: JsonObject,
  recorded: DraftStatus | null,
  { durationMs }: Pick<Execution, 'durationMs'>,
): DraftStatus | null {
  const gave = row.output ?? null;
  const hasEnded = durationMs !== undefined || (gave !== null && gave !== 'null');
  return worstStatus(
    statusOfWord(row.level, LEVELS),
    recorded ?? readOutcome(row.output) ?? (hasEnded ? 'ok' : null),
  );
}

const LEVELS: StatusWords = new Map([
  ['DEBUG', null],
  ['DEFAULT', null],
  ['WARNING', null],
  ['ERROR', 'error'],
]);
