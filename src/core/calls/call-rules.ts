import {
  compileStatus,
  type CountedStatus,
  type FailedWhen,
  hasStatus,
  isOutcomeKnown,
} from './call-status.ts';
import { isJsonObject, type Json, type JsonObject } from '../json/json.ts';
import { parseJson } from '../json/parse-json.ts';
import { compileRequesters } from './requester.ts';
import { stringifyJson } from '../json/stringify-json.ts';
import type { Services } from '../scoring/scorer.ts';
import { ToolIndex, type ToolPattern } from '../tools/tool-pattern.ts';
import { type Arguments, formatTool, type ToolCall } from '../trace/trace.ts';

/** A tool whose real choice sits in its arguments; paths are written `$.key.key`. */
export interface UnwrapRule {
  readonly tool: ToolPattern;
  readonly server?: string;
  readonly name: string;
  readonly arguments?: string;
}

/** What a suite or test declares about calls before any scorer sees them. */
export interface CallRuleSpec {
  readonly unwrap: readonly UnwrapRule[];
  readonly aliases: readonly { readonly from: ToolPattern; readonly to: ToolPattern }[];
  readonly neutral: readonly ToolPattern[];
  /** Whose calls count; null is the agent and its sub-agents, not the simulated user. */
  readonly requester: readonly string[] | null;
  /** Types of a record that its reader does not know, and that are not calls. */
  readonly ignoreTypes?: readonly string[];
  /** Whether runs are scored by the skills that they pick (`toSkillTrace`) and not by their calls. */
  readonly skills?: true;
  readonly status: CountedStatus;
  /** Which results mean that a call failed, beside those that the format says; null where none do. */
  readonly failedWhen: FailedWhen | null;
}

/** Every call of the agent and its sub-agents counts, as it is recorded. */
export const NO_CALL_RULES: CallRuleSpec = {
  unwrap: [],
  aliases: [],
  neutral: [],
  requester: null,
  status: 'all',
  failedWhen: null,
};

/** The calls that count, with their places in the trace. */
export interface PreparedCalls {
  readonly calls: readonly ToolCall[];
  /** Index in the trace of each call; null when nothing was left out. */
  readonly places: readonly number[] | null;
  readonly remarks: readonly string[];
  /** Under `status: ok`: calls that would count, and of which is not known whether they failed. */
  readonly unknown: number;
}

/** Turns the calls of a trace into the calls that count. */
export type CallRules = (calls: readonly ToolCall[]) => PreparedCalls;

const NONE: readonly string[] = [];

/** Rules ready to run: unwrap, then aliases, then neutral; requester and status first. */
export function compileCallRules(spec: CallRuleSpec, services: Services = {}): CallRules {
  const unwrap = new ToolIndex(spec.unwrap.map((rule) => [rule.tool]));
  const aliases = new ToolIndex(spec.aliases.map((alias) => [alias.from]));
  const neutral = new ToolIndex([spec.neutral]);
  const isCounted = compileRequesters(spec.requester);
  const rewrites = spec.unwrap.length + spec.aliases.length > 0;
  const judge = spec.failedWhen === null ? null : compileStatus(spec.failedWhen, services);

  const counts = (call: ToolCall): boolean =>
    isCounted(call.requester) && hasStatus(spec.status, call.status);
  const isNeutral = (call: ToolCall): boolean =>
    spec.neutral.length > 0 && neutral.match(call).length > 0;

  const countUnknown = (calls: readonly ToolCall[]): number =>
    spec.status === 'ok' ? calls.filter(({ status }) => !isOutcomeKnown(status)).length : 0;

  return (calls) => {
    const remarks: string[] = [];
    const rewrite = (call: ToolCall, place: number): ToolCall => {
      let now = call;
      const rule = spec.unwrap[unwrap.match(now)[0] ?? -1];
      if (rule !== undefined) {
        const inner = applyUnwrap(rule, now);
        if (inner === null) {
          remarks.push(
            `call ${place + 1}: ${formatTool(call)} could not be unwrapped, no tool name at ${rule.name}`,
          );
        } else now = inner;
      }
      const alias = spec.aliases[aliases.match(now)[0] ?? -1];
      return alias === undefined ? now : applyAlias(alias, now);
    };

    if (!rewrites && judge === null && calls.every((call) => counts(call) && !isNeutral(call))) {
      return { calls, places: null, remarks: NONE, unknown: countUnknown(calls) };
    }
    const kept: ToolCall[] = [];
    const places: number[] = [];
    calls.forEach((call, place) => {
      const judged = judge?.(call) ?? call;
      if (!counts(judged)) return;
      const now = rewrites ? rewrite(judged, place) : judged;
      if (isNeutral(now)) return;
      kept.push(now);
      places.push(place);
    });
    const isWhole = kept.length === calls.length;
    return { calls: kept, places: isWhole ? null : places, remarks, unknown: countUnknown(kept) };
  };
}

function applyUnwrap(rule: UnwrapRule, call: ToolCall): ToolCall | null {
  if (call.arguments.state !== 'parsed') return null;
  const name = lookUp(call.arguments.value, rule.name);
  if (typeof name !== 'string' || name === '') return null;
  const server = rule.server === undefined ? null : lookUp(call.arguments.value, rule.server);
  const inner =
    rule.arguments === undefined ? undefined : lookUp(call.arguments.value, rule.arguments);
  return {
    ...call,
    name,
    server: typeof server === 'string' && server !== '' ? server : null,
    arguments: innerArguments(inner),
  };
}

function innerArguments(value: Json | undefined): Arguments {
  if (value === undefined || value === null) return { state: 'absent' };
  if (isJsonObject(value)) return { state: 'parsed', value };
  if (typeof value !== 'string') return { state: 'unparsed', text: stringifyJson(value) };
  const parsed = parseJson(value);
  return parsed.ok && isJsonObject(parsed.value)
    ? { state: 'parsed', value: parsed.value }
    : { state: 'unparsed', text: value };
}

/**
 * An old name written without its server is replaced in place and the call keeps its server.
 * One written with its server is replaced by the whole pair, split at the first dot.
 */
function applyAlias(alias: { from: ToolPattern; to: ToolPattern }, call: ToolCall): ToolCall {
  const { from, to } = alias;
  if (typeof to !== 'string') return { ...call, server: to.server ?? call.server, name: to.tool };
  const bare = typeof from === 'string' ? from === call.name : from.server === undefined;
  const dot = to.indexOf('.');
  if (bare || dot < 1 || dot === to.length - 1) return { ...call, name: to };
  return { ...call, server: to.slice(0, dot), name: to.slice(dot + 1) };
}

/** The value at `$.key.key`, own keys only. */
function lookUp(value: JsonObject, path: string): Json | undefined {
  let at: Json | undefined = value;
  for (const key of path.split('.').slice(1)) {
    if (!isJsonObject(at) || !Object.hasOwn(at, key)) return undefined;
    at = at[key];
  }
  return at;
}
