import { formatTool, type Json, type JsonObject, stringifyJson } from '#core';
import type { AgentPatch, ToolPatch } from '#reporters';
import {
  type AgentDocument,
  agentKind,
  type ExampleDocument,
  honours,
  type MergeDocument,
  NO_TOOL,
  type OverrideDocument,
  type OverridesDocument,
  type TrialDocument,
} from '#schema';
import type { AgentPlan, Suite } from '#suite';
import type { ListedTool } from './listed-tools.ts';

/** The changes that are tried, as far as they concern one agent and the tools that it is offered. */
export class AgentTrial {
  readonly agent: AgentPlan;
  readonly tools: readonly ListedTool[];
  readonly #trial: TrialDocument;
  readonly #merges: readonly (readonly [string, MergeDocument])[];

  constructor(trial: TrialDocument, agent: AgentPlan, tools: readonly ListedTool[]) {
    this.#trial = trial;
    this.agent = agent;
    this.tools = tools;
    this.#merges = Object.entries(trial.merge_tools ?? {}).filter(([, { modes }]) =>
      Object.values(modes).every((spelling) => tools.some((tool) => isNamed(tool, spelling))),
    );
  }

  /** Whether the model sees something else of a tool. */
  changes(tool: ListedTool): boolean {
    return (
      overrideOf(this.#trial.overrides, tool) !== undefined ||
      this.#isDropped(tool) ||
      this.#mergeOf(tool) !== undefined
    );
  }

  /** Whether every case may change, whatever tool it expects. */
  get concernsAllCases(): boolean {
    return this.#system !== undefined || this.#examples.length > 0;
  }

  /** The agent with what is tried on top of what it has. */
  applied(suite: Suite): AgentPlan {
    const { document } = this.agent;
    const overrides = new Map(Object.entries({ ...suite.overrides, ...document.overrides }));
    for (const tool of this.tools) {
      const tried = overrideOf(this.#trial.overrides, tool);
      // The longer spelling wins over every other that the suite may use.
      const key = formatTool(tool);
      if (tried !== undefined) overrides.set(key, { ...overrides.get(key), ...tried });
    }
    const dropped = this.tools.filter((tool) => this.#isDropped(tool)).map(formatTool);
    const changed: AgentDocument = {
      ...document,
      overrides: Object.fromEntries(overrides),
      ...(dropped.length === 0
        ? {}
        : { drop_tools: [...new Set([...(document.drop_tools ?? []), ...dropped])] }),
      ...(this.#merges.length === 0
        ? {}
        : { merge_tools: { ...document.merge_tools, ...Object.fromEntries(this.#merges) } }),
      ...(this.#system === undefined ? {} : { system: this.#system }),
      ...(this.#examples.length === 0
        ? {}
        : { examples: [...(document.examples ?? []), ...this.#examples] }),
    };
    return { ...this.agent, document: changed };
  }

  /** What the model sees now and did not see before, tool by tool. */
  patch(): readonly ToolPatch[] {
    const merged = this.#merges.map(([name, { description, modes, input_schema: schema }]) => ({
      server: null,
      name,
      ...(description === undefined ? {} : { description: { before: null, after: description } }),
      ...(schema === undefined ? {} : { inputSchema: { before: {}, after: schema as JsonObject } }),
      modes,
    }));
    return [
      ...this.tools.filter((tool) => this.changes(tool)).map((tool) => this.#patchOf(tool)),
      ...merged,
    ];
  }

  /** What the agent sees now beside its tools; null where that is what it was. */
  agentPatch(): AgentPatch | null {
    if (!this.concernsAllCases) return null;
    const before = this.agent.document.system ?? null;
    const examples = this.#examples.map((example) => stringifyJson(example as unknown as Json));
    return {
      agent: this.agent.name,
      ...(this.#system === undefined ? {} : { system: { before, after: this.#system } }),
      ...(examples.length === 0 ? {} : { examples }),
    };
  }

  #patchOf(tool: ListedTool): ToolPatch {
    const { server, name, description: before, inputSchema } = tool;
    const merge = this.#mergeOf(tool);
    if (merge !== undefined || this.#isDropped(tool))
      return { server, name, removed: { description: before, mergedInto: merge ?? null } };
    const { description: after, input_schema: schema } =
      overrideOf(this.#trial.overrides, tool) ?? {};
    return {
      server,
      name,
      ...(after === undefined ? {} : { description: { before, after } }),
      ...(schema === undefined
        ? {}
        : { inputSchema: { before: inputSchema, after: schema as JsonObject } }),
    };
  }

  get #system(): string | undefined {
    return this.#honours('system') ? this.#trial.system : undefined;
  }

  get #examples(): readonly ExampleDocument[] {
    if (!this.#honours('examples')) return [];
    const merged = new Set(this.#merges.map(([name]) => name));
    return (this.#trial.examples ?? []).filter(
      ({ tool }) =>
        tool === NO_TOOL ||
        merged.has(tool) ||
        this.tools.some((listedTool) => isNamed(listedTool, tool)),
    );
  }

  #honours(key: 'system' | 'examples'): boolean {
    return honours(agentKind(this.agent.document, this.agent.model), 'agent', key);
  }

  #isDropped(tool: ListedTool): boolean {
    return (this.#trial.drop_tools ?? []).some((spelling) => isNamed(tool, spelling));
  }

  /** The name of the merged tool that represents a tool. */
  #mergeOf(tool: ListedTool): string | undefined {
    return this.#merges.find(([, { modes }]) =>
      Object.values(modes).some((spelling) => isNamed(tool, spelling)),
    )?.[0];
  }
}

/** Whether a tool is meant by `server.name` or `name`. */
export function isNamed(tool: ListedTool, spelling: string): boolean {
  return tool.name === spelling || formatTool(tool) === spelling;
}

/** What is tried on a tool: by its name, then by its server and name; undefined where nothing is. */
function overrideOf(
  overrides: OverridesDocument = {},
  tool: ListedTool,
): OverrideDocument | undefined {
  const spellings = [...new Set([tool.name, formatTool(tool)])];
  const overriddenSpellings = spellings.filter((spelling) => Object.hasOwn(overrides, spelling));
  if (overriddenSpellings.length === 0) return undefined;
  return Object.assign(
    {},
    ...overriddenSpellings.map((spelling) => overrides[spelling]),
  ) as OverrideDocument;
}
