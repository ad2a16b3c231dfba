import type { Json, Report } from '#core';
import { planSuite, runSuite, type RunSuiteOptions } from '#node';
import { exitCodeOf, inspectTraces, runError } from '#run';
import { VERSION } from '../output/version.ts';
import { explainEntry, summariseParts } from './explain-entry.ts';
import { type McpArguments, type McpContext, pathsIn, suitesIn } from './mcp-context.ts';

/** A tool of the server: what it is for, what it takes, and what it returns as data. */
export interface McpTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly properties: Readonly<Record<string, object>>;
  readonly required: readonly string[];
  /** Whether it changes nothing, given the flags of the server. */
  readonly isReadOnly: (context: McpContext) => boolean;
  readonly call: (values: McpArguments, context: McpContext) => Promise<unknown>;
}

const LIST = { type: 'array', items: { type: 'string' } };
const SUITES = {
  ...LIST,
  description: 'Suites: files, folders or globs. Default: whichtool.yaml.',
};
const TRACES = { ...LIST, description: 'Recorded runs: files, folders or globs inside the root.' };
const FORMAT = { type: 'string', description: 'The format of the traces. Default: detected.' };
const FILTER = { type: 'string', description: 'Only tests and evals whose name contains this.' };
const always = (): boolean => true;

/** The tools that a coding agent needs to write and check suites. */
export const MCP_TOOLS: readonly McpTool[] = [
  {
    name: 'inspect',
    title: 'Inspect traces',
    description:
      'Which tools were called in recorded runs, how often, by whom, failed, repeated or made up. Needs no suite.',
    properties: { traces: TRACES, format: FORMAT },
    required: ['traces'],
    isReadOnly: always,
    call: async ({ traces, format }, context) => {
      const report = await inspectTraces(pathsIn(traces, context), {
        cwd: context.root,
        format: typeof format === 'string' ? format : null,
        requester: null,
        thresholds: [],
        maxErrors: 0,
        allowTornTail: false,
        version: VERSION,
        redaction: 'secrets',
        onProgress: () => {},
      });
      return { exitCode: exitCodeOf(report), report };
    },
  },
  {
    name: 'validate',
    title: 'Validate suites',
    description: 'Every error of suites with file, line, column and a hint. Runs nothing.',
    properties: { suites: SUITES },
    required: [],
    isReadOnly: always,
    call: async ({ suites: named }, context) => {
      const { suites } = await suitesIn(named, context);
      return suites.map(({ file, tests, evals, warnings }) => ({
        file,
        tests: tests.map(({ name, gates }) => ({ name, gates: gates.length })),
        evals: evals.map(({ name, gates }) => ({ name, gates: gates.length })),
        warnings,
      }));
    },
  },
  {
    name: 'dry_run',
    title: 'Plan a run',
    description: 'Which runs a suite would make, what judges would be asked, and what it may cost.',
    properties: { suites: SUITES, filter: FILTER },
    required: [],
    isReadOnly: always,
    call: async ({ suites, filter }, context) => {
      const { paths } = await suitesIn(suites, context);
      return await planSuite(paths, optionsOf({ filter }, context));
    },
  },
  {
    name: 'run',
    title: 'Run suites',
    description:
      'Scores and gates suites. Recorded runs are always scored; agents are driven only if the server was started with --allow-run.',
    properties: {
      suites: SUITES,
      traces: TRACES,
      format: FORMAT,
      filter: FILTER,
      max_cost: { type: 'number', minimum: 0, description: 'What models may cost at most.' },
    },
    required: [],
    isReadOnly: ({ canRun }) => !canRun,
    call: async (values, context) => {
      const { report, exitCode } = await measure(values, context);
      return { exitCode, ...summariseParts(report) };
    },
  },
  {
    name: 'explain',
    title: 'Explain a test or a case',
    description:
      'Why a test, or one case of an eval, passed or failed: expected and made calls, misses, evidence.',
    properties: {
      name: { type: 'string', description: 'The name of the test or eval.' },
      case: { type: 'string', description: 'The id of the case of an eval.' },
      suites: SUITES,
      traces: TRACES,
      format: FORMAT,
    },
    required: ['name'],
    isReadOnly: ({ canRun }) => !canRun,
    call: async (values, context) => {
      const { name = '', case: id } = values;
      const { report } = await measure(values, context);
      return explainEntry(
        report,
        typeof name === 'string' ? name : '',
        typeof id === 'string' ? id : null,
      );
    },
  },
];

function optionsOf(
  { filter, traces, format, max_cost: cost }: McpArguments,
  context: McpContext,
): RunSuiteOptions {
  const { root, canRun, maxCost } = context;
  const asked = typeof cost === 'number' ? cost : maxCost;
  const limit = asked === null || maxCost === null ? asked : Math.min(asked, maxCost);
  const named = pathsIn(traces, context);
  return {
    cwd: root,
    ...(typeof filter === 'string' ? { filter } : {}),
    ...(typeof format === 'string' ? { format } : {}),
    ...(named.length === 0 ? {} : { traces: named }),
    ...(limit === null ? {} : { maxCost: limit }),
    ...(canRun ? {} : { exec: false }),
  };
}

/** Runs suites; without --allow-run only where nothing must be made or asked. */
async function measure(
  values: McpArguments,
  context: McpContext,
): Promise<{ report: Report; exitCode: number }> {
  const { paths } = await suitesIn(values.suites, context);
  const options = optionsOf(values, context);
  if (!context.canRun) {
    const { summary, questions } = await planSuite(paths, options);
    const toAsk = questions.reduce((sum, { estimate }) => sum + estimate.toAsk, 0);
    if ((summary.toMake > 0 && options.traces === undefined) || toAsk > 0)
      throw runError(
        'FLAG_MCP',
        'this would drive agents or ask judges, and the server is read only',
        {
          hint: 'give recorded runs as traces, or start it with: whichtool mcp --allow-run',
        },
      );
  }
  return await runSuite(paths, options);
}

/** The JSON Schema of what a tool takes. */
export function inputSchemaOf({ properties, required }: McpTool): { readonly [key: string]: Json } {
  return {
    type: 'object',
    properties: properties as { readonly [key: string]: Json },
    required,
    additionalProperties: false,
  };
}
