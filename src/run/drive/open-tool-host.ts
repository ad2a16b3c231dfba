import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { isJsonObject, type Json, type JsonObject, suggest, type ToolSpec, UserError } from '#core';
import {
  CatalogSource,
  type HttpServer,
  offerTools,
  type OfferOptions,
  readMcpJson,
  serverOf,
  ServerSource,
  type ServerSpec,
  type SourceTool,
  type ToolHost,
  type ToolMerge,
  type ToolMock,
  type ToolMocks,
  ToolRules,
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

/** A server as it is started or reached. */
export function serverSpec(name: string, written: ServerDocument, suite: Suite): ServerSpec {
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
  if (url !== undefined && command === undefined)
    return {
      kind: 'http',
      url,
      headers,
      restart,
      ...(written.type === 'sse' ? { isSse: true } : {}),
      ...oauthOf(name, written, suite),
    };
  const message = `server "${name}" needs either command or url`;
  throw agentError(suite, 'DRIVE_UNKNOWN_SERVER', message);
}

/** What models and programs see of tools instead of what their servers say. */
function overridesOf({ suite, document }: AgentContext): NonNullable<OfferOptions['overrides']> {
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
  return new Map(overrides);
}

/** What a program sees of its servers instead of what they are; null where it sees them as they are. */
export async function toolRulesOf(
  context: AgentContext,
): Promise<{ readonly rules: () => ToolRules; readonly servers: readonly string[] | null } | null> {
  const { document, agent, suite } = context;
  const overrides = overridesOf(context);
  const isMocked = document.tools === 'mock';
  if (!isMocked && overrides.size === 0) return null;
  const { canned, recorded } = isMocked ? await mocksOf(context) : {};
  const path = isMocked ? agent.files.catalog : null;
  const catalog = path === null ? null : await readTools(path, suite);
  const mocks = canned === undefined || recorded === undefined ? null : [canned, recorded];
  return {
    rules: () => new ToolRules({ mocks, overrides, catalog }),
    servers: catalog === null ? null : [...new Set(catalog.map(serverOf))],
  };
}

async function offerOptions(context: AgentContext): Promise<OfferOptions> {
  const { suite, agent, document } = context;
  const { distractors: decoys, tools } = document;
  const { distractors } = agent.files;
  return {
    overrides: overridesOf(context),
    drop: document.drop_tools ?? [],
    merges: Object.entries(document.merge_tools ?? {}).map(toMerge),
    ...(decoys === undefined || distractors === null
      ? {}
      : {
          distractors: {
            // Of a list of counts, each variant of the agent has one.
            count: typeof decoys.count === 'number' ? decoys.count : Math.max(...decoys.count),
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

function oauthOf(name: string, { oauth }: ServerDocument, suite: Suite): Pick<HttpServer, 'oauth'> {
  if (oauth === undefined) return {};
  const {
    issuer,
    grant = 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
    redirect_port: redirectPort,
    scope,
  } = oauth;
  const shared = { issuer, ...(scope === undefined ? {} : { scope }) };
  if (grant === 'authorization_code')
    return {
      oauth: {
        grant,
        ...shared,
        ...(clientId === undefined ? {} : { clientId }),
        ...(clientSecret === undefined ? {} : { clientSecret }),
        ...(redirectPort === undefined ? {} : { redirectPort }),
      },
    };
  if (clientId !== undefined && clientSecret !== undefined)
    return { oauth: { grant, ...shared, clientId, clientSecret } };
  const message = `oauth of server "${name}" needs client_id and client_secret`;
  const hint = 'or grant: authorization_code, with which a person signs in';
  throw agentError(suite, 'DRIVE_UNKNOWN_SERVER', message, hint);
}

async function mocksOf(context: AgentContext): Promise<NonNullable<OfferOptions['mocks']>> {
  const { document, agent, suite } = context;
  const canned = Object.entries(document.mocks ?? {}).flatMap(([tool, written]) =>
    (isCaseList(written) ? written.map(toMock) : [{ result: written as Json }]).map(
      (mock) => [tool, mock] as const,
    ),
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

/** An answer as a suite writes it. */
interface MockCase extends ToolMock {
  readonly error?: boolean;
  /** In seconds. */
  readonly delay?: number;
}

function toMock({ args, result, error, isError = error === true, delay }: MockCase): ToolMock {
  return {
    ...(args === undefined ? {} : { args }),
    result,
    isError,
    ...(typeof delay === 'number' ? { delayMs: 1000 * delay } : {}),
  };
}

/** A list of answers by arguments, rather than one answer that is a list. */
function isCaseList(mock: unknown): mock is MockCase[] {
  return (
    Array.isArray(mock) &&
    mock.length > 0 &&
    mock.every((mockCase: Json) => isJsonObject(mockCase) && Object.hasOwn(mockCase, 'result'))
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
