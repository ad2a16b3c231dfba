import { setTimeout as wait } from 'node:timers/promises';
import { formatTool, isJsonObject, type Json, type JsonObject } from '#core';
import { answerFromMocks, type ToolMocks } from '../mcp/tool-mocks.ts';
import { applyOverrides, type ToolOverrides } from '../mcp/tool-overrides.ts';
import type { SourceTool } from '../mcp/tool-source.ts';

/** What a program sees of its MCP servers instead of what they are. */
export interface ToolRuleOptions {
  /** Canned answers, the first list that has one first; null where calls go to the servers. */
  readonly mocks: readonly ToolMocks[] | null;
  readonly overrides: ToolOverrides;
  /** The tools of servers that are not started at all; null where all are. */
  readonly catalog: readonly SourceTool[] | null;
}

const METHOD_NOT_FOUND = -32601;

/** Answers for MCP servers, and changes what they list. */
export class ToolRules {
  readonly #options: ToolRuleOptions;
  readonly #listed = new Set<string>();

  constructor(options: ToolRuleOptions) {
    this.#options = options;
  }

  /** Whether servers are not started, so that all messages are answered here. */
  get isWhole(): boolean {
    return this.#options.catalog !== null;
  }

  /** Whether a message of a program is answered here. */
  answers({ method }: JsonObject): boolean {
    return this.isWhole || (this.#options.mocks !== null && method === 'tools/call');
  }

  /** The answer to a message; null where none is due. */
  async answer(server: string, message: JsonObject): Promise<JsonObject | null> {
    const { id = null, method, params = {} } = message;
    if (id === null) return null;
    const members = isJsonObject(params) ? params : {};
    const result = await this.#resultOf(server, method, members);
    const outcome: JsonObject =
      result === null
        ? { error: { code: METHOD_NOT_FOUND, message: 'this is a mock server' } }
        : { result };
    return { jsonrpc: '2.0', id, ...outcome };
  }

  /** An answer to `tools/list` with what the program is to see instead. */
  rewriteList(server: string, message: JsonObject): JsonObject {
    const { result } = message;
    if (!isJsonObject(result) || !Array.isArray(result.tools)) return message;
    const tools = (result.tools as readonly Json[]).map((tool) =>
      isJsonObject(tool) ? this.#rewrite(server, tool) : tool,
    );
    return { ...message, result: { ...result, tools } };
  }

  /** The names in overrides that no listed tool has; none where nothing was listed. */
  unknownOverrides(): readonly string[] {
    if (this.#listed.size === 0) return [];
    return [...this.#options.overrides.keys()].filter((name) => !this.#listed.has(name));
  }

  async #resultOf(server: string, method: unknown, params: JsonObject): Promise<JsonObject | null> {
    if (method === 'tools/call') return this.#call(server, params);
    if (method === 'ping') return {};
    if (method === 'initialize')
      return {
        protocolVersion: params.protocolVersion ?? '2025-06-18',
        capabilities: { tools: {} },
        serverInfo: { name: server, version: '0' },
      };
    if (method !== 'tools/list') return null;
    const own = (this.#options.catalog ?? []).filter((tool) => serverOf(tool) === server);
    const tools = own.map(({ name, description, inputSchema }) =>
      this.#rewrite(server, {
        name,
        ...(description === null ? {} : { description }),
        inputSchema: { type: 'object', ...inputSchema },
      }),
    );
    return { tools };
  }

  async #call(server: string, { name, arguments: args = {} }: JsonObject): Promise<JsonObject> {
    const tool = { server, name: nameOf(name), description: null, inputSchema: {} };
    const passed = isJsonObject(args) ? args : {};
    const { status, text, content, delayMs } = answerFromMocks(
      tool,
      passed,
      this.#options.mocks ?? [],
    );
    if (delayMs !== undefined) await wait(delayMs);
    const isResult = isJsonObject(content) && Array.isArray(content.content);
    return {
      ...(isResult ? content : { content: [{ type: 'text', text }] }),
      ...(status === 'error' ? { isError: true } : {}),
    };
  }

  #rewrite(server: string, tool: JsonObject): JsonObject {
    const { name, description, inputSchema } = tool;
    const source: SourceTool = {
      server,
      name: nameOf(name),
      description: typeof description === 'string' ? description : null,
      inputSchema: isJsonObject(inputSchema) ? inputSchema : {},
    };
    this.#listed.add(source.name).add(formatTool(source));
    const [changed = source] = applyOverrides([source], this.#options.overrides);
    return {
      ...tool,
      ...(changed.description === null ? {} : { description: changed.description }),
      ...(changed.inputSchema === source.inputSchema ? {} : { inputSchema: changed.inputSchema }),
    };
  }
}

/** The server of a tool of a catalog; tools without one are of a server of this name. */
export function serverOf({ server }: SourceTool): string {
  return server ?? 'tools';
}

function nameOf(name: Json | undefined): string {
  return typeof name === 'string' ? name : '';
}
