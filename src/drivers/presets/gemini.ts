// Gemini CLI 0.61: stream-json, with its settings in a GEMINI_CLI_HOME of the run.
import { dirname } from 'node:path';
import { type JsonObject, stringifyJson } from '#core';
import type { Preset } from './preset.ts';

/** Gemini CLI by the Gemini API with a key. Tools of MCP servers run without a question. */
export const gemini: Preset = async ({ servers, args, writeFile }) => {
  const settings = geminiSettings(servers);
  const path = await writeFile('gemini/.gemini/settings.json', stringifyJson(settings));
  const command = ['gemini', '--output-format', 'stream-json', '--skip-trust', ...args];
  return {
    command,
    resume: [...command, '--resume', 'latest'],
    env: { GEMINI_CLI_HOME: dirname(dirname(path)) },
  };
};

/** The settings of a run: its servers, a key instead of a login, and nothing that is sent elsewhere. */
function geminiSettings(servers: Readonly<Record<string, JsonObject>>): JsonObject {
  const trusted = Object.entries(servers).map(([name, { type: _type, url, ...server }]) => [
    name,
    { ...server, ...(url === undefined ? {} : { httpUrl: url }), trust: true },
  ]);
  return {
    mcpServers: Object.fromEntries(trusted) as JsonObject,
    security: { auth: { selectedType: 'gemini-api-key' } },
    privacy: { usageStatisticsEnabled: false },
    telemetry: { enabled: false },
    general: { enableAutoUpdate: false },
  };
}
