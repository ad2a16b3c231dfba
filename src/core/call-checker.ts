import { CallSet } from './call-set.ts';
import type { JsonObject } from './json.ts';
import { type CompiledSchema, compileSchema } from './json-schema/index.ts';
import { explainNearMiss } from './near-miss.ts';
import type { Services } from './scorer.ts';
import { stringifyJson } from './stringify-json.ts';
import { suggest } from './suggest.ts';
import { formatTool, type ToolCall, type ToolRef, type ToolSpec, type Trace } from './trace.ts';

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
  readonly knowsTools: boolean;
  readonly knowsSchemas: boolean;
}

/** Offered tools by name. A server that either side leaves out is not held against a call. */
export class Catalog {
  readonly tools: readonly ToolSpec[];
  readonly hasSchemas: boolean;
  readonly #byName = new Map<string, ToolSpec[]>();

  constructor(tools: readonly ToolSpec[]) {
    this.tools = tools;
    this.hasSchemas = tools.some((tool) => tool.inputSchema !== null);
    for (const tool of tools) {
      const same = this.#byName.get(tool.name);
      if (same === undefined) this.#byName.set(tool.name, [tool]);
      else same.push(tool);
    }
  }

  find(call: ToolRef): ToolSpec | undefined {
    const same = this.#byName.get(call.name);
    return (
      same?.find((tool) => tool.server === call.server) ??
      same?.find((tool) => tool.server === null || call.server === null)
    );
  }
}

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

  /** `catalog` stands in for traces that do not say what was offered. */
  constructor(catalog: readonly ToolSpec[] | undefined, services: Services) {
    this.#schemas = new Schemas(services);
    this.#shared = catalog === undefined ? null : new Catalog(catalog);
  }

  check(calls: readonly ToolCall[], trace: Trace): CheckedCalls {
    const catalog = this.catalogOf(trace);
    const seen = new CallSet();
    return {
      findings: calls.map((call, i) => this.#findingsOf(call, catalog, seen.add(call, i) === i)),
      knowsTools: catalog !== null,
      knowsSchemas: catalog?.hasSchemas ?? false,
    };
  }

  /** What to say of a call that no tool or no schema takes; null when there is nothing. */
  explain(call: ToolCall, trace: Trace): string | null {
    const catalog = this.catalogOf(trace);
    const tool = catalog?.find(call);
    if (catalog !== null && tool === undefined) {
      const patterns = catalog.tools.map(({ server, name }) =>
        server === null ? { tool: name } : { server, tool: name },
      );
      return explainNearMiss(call, patterns) ?? guessTool(call, catalog.tools);
    }
    const path = this.#invalidPath(tool, call);
    return path === null ? null : `its arguments break the tool's schema: ${path}`;
  }

  /** Whether the arguments of a call fit the schema of its tool; null when no schema is known. */
  isValid(call: ToolCall, trace: Trace): boolean | null {
    const tool = this.catalogOf(trace)?.find(call);
    if (tool === undefined || tool.inputSchema === null) return null;
    return call.arguments.state !== 'unparsed' && this.#invalidPath(tool, call) === null;
  }

  /** Where and how the arguments of a call break the schema of its tool; null when they do not. */
  explainArguments(call: ToolCall, trace: Trace): string | null {
    return this.#invalidPath(this.catalogOf(trace)?.find(call), call);
  }

  /** The tools on offer in a run; null when they are not known. */
  catalogOf(trace: Trace): Catalog | null {
    const { offered } = trace;
    if (offered === null) return this.#shared;
    // Several scorers ask about one run, one after the other.
    if (this.#last?.tools !== offered) this.#last = new Catalog(offered);
    return this.#last;
  }

  #findingsOf(call: ToolCall, catalog: Catalog | null, isNew: boolean): CallFinding[] {
    const tool = catalog?.find(call);
    const findings: CallFinding[] = [];
    if (catalog !== null && tool === undefined) findings.push('hallucinated');
    if (this.#invalidPath(tool, call) !== null) findings.push('invalid_args');
    if (call.arguments.state === 'unparsed') findings.push('unparsed_args');
    if (call.status === 'error') findings.push('failed');
    if (!isNew) findings.push('duplicate');
    return findings;
  }

  #invalidPath(tool: ToolSpec | undefined, call: ToolCall): string | null {
    if (tool === undefined || tool.inputSchema === null || call.arguments.state === 'unparsed')
      return null;
    const value = call.arguments.state === 'parsed' ? call.arguments.value : {};
    const violation = this.#schemas.compile(tool.inputSchema).validate(value);
    if (violation === null) return null;
    return `${violation.pointer === '' ? '' : `at ${violation.pointer}: `}${violation.message}`;
  }
}

/** The offered tool that was perhaps meant. Only plain letters are compared: those of all runtimes agree on. */
function guessTool(call: ToolCall, offered: readonly ToolSpec[]): string | null {
  const written = formatTool(call);
  // Very short names are all alike.
  if (call.name.length < 4 || !/^[ -~]+$/.test(written)) return null;
  const near = suggest(written, offered.map(formatTool));
  return near === null ? null : `perhaps ${near} was meant`;
}
