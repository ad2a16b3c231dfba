// Codex CLI 0.169: `codex exec --json`, with its settings in a CODEX_HOME of the run.
import { dirname } from 'node:path';
import { isJsonObject, type Json, type JsonObject, stringifyJson } from '#core';
import type { Preset } from './preset.ts';

const PROVIDER = 'whichtool';

/** Codex by the Responses API. MCP tools run without a question, commands in a sandbox that cannot write. */
export const codex: Preset = async ({ capture, servers, args, writeFile }) => {
  const config = [
    `model_provider = "${PROVIDER}"`,
    'check_for_update_on_startup = false',
    `[model_providers.${PROVIDER}]`,
    `name = "${PROVIDER}"`,
    `base_url = ${toToml(capture.modelEnv['OPENAI_BASE_URL'] ?? '')}`,
    'env_key = "OPENAI_API_KEY"',
    'wire_api = "responses"',
    '[analytics]',
    'enabled = false',
    ...Object.entries(servers).flatMap(([name, server]) => serverTable(name, server)),
  ];
  const path = await writeFile('codex/config.toml', `${config.join('\n')}\n`);
  const options = ['--json', '--skip-git-repo-check', '--sandbox', 'read-only', ...args];
  return {
    command: ['codex', 'exec', ...options, '-'],
    resume: ['codex', 'exec', ...options, 'resume', '--last', '-'],
    env: { CODEX_HOME: dirname(path) },
  };
};

function serverTable(
  name: string,
  { url, headers, command, args, env, cwd }: JsonObject,
): readonly string[] {
  const members: JsonObject =
    url === undefined
      ? { command: command ?? '', args: args ?? [], env: env ?? {}, ...(cwd ? { cwd } : {}) }
      : { url, http_headers: headers ?? {} };
  return [
    `[mcp_servers.${toToml(name)}]`,
    ...Object.entries(members).map(([key, value]) => `${key} = ${toToml(value)}`),
    'default_tools_approval_mode = "approve"',
  ];
}

/** A value in TOML: texts, lists and tables of texts are all that servers have. */
function toToml(value: Json): string {
  if (Array.isArray(value)) return `[${value.map((item: Json) => toToml(item)).join(', ')}]`;
  if (isJsonObject(value)) {
    const members = Object.entries(value).map(([key, held]) => `${toToml(key)} = ${toToml(held)}`);
    return `{ ${members.join(', ')} }`;
  }
  // A basic string of TOML has the escapes of JSON; DEL alone is not allowed in it as it is.
  return JSON.stringify(typeof value === 'string' ? value : stringifyJson(value)).replaceAll(
    '\u007f',
    '\\u007f',
  );
}
