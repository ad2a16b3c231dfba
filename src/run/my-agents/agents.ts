import { join } from 'node:path';

/** Where the machine keeps things: parameters, so that tests have their own. */
export interface Machine {
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** A coding agent, and where it keeps its logs. */
export interface CodingAgent {
  readonly id: string;
  readonly title: string;
  /** The folders that may have its logs. */
  folders(machine: Machine): readonly string[];
  /** The path of a log below its folder, with `/`. */
  readonly log: RegExp;
}

/** The folder that a variable names, otherwise a folder of the home. */
function placeOf({ home, env }: Machine, variable: string, ...names: readonly string[]): string {
  const named = env[variable];
  return named === undefined || named === '' ? join(home, ...names) : named;
}

/** All of them keep their logs below the home, on every system. */
export const CODING_AGENTS: readonly CodingAgent[] = [
  {
    id: 'claude-code',
    title: 'Claude Code',
    folders: (machine) => [join(placeOf(machine, 'CLAUDE_CONFIG_DIR', '.claude'), 'projects')],
    log: /\.jsonl$/,
  },
  {
    id: 'codex',
    title: 'Codex',
    folders: (machine) =>
      ['sessions', 'archived_sessions'].map((name) =>
        join(placeOf(machine, 'CODEX_HOME', '.codex'), name),
      ),
    log: /(?:^|\/)rollout-[^/]*\.jsonl(?:\.zst)?$/,
  },
  {
    id: 'gemini-cli',
    title: 'Gemini CLI',
    folders: (machine) => [join(placeOf(machine, 'GEMINI_CLI_HOME'), '.gemini', 'tmp')],
    log: /(?:^|\/)chats\/(?:session-[^/]*\.jsonl?|[^/]+\/[^/]+\.jsonl)$/,
  },
  {
    id: 'qwen-code',
    title: 'Qwen Code',
    folders: ({ home }) => [join(home, '.qwen', 'projects')],
    log: /(?:^|\/)chats\/[^/]*\.jsonl$/,
  },
  {
    id: 'copilot-cli',
    title: 'Copilot CLI',
    folders: (machine) => [join(placeOf(machine, 'COPILOT_HOME', '.copilot'), 'session-state')],
    log: /(?:^|\/)events\.jsonl$/,
  },
  {
    id: 'opencode',
    title: 'OpenCode',
    folders: (machine) => [join(placeOf(machine, 'XDG_DATA_HOME', '.local', 'share'), 'opencode')],
    log: /^opencode(?:-[^/]*)?\.db$/,
  },
  {
    id: 'cursor',
    title: 'Cursor',
    folders: ({ home }) => [join(home, '.cursor', 'projects')],
    log: /(?:^|\/)agent-transcripts\/(?:.*\/)?[^/]*\.jsonl$/,
  },
];
