import {
  canonicalJson,
  type Json,
  type JsonObject,
  redactCalls,
  type RedactionPolicy,
  Redactor,
  redactTrace,
  type Said,
  stringifyJson,
  toNativeTrace,
  type Trace,
} from '#core';
import { sha256 } from '../hash.ts';
import { conversationBefore, withoutSaidResults } from './conversation-before.ts';
import type { Cut } from './cut-cases.ts';

/** One line of `sample.jsonl`: what a reviewer sees, and the run that it came from. */
export interface SampledCase {
  /** The start of its hash. */
  readonly id: string;
  /** What was said before this decision: the text of the user where that is all, otherwise a conversation. */
  readonly input: Json;
  /** Calls before this decision, as in a native trace. */
  readonly before: readonly Json[];
  /**
   * What the agent did: a native trace with the calls of this case alone. Of a whole run it has the input and what was
   * said on the way, where that is recorded: people and judges rate all of it.
   */
  readonly trace: JsonObject;
  readonly turn: number | null;
  readonly stratum: JsonObject;
  /** How many cases of the population it represents: itself and its near-duplicates. */
  readonly represents: number;
}

/** A case without secrets, and how many were replaced. Everything that is written of a trace goes through here. */
export function buildCase(
  cut: Cut,
  stratum: JsonObject,
  represents: number,
  policy: RedactionPolicy,
): { readonly case: SampledCase; readonly redactions: number } {
  const parts = partsOf(cut);
  const redactor = new Redactor(policy);
  for (const part of Object.values(parts)) redactor.reserve(part);
  const redact = (): Pick<SampledCase, 'input' | 'before' | 'trace' | 'turn'> => ({
    input: redactor.json(parts.input),
    before: redactCalls(parts.before, redactor) as readonly Json[],
    trace: redactTrace(parts.trace, redactor),
    turn: cut.turn,
  });
  const whole = redact();
  const redactions = redactor.count;
  redactor.close();
  // A value that its name makes a secret may be in a text, too.
  const content = redactions === 0 ? whole : redact();
  const id = hashCase(content).slice(0, 16);
  return { case: { id, ...content, stratum, represents }, redactions };
}

/**
 * Hashes what a label is about: a label of a case whose hash has changed is stale. Results of the calls of this decision
 * came after it, so they are not part of the hash; nor are the model and what was said in a whole run.
 */
export function hashCase({
  input,
  before,
  trace,
  turn,
}: Pick<SampledCase, 'input' | 'before' | 'trace' | 'turn'>): string {
  const { input: _input, said: _said, model: _model, ...rest } = trace;
  const calls = (trace.tool_calls ?? []) as readonly JsonObject[];
  const tool_calls = calls.map(({ result: _result, ...call }) => call);
  return sha256(canonicalJson({ input, before, trace: { ...rest, tool_calls }, turn }));
}

/** The raw text of a cut: an order among near-duplicates that does not depend on which came first. */
export function rawText(cut: Cut): string {
  return stringifyJson(partsOf(cut));
}

function partsOf(cut: Cut): {
  readonly input: Json;
  readonly before: readonly Json[];
  readonly trace: JsonObject;
} {
  const { trace, turn, calls, before, output, isRun } = cut;
  const native = nativeOf({ ...trace, calls, output });
  const { input: _input, said: _said, answers: _answers, ...rest } = native;
  const { said } = trace;
  const whole = said === undefined || !isRun ? rest : { ...rest, ...wordsOf(native, said) };
  // Usage and times of a whole run do not describe one answer in it.
  const { usage: _usage, duration_ms: _duration, ...decision } = rest;
  const earlier = nativeOf({ ...trace, calls: withoutSaidResults(before, said ?? []) })
    .tool_calls as readonly Json[];
  return {
    input: conversationBefore(cut),
    before: earlier,
    trace: turn === null ? whole : decision,
  };
}

/** The system prompt is in the context of the case. */
function wordsOf({ input = null }: JsonObject, said: readonly Said[]): JsonObject {
  return { input, said: said.filter(({ role }) => role !== 'system') };
}

function nativeOf(trace: Trace): JsonObject {
  return toNativeTrace(trace) as unknown as JsonObject;
}
