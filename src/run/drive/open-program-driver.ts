import { resolve } from 'node:path';
import type { JsonObject } from '#core';
import { CommandDriver, type Driver, HttpDriver, ModuleDriver, type ServerSpec } from '#drivers';
import { loadFunction } from '../custom/load-function.ts';
import { type AgentContext, agentError } from '../agents/agent-context.ts';
import { serversOf } from './open-tool-host.ts';

/** Makes an agent ready that is a program, a service or a function. */
export async function openProgramDriver(context: AgentContext): Promise<Driver> {
  const { suite, agent, document } = context;
  const { command, http, capture = 'none', input, env, headers, cwd, format = null } = document;
  if (command !== undefined) {
    const servers = capture === 'none' ? new Map<string, ServerSpec>() : await serversOf(context);
    return new CommandDriver({
      command,
      cwd: resolve(suite.folder, cwd ?? '.'),
      env: env ?? {},
      input: input ?? 'stdin',
      format,
      capture,
      mcpConfig: servers.size === 0 ? null : mcpConfigOf(servers),
    });
  }
  if (http !== undefined) return new HttpDriver({ url: http, headers: headers ?? {}, format });
  const { module } = agent.files;
  if (module === null)
    throw agentError(suite, 'DRIVE_UNKNOWN_AGENT', `agent "${agent.name}" cannot act`);
  const run = await loadFunction(module.path, module.exportName);
  return new ModuleDriver({ run, format });
}

/** Servers as the `mcp.json` that programs read. */
function mcpConfigOf(servers: ReadonlyMap<string, ServerSpec>): JsonObject {
  const declared = [...servers].map(([name, spec]): [string, JsonObject] => {
    if (spec.kind === 'http')
      return [name, { type: 'http', url: spec.url, headers: { ...spec.headers } }];
    const { command, args, env, cwd } = spec;
    return [name, { command, args, env: { ...env }, cwd }];
  });
  return { mcpServers: Object.fromEntries(declared) };
}
