import { CallSet } from '../call-set.ts';
import type { Json } from '../json.ts';
import { type CompiledSchema, compileSchema } from '../json-schema/index.ts';
import { metricValue } from '../metric.ts';
import { explainNearMiss } from '../near-miss.ts';
import type { CallVerdict, CompiledScorer, RunScore, Scorer, Services } from '../scorer.ts';
import { stringifyJson } from '../stringify-json.ts';
import type { ToolCall, ToolSpec, Trace } from '../trace.ts';

/** What `call_checks` is compiled from. */
export interface CallChecksOptions {
  /** The tools that exist, for traces that do not say what was offered. */
  readonly catalog?: readonly ToolSpec[];
}

/** What is wrong with a call by itself, whatever was expected; the first of them is its verdict. */
type Finding = 'hallucinated' | 'invalid_args' | 'unparsed_args' | 'failed' | 'duplicate';

const IDS: readonly (readonly [Finding, string, string])[] = [
  [
    'hallucinated',
    'hallucinated.calls',
    'calls of tools that were not offered; only where the offered tools are known',
  ],
  [
    'invalid_args',
    'invalid_args.calls',
    "calls whose arguments break the tool's JSON Schema; only where schemas are known",
  ],
  ['unparsed_args', 'unparsed_args.calls', 'calls whose arguments are not a JSON object'],
  ['failed', 'failed.calls', 'calls that ended in an error'],
  ['duplicate', 'duplicate.calls', 'calls of one tool with equal arguments, beyond the first'],
];

/** Counts that need no label. */
export const callChecks: Scorer<CallChecksOptions> = {
  name: 'call_checks',
  version: 1,
  summary: 'Counts that need no label: hallucinated, invalid, unparsed, failed and duplicate calls',
  metrics: IDS.map(([, id, summary]) => ({
    id,
    unit: 'count',
    better: 'lower',
    proportion: false,
    summary,
  })),
  defaultGates: [],
  meanMetric: null,
  tallyKeys: IDS.map(([finding]) => finding),
  showsArguments: true,
  compile: (options, services) => compile(options, services),
  derive: (tally) =>
    IDS.map(([finding]) => {
      // Where no run knew the offered tools or their schemas, nothing was measured.
      if (finding === 'hallucinated' && !tally.with_catalog) return null;
      if (finding === 'invalid_args' && !tally.with_schema) return null;
      return metricValue('count', tally[finding] ?? 0);
    }),
  isVacuous: () => false,
};

/** Offered tools by name. A server that either side leaves out is not held against a call. */
class Catalog {
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

  find(call: ToolCall): ToolSpec | undefined {
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

  constructor({ regex }: Services) {
    this.#regex = regex;
  }

  compile(schema: Json): CompiledSchema {
    const key = stringifyJson(schema);
    let compiled = this.#known.get(key);
    if (compiled === undefined) {
      compiled = compileSchema(schema, this.#regex);
      if (this.#known.size >= KEPT) this.#known.clear();
      this.#known.set(key, compiled);
    }
    return compiled;
  }
}

function compile(options: CallChecksOptions, services: Services): CompiledScorer {
  const schemas = new Schemas(services);
  const shared = options.catalog === undefined ? null : new Catalog(options.catalog);
  const catalogOf = (trace: Trace): Catalog | null =>
    trace.offered === null ? shared : new Catalog(trace.offered);

  const invalidPath = (tool: ToolSpec | undefined, call: ToolCall): string | null => {
    if (tool === undefined || tool.inputSchema === null || call.arguments.state === 'unparsed')
      return null;
    const value = call.arguments.state === 'parsed' ? call.arguments.value : {};
    const violation = schemas.compile(tool.inputSchema).validate(value);
    if (violation === null) return null;
    return `${violation.pointer === '' ? '' : `at ${violation.pointer}: `}${violation.message}`;
  };
  const findingsOf = (call: ToolCall, catalog: Catalog | null, isNew: boolean): Finding[] => {
    const tool = catalog?.find(call);
    const findings: Finding[] = [];
    if (catalog !== null && tool === undefined) findings.push('hallucinated');
    if (invalidPath(tool, call) !== null) findings.push('invalid_args');
    if (call.arguments.state === 'unparsed') findings.push('unparsed_args');
    if (call.status === 'error') findings.push('failed');
    if (!isNew) findings.push('duplicate');
    return findings;
  };

  const score = (calls: readonly ToolCall[], trace: Trace): RunScore => {
    const catalog = catalogOf(trace);
    const seen = new CallSet();
    const tally = {
      hallucinated: 0,
      invalid_args: 0,
      unparsed_args: 0,
      failed: 0,
      duplicate: 0,
      with_catalog: catalog === null ? 0 : 1,
      with_schema: catalog?.hasSchemas ? 1 : 0,
    };
    let perfect = true;
    const verdicts = calls.map((call, i): CallVerdict => {
      const findings = findingsOf(call, catalog, seen.add(call, i) === i);
      for (const finding of findings) tally[finding]++;
      perfect &&= findings.length === 0;
      return findings[0] ?? 'ok';
    });
    return { tally, perfect, sample: null, hits: [], verdicts };
  };

  return {
    scorer: callChecks,
    slots: [],
    score,
    explainCall: (calls, i, trace) => {
      const call = calls[i]!;
      const catalog = catalogOf(trace);
      const tool = catalog?.find(call);
      if (catalog !== null && tool === undefined) {
        return explainNearMiss(
          call,
          catalog.tools.map(({ server, name }) =>
            server === null ? { tool: name } : { server, tool: name },
          ),
        );
      }
      const path = invalidPath(tool, call);
      return path === null ? null : `its arguments break the tool's schema: ${path}`;
    },
  };
}
