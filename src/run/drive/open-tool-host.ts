import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { isJsonObject, type Json, type JsonObject, suggest, type ToolSpec, UserError } from '#core';
import {
  CatalogSource,
  offerTools,
  type OfferOptions,
  readMcpJson,
  ServerSource,
  type ServerSpec,
  type SourceTool,
  type ToolHost,
  type ToolMerge,
  type ToolMock,
  type ToolMocks,
} from '#drivers';
import { insideRoot, posixRelative } from '#platform';
import type { MergeDocument, ServerDocument } from '#schema';
import { readCatalog, type Suite } from '#suite';
import { type AgentContext, agentError, fill } from '../agents/agent-context.ts';
import { type RecordedMock, readRecordedMocks } from './recorded-mocks.ts';

/** The tools of an agent: those of its servers, or of a catalog where nothing is to be started. */
export async function openToolHost(context: AgentContext): Promise<ToolHost> {
  const { document, agent, suite } = context;
  const options = await offerOptions(context);
  if (agent.files.catalog !== null) {
    const tools = await readTools(agent.files.catalog, suite);
    return offerTools(new CatalogSource(tools), options);
  }
  if ((document.servers ?? []).length === 0) return offerTools(new CatalogSource([]), options);
  return offerTools(new ServerSource(await serversOf(context)), options);
}

/** The servers that an agent names, in that order. */
export async function serversOf(context: AgentContext): Promise<ReadonlyMap<string, ServerSpec>> {
  const { suite, document } = context;
  const declared = await declaredServers(context);
  const servers = new Map<string, ServerSpec>();
  for (const name of document.servers ?? []) {
    const spec = declared.get(name);
    if (spec === undefined) {
      const known =
        typeof suite.servers === 'string' ? declared.keys() : Object.keys(suite.servers);
      const near = suggest(name, [...known]);
      throw agentError(
        suite,
        'DRIVE_UNKNOWN_SERVER',
        `agent "${context.agent.name}" uses server "${name}", which is not declared`,
        near === null ? 'declare it under servers' : `did you mean "${near}"?`,
      );
    }
    servers.set(name, spec);
  }
  return servers;
}

async function declaredServers({
  suite,
  document,
  environment,
}: AgentContext): Promise<ReadonlyMap<string, ServerSpec>> {
  if (typeof suite.servers !== 'string') {
    const used = Object.entries(suite.servers).filter(([name]) => document.servers?.includes(name));
    return new Map(
      used.map(([name, written]) => {
        const filled = fill(written, suite, `server "${name}"`, environment);
        return [name, serverSpec(name, filled, suite)];
      }),
    );
  }
  const path = suite.servers;
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch {
    throw agentError(suite, 'SERVERS_UNREADABLE', `servers: ${path} cannot be read`);
  }
  const read = readMcpJson(text, {
    file: posixRelative(suite.root, path),
    folder: dirname(path),
    restart: 'never',
    env: (name) => environment[name],
  });
  const faults = read.issues.filter(({ severity }) => severity === 'error');
  if (faults.length > 0) throw new UserError(faults);
  return read.servers;
}

function serverSpec(name: string, written: ServerDocument, suite: Suite): ServerSpec {
  const { command, args = [], env = {}, cwd, url, headers = {}, restart = 'never' } = written;
  if (command !== undefined && url === undefined) {
    const folder = resolve(suite.folder, cwd ?? '.');
    if (insideRoot(folder, suite.root)) {
      return { kind: 'stdio', command, args, env, cwd: folder, restart };
    }
    throw agentError(
      suite,
      'SUITE_PATH_OUTSIDE',
      `cwd of server "${name}" leads out of the project`,
    );
  }
  if (url !== undefined && command === undefined) return { kind: 'http', url, headers, restart };
  const message = `server "${name}" needs either command or url`;
  throw agentError(suite, 'DRIVE_UNKNOWN_SERVER', message);
}

async function offerOptions(context: AgentContext): Promise<OfferOptions> {
  const { suite, agent, document } = context;
  const overrides = Object.entries({ ...suite.overrides, ...document.overrides }).map(
    ([tool, { description, input_schema: inputSchema }]) =>
      [
        tool,
        {
          ...(description === undefined ? {} : { description }),
          ...(inputSchema === undefined ? {} : { inputSchema: inputSchema as JsonObject }),
        },
      ] as const,
  );
  const { distractors: decoys, tools } = document;
  const { distractors } = agent.files;
  return {
    overrides: new Map(overrides),
    drop: document.drop_tools ?? [],
    merges: Object.entries(document.merge_tools ?? {}).map(toMerge),
    ...(decoys === undefined || distractors === null
      ? {}
      : {
          distractors: {
            count: decoys.count,
            tools: await readTools(distractors, suite),
            seed: String(decoys.seed ?? 0),
          },
        }),
    ...(tools === 'mock' ? { mocks: await mocksOf(context) } : {}),
  };
}

function toMerge([name, merge]: [string, MergeDocument]): ToolMerge {
  const { description, parameter = 'mode', modes, input_schema: inputSchema } = merge;
  return {
    name,
    parameter,
    modes: new Map(Object.entries(modes)),
    ...(description === undefined ? {} : { description }),
    ...(inputSchema === undefined ? {} : { inputSchema: inputSchema as JsonObject }),
  };
}

async function mocksOf(context: AgentContext): Promise<NonNullable<OfferOptions['mocks']>> {
  const { document, agent, suite } = context;
  const canned = Object.entries(document.mocks ?? {}).flatMap(([tool, given]) =>
    (isCaseList(given) ? given : [{ result: given as Json }]).map((mock) => [tool, mock] as const),
  );
  const recorded = agent.files.mocks === null ? null : await readRecordedMocks(agent.files.mocks);
  if (recorded?.length === 0) {
    const message = `mocks_from of agent "${agent.name}": no result of a tool was recorded there`;
    throw agentError(suite, 'DRIVE_NO_MOCKS', message, 'record runs that execute tools first');
  }
  return { canned: byTool(canned), recorded: byTool(recorded ?? []) };
}

function byTool(mocks: readonly RecordedMock[]): ToolMocks {
  const lists = new Map<string, ToolMock[]>();
  for (const [tool, mock] of mocks) {
    const list = lists.get(tool);
    if (list === undefined) lists.set(tool, [mock]);
    else list.push(mock);
  }
  return lists;
}

/** A list of answers by arguments, rather than one answer that is a list. */
function isCaseList(given: unknown): given is ToolMock[] {
  return (
    Array.isArray(given) &&
    given.length > 0 &&
    given.every((one: Json) => isJsonObject(one) && Object.hasOwn(one, 'result'))
  );
}

async function readTools(path: string, suite: Suite): Promise<readonly SourceTool[]> {
  const read = await readCatalog(path, path.slice(suite.root.length + 1));
  if (read.ok) return read.tools.map(toSourceTool);
  throw agentError(suite, 'SUITE_CATALOG', read.issues.map(({ message }) => message).join('; '));
}

function toSourceTool({ server, name, description, inputSchema }: ToolSpec): SourceTool {
  const schema = typeof inputSchema === 'object' ? inputSchema : null;
  return { server, name, description, inputSchema: schema ?? { type: 'object' } };
}
