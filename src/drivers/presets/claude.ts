// Claude Code 2.1: `claude -p` with stream-json, with its settings in a CLAUDE_CONFIG_DIR of the run.
import { dirname } from 'node:path';
import { stringifyJson } from '#core';
import type { Preset } from './preset.ts';

/** Claude Code by the Messages API with a key. Tools of MCP servers run without a question, others as `args` allow. */
export const claude: Preset = async ({ servers, args, writeFile }) => {
  const path = await writeFile('claude/mcp.json', stringifyJson({ mcpServers: servers }));
  const allowed = Object.keys(servers).map((name) => `mcp__${name}`);
  const options = [
    '--output-format',
    'stream-json',
    '--verbose',
    '--strict-mcp-config',
    '--mcp-config',
    path,
    ...(allowed.length === 0 ? [] : ['--allowedTools', allowed.join(',')]),
    ...args,
  ];
  return {
    command: ['claude', '-p', ...options],
    resume: ['claude', '-p', '--continue', ...options],
    env: {
      CLAUDE_CONFIG_DIR: dirname(path),
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
    },
  };
};
