import { isJsonObject, type Json, type JsonObject } from '../json/json.ts';
import { stringifyJson } from '../json/stringify-json.ts';
import { parseArguments } from './parse-arguments.ts';
import type { CallStatus, SchemaCheck, ToolCall } from './trace.ts';
import {
  describeKind,
  explainName,
  isName,
  parseNumber,
  parseOptionalText,
  SERVER_HINT,
} from './trace-fields.ts';
import type { TraceFindings } from './trace-findings.ts';

/** The call at a place in `tool_calls`, or null when it is not one. */
export function parseCall(
  value: Json | undefined,
  at: number,
  findings: TraceFindings,
): ToolCall | null {
  if (!isJsonObject(value)) {
    findings.fail(`/tool_calls/${at}`, `a call must be an object, not ${describeKind(value)}`);
    return null;
  }
  const { name, server = null, id = null } = value;
  if (!isName(name)) return failCallName(value, at, findings);
  if (server !== null && !isName(server)) {
    findings.fail(`/tool_calls/${at}/server`, explainName('server', server), SERVER_HINT);
    return null;
  }
  if (id !== null && typeof id !== 'string') {
    findings.fail(`/tool_calls/${at}/id`, `id must be text, not ${describeKind(id)}`);
    return null;
  }
  const status = parseStatus(value.status, at, findings) ?? (hasFailed(value) ? 'error' : null);
  const requester = parseRequester(value.requester, at, findings);
  const passed = parseArguments(value, name, at, findings);
  const call: ToolCall = { server, name, arguments: passed, id, requester, status };
  return hasDetails(value) ? { ...call, ...parseDetails(value, at, findings) } : call;
}

/** What few calls record is kept apart, so that it costs other calls nothing. */
function hasDetails(value: JsonObject): boolean {
  return (
    value.turn !== undefined ||
    value.result !== undefined ||
    value.duration_ms !== undefined ||
    value.started_at !== undefined ||
    value.schema_check !== undefined ||
    value.raw_name !== undefined
  );
}

function parseDetails(value: JsonObject, at: number, findings: TraceFindings): Partial<ToolCall> {
  const place = `/tool_calls/${at}`;
  const turn = parseNumber(`${place}/turn`, value.turn, findings);
  const durationMs = parseNumber(`${place}/duration_ms`, value.duration_ms, findings);
  const startedAt = parseOptionalText(`${place}/started_at`, value.started_at, findings);
  const schemaCheck = parseSchemaCheck(value.schema_check, place, findings);
  const rawName = parseOptionalText(`${place}/raw_name`, value.raw_name, findings);
  const { result = null } = value;
  return {
    ...(result === null ? {} : { result: textOfResult(result) }),
    ...(turn === null ? {} : { turn }),
    ...(rawName === null ? {} : { rawName }),
    ...(schemaCheck === null ? {} : { schemaCheck }),
    ...(startedAt === null ? {} : { startedAt }),
    ...(durationMs === null ? {} : { durationMs }),
  };
}

function textOfResult(result: Json): string {
  return typeof result === 'string' ? result : stringifyJson(result);
}

function parseSchemaCheck(
  value: Json | undefined,
  place: string,
  findings: TraceFindings,
): SchemaCheck | null {
  if (value === undefined || value === null) return null;
  if (value === 'valid' || value === 'invalid') return value;
  findings.fail(
    `${place}/schema_check`,
    `schema_check must be valid or invalid, not ${describeKind(value)}`,
  );
  return null;
}

function failCallName(call: JsonObject, at: number, findings: TraceFindings): null {
  const hint = isJsonObject(call.function)
    ? 'a native call has name and arguments at its top, not under function'
    : undefined;
  findings.fail(`/tool_calls/${at}/name`, explainName('name', call.name), hint);
  return null;
}

function parseStatus(
  value: Json | undefined,
  at: number,
  findings: TraceFindings,
): CallStatus | null {
  if (value === undefined || value === null) return null;
  if (value === 'ok' || value === 'error' || value === 'denied' || value === 'missing') {
    return value;
  }
  const actual = typeof value === 'string' ? `"${value.slice(0, 40)}"` : describeKind(value);
  findings.fail(
    `/tool_calls/${at}/status`,
    `status must be ok, error, denied or missing, not ${actual}`,
  );
  return null;
}

/** A call may record why it failed instead of that it did. */
function hasFailed({ error = null }: JsonObject): boolean {
  return error !== null && error !== false && error !== '';
}

function parseRequester(
  value: Json | undefined,
  at: number,
  findings: TraceFindings,
): string | null {
  if (value === undefined || value === null) return null;
  if (value === 'agent' || value === 'assistant') return null;
  if (typeof value === 'string' && value !== '') return value;
  findings.fail(
    `/tool_calls/${at}/requester`,
    `requester must be text or null, not ${describeKind(value)}`,
  );
  return null;
}
