import { resolve } from 'node:path';
import type { JsonObject } from '#core';
import {
  AcpDriver,
  CommandDriver,
  CommandSessionDriver,
  type Driver,
  HttpDriver,
  ModuleDriver,
  PRESETS,
  type ServerSpec,
  type ToolRules,
} from '#drivers';
import { loadFunction } from '../custom/load-function.ts';
import { type AgentContext, agentError } from '../agents/agent-context.ts';
import { serversOf, toolRulesOf } from './open-tool-host.ts';

/** Makes an agent ready that is a program, a service or a function. */
export async function openProgramDriver(context: AgentContext): Promise<Driver> {
  const { suite, agent, document } = context;
  const { command, acp, preset, args = [], http, capture, input, env, headers, cwd } = document;
  const { format = null } = document;
  if (command !== undefined && document.session === true)
    return new CommandSessionDriver({
      command,
      cwd: resolve(suite.folder, cwd ?? '.'),
      env: env ?? {},
      format,
    });
  if (command !== undefined) {
    const servers = capture === undefined ? NO_SERVERS : await programServers(context);
    return new CommandDriver({
      command,
      cwd: resolve(suite.folder, cwd ?? '.'),
      env: env ?? {},
      input: input ?? 'stdin',
      format,
      capture:
        capture === undefined ? null : { otlp: capture === 'otlp', models: capture === 'model' },
      ...servers,
    });
  }
  if (acp !== undefined) {
    return new AcpDriver({
      command: acp,
      folder: suite.folder,
      cwd: cwd === undefined ? null : resolve(suite.folder, cwd),
      env: env ?? {},
      ...(await programServers(context)),
      permissions: document.permissions ?? 'allow',
      auth: document.auth ?? null,
    });
  }
  if (preset !== undefined) {
    return new CommandDriver({
      command: args,
      cwd: resolve(suite.folder, cwd ?? '.'),
      env: env ?? {},
      input: 'stdin',
      format: null,
      capture: { otlp: false, models: true },
      ...(await programServers(context)),
      launch: (capture, further) =>
        PRESETS[preset]({
          capture,
          servers: capture.servers,
          args: further,
          writeFile: (name, text) => capture.writeFile(name, text),
        }),
    });
  }
  if (http !== undefined)
    return new HttpDriver({
      url: http,
      headers: headers ?? {},
      format,
      isSession: document.session === true,
    });
  const { module } = agent.files;
  if (module === null)
    throw agentError(suite, 'DRIVE_UNKNOWN_AGENT', `agent "${agent.name}" cannot act`);
  const run = await loadFunction(module.path, module.exportName);
  return new ModuleDriver({ run, format });
}

/** The servers of a program, and what it sees of them. */
interface ProgramServers {
  readonly mcpConfig: JsonObject;
  readonly rules: (() => ToolRules) | null;
}

const NO_SERVERS: ProgramServers = { mcpConfig: { mcpServers: {} }, rules: null };

async function programServers(context: AgentContext): Promise<ProgramServers> {
  const managed = await toolRulesOf(context);
  const mocked = managed?.servers ?? null;
  // A server that is answered for as a whole has no program.
  const mcpServers = mocked?.map((name): [string, JsonObject] => [
    name,
    { command: 'mock', args: [] },
  ]);
  return {
    mcpConfig:
      mcpServers === undefined
        ? mcpConfigOf(await serversOf(context))
        : { mcpServers: Object.fromEntries(mcpServers) },
    rules: managed?.rules ?? null,
  };
}

/** Servers as the `mcp.json` that programs read. */
function mcpConfigOf(servers: ReadonlyMap<string, ServerSpec>): JsonObject {
  const declared = [...servers].map(([name, spec]): [string, JsonObject] => {
    if (spec.kind === 'http')
      return [
        name,
        { type: spec.isSse === true ? 'sse' : 'http', url: spec.url, headers: { ...spec.headers } },
      ];
    const { command, args, env, cwd } = spec;
    return [name, { command, args, env: { ...env }, cwd }];
  });
  return { mcpServers: Object.fromEntries(declared) };
}
