import type { Issue, IssueCode } from '../issues/issue.ts';
import { isJsonObject, type Json, type JsonObject } from '../json/json.ts';
import { parseCall } from './parse-call.ts';
import { parseTools } from './parse-tools.ts';
import { stringifyJson } from '../json/stringify-json.ts';
import type { Said, ToolCall, Trace, TraceFault, Usage } from './trace.ts';
import { describeKind, parseNumber, parseOptionalText } from './trace-fields.ts';
import { TraceFindings } from './trace-findings.ts';

/** A trace, or everything that is wrong with what should have been one. */
export type ParsedTrace =
  | { readonly ok: true; readonly trace: Trace }
  | { readonly ok: false; readonly issues: Issue<'TRACE_SCHEMA'>[] };

const SHAPE = 'a native trace is { "tool_calls": [ { "name": "…", "server": "…" } ] }';

/**
 * Turns a native trace (parsed JSON, or the same as a program's own value) into a trace. Nothing is coerced, unknown
 * keys are ignored, and so is whatever the record says about its own success.
 */
export function parseTrace(value: unknown): ParsedTrace {
  const findings = new TraceFindings();
  const trace = isJsonObject(value) ? readTrace(value, findings) : null;
  if (trace === null) findings.fail('', 'a trace must be an object', SHAPE);
  if (trace === null || findings.failed) return { ok: false, issues: findings.faults() };
  return { ok: true, trace };
}

// Members are read by fixed names that Object.prototype does not have, so plain access finds own members only.
function readTrace(value: JsonObject, findings: TraceFindings): Trace {
  const calls = parseCalls(value.tool_calls, findings);
  const { input = null, output = null, metadata = null } = value;
  if (metadata !== null && !isJsonObject(metadata)) {
    findings.fail('/metadata', `metadata must be an object, not ${describeKind(metadata)}`);
  }
  const times = parseTimes(value, findings);
  const said = parseSaid(value.said);
  const answers = parseAnswers(value.answers);
  const fault = parseFault(value.error);
  const isPartial = parsePartial(value.partial, findings);
  // Nothing is scored by it: another value is ignored like an unknown key.
  const model = typeof value.model === 'string' && value.model !== '' ? value.model : null;
  const trace: { -readonly [K in keyof Trace]: Trace[K] } = {
    id: parseOptionalText('/id', value.id, findings),
    test: parseOptionalText('/test', value.test, findings),
    case: parseOptionalText('/case', value.case, findings),
    agent: parseOptionalText('/agent', value.agent, findings),
    run: parseRun(value.run, findings),
    input,
    calls,
    offered: parseTools(value.tools, findings),
    output,
    usage: parseUsage(value.usage, findings),
    // Other test tools have a word of their own for an agent that crashed.
    error:
      parseError('error', value.error, findings) ??
      parseError('agent_error', value.agent_error, findings),
    metadata: isJsonObject(metadata) ? metadata : null,
    issues: findings.issues(),
  };
  // Assigned one by one: a copy of the whole trace would take longer than reading it.
  if (model !== null) trace.model = model;
  if (times !== null) Object.assign(trace, times);
  if (said !== null) trace.said = said;
  if (answers !== null) trace.answers = answers;
  if (fault !== null) trace.fault = fault;
  if (isPartial) trace.partial = true;
  return trace;
}

function parsePartial(value: Json | undefined, findings: TraceFindings): boolean {
  if (value === undefined || value === null || typeof value === 'boolean') return value === true;
  findings.fail('/partial', `partial must be true or false, not ${describeKind(value)}`);
  return false;
}

/** The code of an error that is about the record. An error without one is a crash of the agent. */
function parseFault(error: Json | undefined): TraceFault | null {
  if (!isJsonObject(error)) return null;
  const { message, code, pointer, types } = error;
  if (typeof message !== 'string' || typeof code !== 'string' || !isFaultCode(code)) return null;
  return {
    code,
    ...(typeof pointer === 'string' ? { pointer } : {}),
    ...(isTextList(types) ? { types } : {}),
  };
}

function isTextList(value: Json | undefined): value is readonly string[] {
  return (
    Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string')
  );
}

/** Other writers put a code of their own into an error, such as `ECONNRESET`: that is a crash. */
const FAULT_CODE = /^READ_[A-Z_]{1,60}$/;

/** A code that only another version has is kept as it is. */
function isFaultCode(code: string): code is IssueCode {
  return FAULT_CODE.test(code);
}

function parseCalls(value: Json | undefined, findings: TraceFindings): ToolCall[] {
  const calls: ToolCall[] = [];
  if (!Array.isArray(value)) {
    const problem =
      value === undefined ? 'is missing' : `must be a list, not ${describeKind(value)}`;
    findings.fail('/tool_calls', `tool_calls ${problem}`, SHAPE);
    return calls;
  }
  for (let index = 0; index < value.length; index++) {
    const call = parseCall(value[index], index, findings);
    if (call !== null) calls.push(call);
  }
  return calls;
}

/** Times are for people: a trace without them is like most, and has no members for them. */
function parseTimes(
  value: JsonObject,
  findings: TraceFindings,
): { startedAt?: string; durationMs?: number } | null {
  if (value.started_at === undefined && value.duration_ms === undefined) return null;
  const startedAt = parseOptionalText('/started_at', value.started_at, findings);
  const durationMs = parseNumber('/duration_ms', value.duration_ms, findings);
  return {
    ...(startedAt === null ? {} : { startedAt }),
    ...(durationMs === null ? {} : { durationMs }),
  };
}

const SPEAKERS: ReadonlySet<Json | undefined> = new Set(['system', 'user', 'assistant', 'tool']);

/** What was said is for people: what does not look like it is left out like an unknown key. */
function parseSaid(value: Json | undefined): readonly Said[] | null {
  return Array.isArray(value) && value.length > 0 && value.every(isSaid) ? value : null;
}

/** Like `said` it is used to cut cases only: another value is left out like an unknown key. */
function parseAnswers(value: Json | undefined): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : null;
}

function isSaid(value: Json): boolean {
  if (!isJsonObject(value)) return false;
  const { role, text, turn, id = '', name = '' } = value;
  return (
    SPEAKERS.has(role) &&
    [text, id, name].every((item) => typeof item === 'string') &&
    Number.isSafeInteger(turn) &&
    (turn as number) >= 0
  );
}

function parseRun(value: Json | undefined, findings: TraceFindings): number | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value > 0) return value;
  const actual = typeof value === 'number' ? String(value) : describeKind(value);
  findings.fail('/run', `run must be a whole number from 1, not ${actual}`);
  return null;
}

function parseUsage(value: Json | undefined, findings: TraceFindings): Usage | null {
  if (value === undefined || value === null) return null;
  if (!isJsonObject(value)) {
    findings.fail('/usage', `usage must be an object, not ${describeKind(value)}`);
    return null;
  }
  return {
    inputTokens: parseNumber('/usage/input_tokens', value.input_tokens, findings),
    outputTokens: parseNumber('/usage/output_tokens', value.output_tokens, findings),
    cost: parseNumber('/usage/cost', value.cost, findings),
  };
}

function parseError(key: string, value: Json | undefined, findings: TraceFindings): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string') return value;
  if (isJsonObject(value)) {
    return typeof value.message === 'string' ? value.message : stringifyJson(value);
  }
  findings.fail(`/${key}`, `${key} must be text, an object or null, not ${describeKind(value)}`);
  return null;
}
