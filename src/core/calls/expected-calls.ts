import { compileAmbiguity } from '../tools/ambiguous-spelling.ts';
import {
  type ArgumentRules,
  compileArgumentRules,
  EXACT,
  type RelaxationOptions,
} from '../arguments/argument-rules.ts';
import { canonicalJson } from '../json/equal-json.ts';
import { Expectation, type ExpectedCall } from './expectation.ts';
import type { ExpectedTools } from '../tools/expected-tools.ts';
import { compileExpected } from '../arguments/markers.ts';
import { relaxJson } from '../arguments/relax-json.ts';
import type { Remark, Services } from '../scoring/scorer.ts';
import { formatPattern, patternKey, ToolIndex, type ToolPattern } from '../tools/tool-pattern.ts';
import type { ToolCall } from '../trace/trace.ts';

/** A list of expected calls, compiled, with the look-up of which calls can meet which. */
export class ExpectedCalls {
  readonly expectations: readonly Expectation[];
  /** One slot per expectation. */
  readonly index: ToolIndex;
  readonly rulesOf: (call: ToolCall) => ArgumentRules;
  readonly remarks: (calls: readonly ToolCall[]) => readonly Remark[];
  #names: readonly string[] | null = null;

  /** Compiles expected calls under the relaxations of the scorer or of the tool that is called. */
  constructor(calls: readonly ExpectedCall[], options: RelaxationOptions, outside: Services) {
    const services = withToday(outside, options);
    const { rulesOf } = compileToolRules(options);
    const tools = calls.map((call) => call.tool);
    this.expectations = calls.map((call) => new Expectation(call, rulesOf, services));
    this.index = indexOf(tools);
    this.rulesOf = rulesOf;
    this.remarks = compileAmbiguity(tools, this.index);
  }

  /** What is expected as a person reads it, built when it is asked for: only what was missed is ever named. */
  get names(): readonly string[] {
    return (this.#names ??= this.expectations.map((expectation) => expectation.format()));
  }

  /** The tools that are expected. */
  get tools(): readonly ExpectedTools[] {
    return this.expectations.map(({ tool }) => ({ class: null, tools: [tool] }));
  }
}

/** Indexes of the latest lists of tools: the rows of a dataset differ in arguments more than in tools. */
const INDEXES = new Map<string, ToolIndex>();
const MAX_INDEXES = 1000;
const MAX_KEY_LENGTH = 1000;

function indexOf(tools: readonly ToolPattern[]): ToolIndex {
  const key = JSON.stringify(tools);
  let index = INDEXES.get(key);
  if (index !== undefined) return index;
  index = new ToolIndex(tools.map((tool) => [tool]));
  if (key.length > MAX_KEY_LENGTH) return index;
  if (INDEXES.size >= MAX_INDEXES) INDEXES.clear();
  INDEXES.set(key, index);
  return index;
}

/** Expected calls without those that are spelled like an earlier one and have equal arguments. */
export function distinctExpected(
  calls: readonly ExpectedCall[],
  options: RelaxationOptions,
  outside: Services,
): readonly ExpectedCall[] {
  const services = withToday(outside, options);
  const { rulesFor } = compileToolRules(options);
  const keys = new Set<string>();
  return calls.filter(({ tool, args }) => {
    let key = patternKey(tool);
    if (args !== undefined) {
      const compiled = compileExpected(args, services);
      // The content of a marker is not an argument: it is equal only as it is written.
      const isPlain = 'plain' in compiled && compiled.plain === args;
      key += canonicalJson(isPlain ? relaxJson(args, rulesFor(tool)) : args);
    }
    return !keys.has(key) && keys.add(key);
  });
}

/** What scorers need from outside the core, with the day that the options name. */
export function withToday(services: Services, { today }: RelaxationOptions): Services {
  return today === undefined ? services : { ...services, today };
}

interface ToolRules {
  readonly rulesOf: (call: ToolCall) => ArgumentRules;
  readonly rulesFor: (pattern: ToolPattern) => ArgumentRules;
}

const EXACT_FOR_ALL: ToolRules = { rulesOf: () => EXACT, rulesFor: () => EXACT };

/** The relaxations of each tool: its own where it has some, otherwise the scorer's. */
export function compileToolRules(options: RelaxationOptions): ToolRules {
  const general = compileArgumentRules(options);
  if (options.for_tool === undefined && general.exact) return EXACT_FOR_ALL;
  const special = Object.entries(options.for_tool ?? {}).map(([tool, relax]) => ({
    tool,
    rules: compileArgumentRules({ ...options, ...relax }),
  }));
  if (special.length === 0) return { rulesOf: () => general, rulesFor: () => general };
  const index = new ToolIndex(special.map(({ tool }) => [tool]));
  return {
    rulesOf: (call) => special[index.match(call)[0] ?? -1]?.rules ?? general,
    rulesFor(pattern) {
      const spelled = formatPattern(pattern);
      const match = special.find(({ tool }) => tool === spelled || spelled.endsWith(`.${tool}`));
      return match?.rules ?? general;
    },
  };
}
