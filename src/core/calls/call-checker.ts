import { CallSet } from './call-set.ts';
import { isOutcomeKnown } from './call-status.ts';
import { requesterName } from './requester.ts';
import type { JsonObject } from '../json/json.ts';
import { type CompiledSchema, compileSchema } from '../json-schema/index.ts';
import { explainNearMiss } from '../tools/near-miss.ts';
import { containsRedacted } from '../arguments/redacted-comparison.ts';
import type { Services } from '../scoring/scorer.ts';
import { stringifyJson } from '../json/stringify-json.ts';
import { suggest } from '../text/suggest.ts';
import {
  formatTool,
  type SchemaCheck,
  type ToolCall,
  type ToolRef,
  type ToolSpec,
  type Trace,
} from '../trace/trace.ts';

/** What is wrong with a call by itself, whatever was expected. */
export type CallFinding =
  | 'hallucinated'
  | 'invalid_args'
  | 'unparsed_args'
  | 'failed'
  | 'duplicate';

/** What was found about the calls of a run. */
export interface CheckedCalls {
  /** Per call, the gravest first. */
  readonly findings: readonly (readonly CallFinding[])[];
  /** There are calls, and the offered tools are not known. */
  readonly lacksTools: boolean;
  /** There are calls, and no schema of a tool is known. */
  readonly lacksSchemas: boolean;
  /** The calls whose tool has a schema that cannot be judged. */
  readonly unjudged: readonly number[];
  /** Some call has no recorded status. */
  readonly lacksStatus: boolean;
  /** Of some call is not known whether it failed. */
  readonly lacksOutcome: boolean;
}

/** Offered tools by name. A server that either side leaves out is not held against a call. */
export class Catalog {
  readonly tools: readonly ToolSpec[];
  readonly hasSchemas: boolean;
  readonly #byName = new Map<string, ToolSpec[]>();
  readonly #hasAgents: boolean;

  constructor(tools: readonly ToolSpec[]) {
    this.tools = tools;
    this.hasSchemas = tools.some((tool) => tool.inputSchema !== null);
    this.#hasAgents = tools.some((tool) => tool.agents !== undefined);
    for (const tool of tools) {
      const same = this.#byName.get(tool.name);
      if (same === undefined) this.#byName.set(tool.name, [tool]);
      else same.push(tool);
    }
  }

  /** The offered tool that a call names; of a call by a sub-agent, only what that sub-agent was offered. */
  find(call: ToolRef & { readonly requester?: string | null }): ToolSpec | undefined {
    const named = this.#byName.get(call.name);
    const same = this.#hasAgents ? named?.filter((tool) => isOffered(tool, call)) : named;
    return (
      same?.find((tool) => tool.server === call.server) ??
      same?.find((tool) => tool.server === null || call.server === null)
    );
  }
}

/** Whether a tool is offered to the requester of a call; a reference without a requester may be of any. */
function isOffered(
  { agents }: ToolSpec,
  { requester }: { readonly requester?: string | null },
): boolean {
  if (agents === undefined || requester === undefined) return true;
  return agents.map(requesterName).includes(requesterName(requester));
}

/** What figures need that were not recorded, in the words of a report. */
export const OFFERED_TOOLS = 'the tools that were offered';
export const JUDGED_SCHEMAS = 'a usable schema for every call';
export const CALL_STATUS = 'the status of every call';

/** How many different schemas are kept ready at once. */
const KEPT = 1000;

/** Schemas made ready, equal ones once: every trace brings its own copy of the same tools. */
class Schemas {
  readonly #regex: Services['regex'];
  readonly #known = new Map<string, CompiledSchema>();
  /** The calls of one run ask for the very same schemas: those need not be written out again to be known. */
  readonly #met = new WeakMap<object, CompiledSchema>();

  constructor({ regex }: Services) {
    this.#regex = regex;
  }

