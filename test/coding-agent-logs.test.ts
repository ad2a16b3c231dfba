import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type AgentModel, startAgentModel } from './loopback-model/agent-model.mjs';
import { whichtool, workspace } from './support/cli.ts';
import { isFull } from './support/full.ts';

const ROOT = process.env['WHICHTOOL_AGENTS'] ?? join(tmpdir(), 'whichtool-agents');
const BIN = join(ROOT, 'node_modules', '.bin');
const SHOP = { command: process.execPath, args: [resolve('test/servers/look-server.mjs')] };

let home: ReturnType<typeof workspace>;
let model: AgentModel;

beforeEach(async () => {
  home = workspace({ 'work/package.json': '{}' });
  model = await startAgentModel({
    // Two calls at once, one that fails, and an answer.
    decide: ({ tools, calls }) => {
      const look = tools.find((name) => name.endsWith('look')) ?? '';
      if (calls === 0)
        return {
          text: 'I look.',
          calls: [7, 8].map((place) => ({ name: look, arguments: { place } })),
        };
      if (calls === 2) return { calls: [{ name: look, arguments: { place: 'nowhere' } }] };
      return { text: 'Nothing is there.' };
    },
  });
});
afterEach(async () => {
  await model.close();
  home.remove();
});

interface Agent {
  readonly program: string;
  readonly title: string;
  /** Tool and server of its calls in the stream. */
  readonly streamed: { readonly server?: string; readonly name: string };
  readonly args: () => readonly string[];
  readonly env: () => Readonly<Record<string, string>>;
  readonly settings?: () => void;
}

const AGENTS: readonly Agent[] = [
  {
    program: 'codex',
    title: 'Codex',
    streamed: { server: 'shop', name: 'look' },
    args: () => [
      'exec',
      '--json',
      '--skip-git-repo-check',
      '-m',
      'gpt-5',
      '-c',
      'model_provider="loop"',
      '-c',
      `model_providers.loop={name="loop",base_url="${model.url}/v1",env_key="OPENAI_API_KEY",wire_api="responses"}`,
      '-c',
      'analytics.enabled=false',
      '-c',
      'check_for_update_on_startup=false',
      '-c',
      `mcp_servers.shop={command=${JSON.stringify(SHOP.command)},args=${JSON.stringify(SHOP.args)},default_tools_approval_mode="approve"}`,
      'What is there?',
    ],
    env: () => ({ OPENAI_API_KEY: 'sk-canary-7c1f0e' }),
  },
  {
    program: 'gemini',
    title: 'Gemini CLI',
    streamed: { name: 'mcp_shop_look' },
    args: () => [
      '-m',
      'gemini-2.5-flash',
      '--skip-trust',
      '--output-format',
      'stream-json',
      '-p',
      'What is there?',
    ],
    env: () => ({ GEMINI_API_KEY: 'sk-canary-7c1f0e', GOOGLE_GEMINI_BASE_URL: model.url }),
    settings: () =>
      home.write(
        '.gemini/settings.json',
        JSON.stringify({
          mcpServers: { shop: { ...SHOP, trust: true } },
          security: { auth: { selectedType: 'gemini-api-key' } },
          privacy: { usageStatisticsEnabled: false },
          general: { enableAutoUpdate: false },
        }),
      ),
  },
  {
    program: 'claude',
    title: 'Claude Code',
    streamed: { server: 'shop', name: 'look' },
    args: () => [
      '-p',
      'What is there?',
      '--model',
      'claude-sonnet-4-6',
      '--output-format',
      'stream-json',
      '--verbose',
      '--strict-mcp-config',
      '--allowedTools',
      'mcp__shop',
      '--mcp-config',
      JSON.stringify({ mcpServers: { shop: SHOP } }),
    ],
    env: () => ({
      ANTHROPIC_API_KEY: 'sk-canary-7c1f0e',
      ANTHROPIC_BASE_URL: model.url,
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
    }),
  },
];

const PLACES = [7, 8, 'nowhere'];

describe.each(AGENTS)('$title', ({ program, title, streamed, args, env, settings }) => {
  it.skipIf(!isFull && !existsSync(join(BIN, program)))(
    'writes logs and a stream that are read with every call (scripts/install-coding-agents.sh)',
    async () => {
      settings?.();
      const variables = {
        ...env(),
        PATH: `${BIN}${delimiter}${process.env['PATH']}`,
        HOME: home.path,
      };
      const ran = promisify(execFile)(join(BIN, program), [...args()], {
        cwd: join(home.path, 'work'),
        env: variables,
      });
      ran.child.stdin?.end();
      home.write('stream.jsonl', (await ran).stdout);

      const mine = await whichtool(['inspect', '--mine', '--reporter', 'json'], {
        cwd: home.path,
        env: { HOME: home.path },
      });
      expect([mine.code, mine.stderr]).toEqual([0, '']);
      const { agents } = JSON.parse(mine.stdout) as {
        agents: { title: string; inspection: object | null }[];
      };
      expect(agents.filter(({ inspection }) => inspection !== null)).toMatchObject([
        { title, inspection: { runs: { measured: 1, errors: 0 }, calls: 3 } },
      ]);

      const read = await whichtool(['convert', 'stream.jsonl'], { cwd: home.path });
      const trace = JSON.parse(read.stdout) as { tool_calls: object[]; output: string };
      expect(trace).toMatchObject({
        tool_calls: PLACES.map((place) => ({ ...streamed, arguments: { place } })),
        output: 'Nothing is there.',
      });
    },
  );
});
