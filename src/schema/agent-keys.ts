import type { AgentDocument } from './agent.ts';
import type { TestDocument } from './test.ts';

/** The kinds of agents, by what makes their runs, with the display name of each. */
const KINDS = {
  openai: '`openai:` models',
  anthropic: '`anthropic:` models',
  google: '`google:` models',
  'openai-compatible': '`openai-compatible:` models',
  'model-module': '`module:` models',
  lexical: '`lexical`',
  command: '`command`',
  capture: '`command` with `capture`',
  acp: '`acp`',
  preset: '`preset`',
  http: '`http`',
  module: '`module`',
  recorded: '`traces`',
} as const;

export type AgentKind = keyof typeof KINDS;

/** The ways to declare an agent: each makes it another kind. */
export const AGENT_WAYS = [
  'model',
  'models',
  'command',
  'acp',
  'preset',
  'http',
  'module',
  'traces',
] as const;

type AgentKey = Exclude<keyof AgentDocument, (typeof AGENT_WAYS)[number]>;
type TestKey = 'images' | 'user' | 'stop_after' | 'stop' | 'timeout';
/** The flags that concern how runs are made. */
export type DriveFlag =
  | '--record'
  | '--replay'
  | '--only-missing'
  | '--resume'
  | '--max-cost'
  | '--seed';

const REMOTE = ['openai', 'anthropic', 'google', 'openai-compatible'] as const;
const PAID = [...REMOTE, 'model-module'] as const;
const MODELS = [...PAID, 'lexical'] as const;
const PROGRAMS = ['command', 'capture'] as const;
/** Programs whose MCP servers are behind proxies. */
const PROXIED = ['capture', 'acp', 'preset'] as const;
const DRIVEN = [...MODELS, ...PROGRAMS, 'acp', 'preset', 'http', 'module'] as const;
const SEEDED = ['google', 'openai-compatible', 'model-module'] as const;

/** Which kinds of agents honour which key of an agent. Every key has its line: elsewhere it would do nothing. */
const AGENT_KEYS: Readonly<Record<AgentKey, readonly AgentKind[]>> = {
  servers: [...MODELS, ...PROXIED],
  catalog: [...MODELS, ...PROXIED],
  tools: [...MODELS, ...PROXIED],
  mocks: [...MODELS, ...PROXIED],
  mocks_from: [...MODELS, ...PROXIED],
  overrides: [...MODELS, ...PROXIED],
  drop_tools: MODELS,
  merge_tools: MODELS,
  distractors: MODELS,
  tool_choice: MODELS,
  max_turns: MODELS,
  parallel_tool_calls: ['openai', 'anthropic', 'openai-compatible', 'lexical'],
  system: PAID,
  examples: PAID,
  temperature: PAID,
  top_p: PAID,
  reasoning_effort: REMOTE,
  thinking: ['anthropic', 'google', 'openai-compatible'],
  extra_body: REMOTE,
  max_tokens: PAID,
  prices: PAID,
  limits: PAID,
  budget: PAID,
  answers_as: PAID,
  seed: SEEDED,
  base_url: REMOTE,
  api_key_env: REMOTE,
  api_key_header: REMOTE,
  headers: [...REMOTE, 'http'],
  session: ['command', 'http'],
  input: PROGRAMS,
  permissions: ['acp'],
  auth: ['acp'],
  args: ['preset'],
  env: [...PROGRAMS, 'acp', 'preset'],
  cwd: [...PROGRAMS, 'acp', 'preset'],
  capture: ['capture'],
  complete: ['capture', 'recorded'],
  format: ['command', 'http', 'module'],
  watch: DRIVEN,
  timeout: DRIVEN,
};

/** Which kinds of agents honour which key of a test or an eval, where its runs are made. */
const TEST_KEYS: Readonly<Record<TestKey & keyof TestDocument, readonly AgentKind[]>> = {
  images: [...PAID, ...PROGRAMS, 'acp', 'http', 'module'],
  user: [...MODELS, 'command', 'acp', 'http'],
  stop_after: MODELS,
  stop: DRIVEN,
  timeout: DRIVEN,
};

/** Which kinds of agents honour which flag. */
const DRIVE_FLAGS: Readonly<Record<DriveFlag, readonly AgentKind[]>> = {
  '--record': DRIVEN,
  '--replay': DRIVEN,
  '--only-missing': DRIVEN,
  '--resume': DRIVEN,
  '--max-cost': PAID,
  '--seed': SEEDED,
};

/** What a key belongs to, or a flag. */
export type KeyOwner = 'agent' | 'test' | 'flag';

const TABLES: Readonly<Record<KeyOwner, Readonly<Record<string, readonly AgentKind[]>>>> = {
  agent: AGENT_KEYS,
  test: TEST_KEYS,
  flag: DRIVE_FLAGS,
};

/** The kinds that honour a key or a flag; null where it is none that depends on the kind. */
export function kindsHonouring(owner: KeyOwner, key: string): readonly AgentKind[] | null {
  const table = TABLES[owner];
  return Object.hasOwn(table, key) ? (table[key] ?? null) : null;
}

/** Whether agents of a kind honour a key or a flag. */
export function honours(kind: AgentKind, owner: KeyOwner, key: string): boolean {
  return kindsHonouring(owner, key)?.includes(kind) ?? true;
}

/** All keys and flags that depend on the kind of the agent, in the order of the documentation. */
export function dependentKeys(owner: KeyOwner): readonly string[] {
  return Object.keys(TABLES[owner]);
}

/** The kind of an agent with one of its models; null is an agent without a model. */
export function agentKind(document: AgentDocument, model: string | null): AgentKind {
  if (model !== null) {
    const provider = model.split(':', 1)[0] ?? '';
    if (provider === 'lexical') return 'lexical';
    return REMOTE.find((remote) => remote === provider) ?? 'model-module';
  }
  if (document.command !== undefined) return document.capture === undefined ? 'command' : 'capture';
  if (document.acp !== undefined) return 'acp';
  if (document.preset !== undefined) return 'preset';
  if (document.http !== undefined) return 'http';
  return document.module === undefined ? 'recorded' : 'module';
}

/** Kinds as a message or a page lists them. */
export function formatKinds(kinds: readonly AgentKind[]): string {
  const isEvery = (group: readonly AgentKind[]): boolean =>
    group.every((kind) => kinds.includes(kind));
  if (isEvery(DRIVEN)) return 'every agent that is driven';
  const groups: readonly (readonly AgentKind[])[] = [MODELS, PAID, REMOTE];
  const group = groups.find(isEvery) ?? [];
  const rest = kinds.filter((kind) => !group.includes(kind)).map((kind) => KINDS[kind]);
  const name =
    group.length === MODELS.length
      ? 'every model'
      : group.length === PAID.length
        ? 'every model but `lexical`'
        : 'models of a provider';
  return (group.length === 0 ? rest : [name, ...rest]).join(', ');
}