  compile(schema: JsonObject | boolean): CompiledSchema {
    const met = typeof schema === 'boolean' ? undefined : this.#met.get(schema);
    if (met !== undefined) return met;
    const key = stringifyJson(schema);
    let compiled = this.#known.get(key);
    if (compiled === undefined) {
      compiled = compileSchema(schema, this.#regex);
      if (this.#known.size >= KEPT) this.#known.clear();
      this.#known.set(key, compiled);
    }
    if (typeof schema !== 'boolean') this.#met.set(schema, compiled);
    return compiled;
  }
}

/** Looks at calls without any expectation: against the tools on offer, their schemas, and each other. */
export class CallChecker {
  readonly #schemas: Schemas;
  readonly #shared: Catalog | null;
  #last: Catalog | null = null;

  /** `catalog` is used for traces that do not say what was offered. */
  constructor(catalog: readonly ToolSpec[] | undefined, services: Services) {
    this.#schemas = new Schemas(services);
    this.#shared = catalog === undefined ? null : new Catalog(catalog);
  }

  check(calls: readonly ToolCall[], trace: Trace): CheckedCalls {
    const catalog = this.catalogOf(trace);
    const seen = new CallSet();
    const unjudged: number[] = [];
    let lacksStatus = false;
    let lacksOutcome = false;
    const findings = calls.map((call, i) => {
      const tool = catalog?.find(call);
      const violation = this.#violationOf(tool, call);
      if (violation === undefined) unjudged.push(i);
      if (call.status === null) lacksStatus = true;
      if (!isOutcomeKnown(call.status)) lacksOutcome = true;
      const findings: CallFinding[] = [];
      if (catalog !== null && tool === undefined) findings.push('hallucinated');
      if (typeof violation === 'string') findings.push('invalid_args');
      if (call.arguments.state === 'unparsed') findings.push('unparsed_args');
      if (call.status === 'error') findings.push('failed');
      if (seen.add(call, i) !== i) findings.push('duplicate');
      return findings;
    });
    return {
      findings,
      lacksTools: this.lacksTools(calls, trace),
      lacksSchemas: calls.length > 0 && catalog?.hasSchemas !== true,
      unjudged,
      lacksStatus,
      lacksOutcome,
    };
  }

  /** What to say of a call that no tool or no schema takes; null when there is nothing. */
  explain(call: ToolCall, trace: Trace): string | null {
    const catalog = this.catalogOf(trace);
    const tool = catalog?.find(call);
    if (catalog !== null && tool === undefined) {
      const other = catalog.tools.find(({ agents, name }) => agents && name === call.name);
      if (other?.agents !== undefined)
        return `it is offered to ${other.agents.join(', ')}, not to ${requesterName(call.requester)}`;
      const patterns = catalog.tools.map(({ server, name }) =>
        server === null ? { tool: name } : { server, tool: name },
      );
      return explainNearMiss(call, patterns) ?? guessTool(call, catalog.tools);
    }
    const violation = this.#violationOf(tool, call) ?? null;
    return violation === null ? null : `its arguments break the tool's schema: ${violation}`;
  }

  /** Whether the arguments of a call fit the schema of its tool; null for a tool without one. */
  judge(call: ToolCall, trace: Trace): 'valid' | 'invalid' | 'unjudged' | null {
    const catalog = this.catalogOf(trace);
    if (catalog === null) return 'unjudged';
    const tool = catalog.find(call);
    if (tool === undefined || tool.inputSchema === null) return null;
    if (call.arguments.state === 'unparsed') return 'invalid';
    const violation = this.#violationOf(tool, call);
    return violation === undefined ? 'unjudged' : violation === null ? 'valid' : 'invalid';
  }

  /** Where and how the arguments of a call break the schema of its tool; null when they do not. */
  explainArguments(call: ToolCall, trace: Trace): string | null {
    return this.#violationOf(this.catalogOf(trace)?.find(call), call) ?? null;
  }

  /** Whether there are calls and the offered tools are not known. */
  lacksTools(calls: readonly ToolCall[], trace: Trace): boolean {
    return calls.length > 0 && this.catalogOf(trace) === null;
  }

  /** The tools on offer in a run; null when they are not known. */
  catalogOf(trace: Trace): Catalog | null {
    const { offered } = trace;
    if (offered === null) return this.#shared;
    // Several scorers ask about one run, one after the other.
    if (this.#last?.tools !== offered) this.#last = new Catalog(offered);
    return this.#last;
  }

  /** Where and how arguments break a schema; null where they do not, undefined where that cannot be judged. */
  #violationOf(tool: ToolSpec | undefined, call: ToolCall): string | null | undefined {
    if (tool === undefined || tool.inputSchema === null || call.arguments.state === 'unparsed')
      return null;
    const value = call.arguments.state === 'parsed' ? call.arguments.value : {};
    if (containsRedacted(value)) return RECORDED[call.schemaCheck ?? 'unknown'];
    const schema = this.#schemas.compile(tool.inputSchema);
    const violation = schema.validate(value);
    if (violation === null) return schema.isSure ? null : undefined;
    return `${violation.pointer === '' ? '' : `at ${violation.pointer}: `}${violation.message}`;
  }
}

/** What is known of redacted arguments: their schema was checked before they were redacted, or never. */
const RECORDED: Readonly<Record<SchemaCheck | 'unknown', string | null | undefined>> = {
  valid: null,
  invalid: 'they did not fit before they were redacted',
  unknown: undefined,
};

/** The offered tool that was perhaps meant. Only plain letters are compared: those of all runtimes agree on. */
function guessTool(call: ToolCall, offered: readonly ToolSpec[]): string | null {
  const written = formatTool(call);
  // Very short names are all alike.
  if (call.name.length < 4 || !/^[ -~]+$/.test(written)) return null;
  const near = suggest(written, offered.map(formatTool));
  return near === null ? null : `perhaps ${near} was meant`;
}
