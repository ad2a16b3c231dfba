import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findAgentLogs } from './find-logs.ts';

let home: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'whichtool-mine-'));
});

afterEach(() => rmSync(home, { recursive: true }));

function write(path: string, second: number): string {
  const file = join(home, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, '{}\n');
  utimesSync(file, second, second);
  return file;
}

async function find(
  env: Record<string, string>,
  newest: number | null = 10,
): Promise<Record<string, string>> {
  const logs = await findAgentLogs({ home, env }, newest);
  return Object.fromEntries(
    logs.map(({ agent, isFound, files, total }) => [
      agent.id,
      isFound ? `${files.length} of ${total}` : 'none',
    ]),
  );
}

test('logs are where each agent keeps them, and other files are not logs', async () => {
  write('.claude/projects/p/s1.jsonl', 1);
  write('.claude/projects/p/s1/subagents/agent-1.jsonl', 1);
  write('.codex/sessions/2026/01/01/rollout-1.jsonl', 1);
  write('.codex/archived_sessions/rollout-2.jsonl.zst', 1);
  write('.codex/sessions/history.jsonl', 1);
  write('.gemini/tmp/p/chats/session-1.jsonl', 1);
  write('.gemini/tmp/p/chats/s1/k1.jsonl', 1);
  write('.gemini/tmp/p/chats/session-0.json', 1);
  write('.gemini/tmp/p/logs.json', 1);
  write('.copilot/session-state/s1/events.jsonl', 1);
  write('.copilot/session-state/s1/workspace.json', 1);
  write('.cursor/projects/p/agent-transcripts/a/a.jsonl', 1);
  write('.cursor/projects/p/rules.jsonl', 1);
  write('.local/share/opencode/opencode.db', 1);
  mkdirSync(join(home, '.qwen/projects'), { recursive: true });
  expect(await find({})).toEqual({
    'claude-code': '2 of 2',
    codex: '2 of 2',
    'gemini-cli': '3 of 3',
    'qwen-code': '0 of 0',
    'copilot-cli': '1 of 1',
    opencode: '1 of 1',
    cursor: '1 of 1',
  });
});

test('variables that move the folders are respected', async () => {
  write('a/projects/p/s1.jsonl', 1);
  write('b/sessions/rollout-1.jsonl', 1);
  write('c/.gemini/tmp/p/chats/session-1.jsonl', 1);
  write('d/session-state/s1/events.jsonl', 1);
  write('e/opencode/opencode.db', 1);
  const env = {
    CLAUDE_CONFIG_DIR: join(home, 'a'),
    CODEX_HOME: join(home, 'b'),
    GEMINI_CLI_HOME: join(home, 'c'),
    COPILOT_HOME: join(home, 'd'),
    XDG_DATA_HOME: join(home, 'e'),
  };
  expect(await find(env)).toMatchObject({
    'claude-code': '1 of 1',
    codex: '1 of 1',
    'gemini-cli': '1 of 1',
    'copilot-cli': '1 of 1',
    opencode: '1 of 1',
    cursor: 'none',
  });
});

test('the newest are read, or all', async () => {
  const files = [3, 1, 2].map((second) => write(`.codex/sessions/rollout-${second}.jsonl`, second));
  const logs = await findAgentLogs({ home, env: {} }, 2);
  expect(logs.find(({ agent }) => agent.id === 'codex')).toMatchObject({
    files: [files[0], files[2]],
    total: 3,
  });
  expect(await find({}, null)).toMatchObject({ codex: '3 of 3' });
});
