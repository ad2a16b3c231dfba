import { describe, expect, it } from 'vitest';
import { dependentKeys } from '#schema';
import { parseSuite } from '#suite';

/** A value that the schema allows, for every key that depends on the kind of the agent. */
const VALUES: Readonly<Record<string, string>> = {
  servers: '[s]',
  catalog: 'tools.json',
  tools: 'mock',
  mocks: '{ x: 1 }',
  mocks_from: 'cassettes',
  overrides: '{ x: { description: d } }',
  drop_tools: '[x]',
  merge_tools: '{ x: { modes: { a: b, c: d } } }',
  distractors: '{ count: 1, from: tools.json }',
  tool_choice: 'auto',
  max_turns: '2',
  parallel_tool_calls: 'false',
  system: 'text',
  examples: '[{ user: hi, tool: none }]',
  temperature: '0',
  top_p: '0.5',
  reasoning_effort: 'low',
  thinking: 'true',
  extra_body: '{ a: 1 }',
  max_tokens: '9',
  prices: '{ input: 1, output: 1 }',
  limits: '{ in_flight: 1 }',
  budget: '{ calls: 1 }',
  answers_as: '"*"',
  seed: '1',
  base_url: 'http://127.0.0.1/v1',
  api_key_env: 'KEY',
  api_key_header: 'x-key',
  headers: '{ a: b }',
  session: 'true',
  input: 'argument',
  permissions: 'reject',
  auth: 'key',
  args: '[-m, x]',
  env: '{ A: b }',
  cwd: '.',
  capture: 'otlp',
  complete: 'true',
  format: 'native',
  watch: 'src',
  timeout: '5',
};

/** Agents by kind, as they are written. */
const AGENTS: Readonly<Record<string, string>> = {
  openai: 'model: "openai:m"',
  anthropic: 'model: "anthropic:m"',
  google: 'model: "google:m"',
  'openai-compatible': 'model: "openai-compatible:m"',
  'model-module': 'model: "module:./m.ts#m"',
  lexical: 'model: lexical',
  command: 'command: [node, a.js]',
  capture: 'command: [node, a.js], capture: otlp',
  acp: 'acp: [node, a.js]',
  preset: 'preset: codex',
  http: 'http: http://127.0.0.1/',
  module: 'module: ./a.ts#run',
  recorded: 'traces: t.json',
};

const MODELS = 'openai anthropic google openai-compatible model-module lexical';
const PAID = 'openai anthropic google openai-compatible model-module';
const REMOTE = 'openai anthropic google openai-compatible';
const DRIVEN = `${MODELS} command capture acp preset http module`;

/** Written out by hand from what the drivers do. */
const HONOURED: Readonly<Record<string, string>> = {
  servers: `${MODELS} capture acp preset`,
  catalog: `${MODELS} capture acp preset`,
  tools: `${MODELS} capture acp preset`,
  mocks: `${MODELS} capture acp preset`,
  mocks_from: `${MODELS} capture acp preset`,
  overrides: `${MODELS} capture acp preset`,
  drop_tools: MODELS,
  merge_tools: MODELS,
  distractors: MODELS,
  tool_choice: MODELS,
  max_turns: MODELS,
  parallel_tool_calls: 'openai anthropic openai-compatible lexical',
  system: PAID,
  examples: PAID,
  temperature: PAID,
  top_p: PAID,
  reasoning_effort: REMOTE,
  thinking: 'anthropic google openai-compatible',
  extra_body: REMOTE,
  max_tokens: PAID,
  prices: PAID,
  limits: PAID,
  budget: PAID,
  answers_as: PAID,
  seed: 'google openai-compatible model-module',
  base_url: REMOTE,
  api_key_env: REMOTE,
  api_key_header: REMOTE,
  headers: `${REMOTE} http`,
  session: 'command http',
  input: 'command capture',
  permissions: 'acp',
  auth: 'acp',
  args: 'preset',
  env: 'command capture acp preset',
  cwd: 'command capture acp preset',
  capture: 'command capture',
  complete: 'capture recorded',
  format: 'command http module',
  watch: DRIVEN,
  timeout: DRIVEN,
};

async function faults(text: string): Promise<readonly string[]> {
  const loaded = await parseSuite(text, { path: 'suite.yaml' });
  const issues = loaded.ok ? loaded.suite.warnings : loaded.issues;
  return issues.map(
    ({ code, severity, message, where, hint }) =>
      `${where?.line}:${where?.column} ${severity} ${code} ${message}${hint === undefined ? '' : ` (${hint})`}`,
  );
}

function suiteOf(agent: string, test = '', top = ''): string {
  return `
agents:
  a: { ${agent} }
tests:
  - { name: t, agent: a, prompt: hi, function_call_coverage: { function_calls: [x] }${test} }
${top}`;
}

/** An agent with what the key needs beside it. */
function agentWith(kind: string, key: string): string {
  const more = [
    `${key}: ${VALUES[key]}`,
    ...(['mocks', 'mocks_from', 'catalog'].includes(key) ? ['tools: mock'] : []),
    ...(kind === 'openai-compatible' && key !== 'base_url'
      ? ['base_url: http://127.0.0.1/v1']
      : []),
  ].filter((pair) => !(kind === 'capture' && pair === 'capture: otlp'));
  return [AGENTS[kind], ...more].join(', ');
}

describe('a key of an agent', () => {
  it.each(dependentKeys('agent'))(
    '%s is refused on every kind that does not honour it',
    async (key) => {
      const honouring: string[] = [];
      for (const kind of Object.keys(AGENTS)) {
        const result = await faults(suiteOf(agentWith(kind, key)));
        if (!result.some((item) => item.includes(`error SUITE_NO_EFFECT \`${key}\``)))
          honouring.push(kind);
      }
      expect(honouring.join(' ')).toBe(HONOURED[key]);
    },
  );

  it('is refused with its place, the agent and what to do', async () => {
    expect(await faults(suiteOf('command: [node, a.js], tools: mock'))).toEqual([
      '3:31 error SUITE_NO_EFFECT `tools` has no effect: agent "a" is `command` (remove it; it is honoured by every model, `command` with `capture`, `acp`, `preset`)',
    ]);
    expect(await faults(suiteOf('acp: [node, a.js], tools: select'))).toEqual([
      '3:27 error SUITE_NO_EFFECT `tools: select` has no effect on a program: it cannot be stopped at a choice (use mock, or remove the key)',
    ]);
  });

  it('may say what a program does anyway', async () => {
    expect(await faults(suiteOf('command: [node, a.js], tools: real'))).toEqual([]);
  });

  it('is only warned of where some of several models honour it, and not for the lexical one', async () => {
    expect(
      await faults(suiteOf('models: ["openai:m", "google:m", lexical], seed: 1, system: s')),
    ).toEqual(['3:57 warning SUITE_NO_EFFECT `seed` has no effect on `openai:` models, `lexical`']);
  });

  it('with canned results needs `tools: mock`: the servers would be called', async () => {
    for (const agent of [
      'mocks: { x: 1 }',
      'tools: real, mocks: { x: 1 }',
      'tools: select, mocks_from: c',
    ])
      expect(await faults(suiteOf(`model: lexical, ${agent}`))).toEqual([
        expect.stringMatching(
          /error SUITE_NO_EFFECT `mocks\w*` has no effect without `tools: mock`/,
        ),
      ]);
  });
});

describe('what a suite tells models about tools', () => {
  it('is refused where no agent is a model', async () => {
    const top = 'overrides: { x: { description: d } }';
    expect(await faults(suiteOf('http: http://127.0.0.1/', '', top))).toEqual([
      '6:1 error SUITE_NO_EFFECT `overrides` has no effect: no agent of this suite is a model or a program behind proxies (remove it; it is honoured by every model, `command` with `capture`, `acp`, `preset`)',
    ]);
    expect(await faults(suiteOf('model: lexical', '', top))).toEqual([]);
  });
});

describe('a key of a test about how its runs are made', () => {
  it.each([
    ['stop_after: first_decision', 'command: [x]', 'agent "a" is `command`'],
    ['stop_after: first_decision', 'traces: t.json', 'the runs of "t" are recorded'],
    ['stop: decided', 'traces: t.json', 'the runs of "t" are recorded'],
    ['timeout: 5', 'model: lexical }, b: { traces: t.json', null],
    [
      'stop_after: first_decision, traces: t.json',
      'model: lexical',
      'the runs of "t" are recorded',
    ],
    ['timeout: 5, agent: b', 'model: lexical', 'no agent makes the runs of "t"'],
    ['stop_after: first_decision', 'model: lexical', null],
    ['stop: decided, timeout: 5', 'command: [x]', null],
  ])('%s with { %s }', async (key, agent, why) => {
    const written = key.includes('agent: b')
      ? suiteOf(agent, ', timeout: 5').replace('agent: a', 'agent: b')
      : suiteOf(agent, `, ${key}`);
    const result = (await faults(written)).filter((item) => item.includes('SUITE_NO_EFFECT'));
    expect(result).toEqual(
      why === null
        ? []
        : [expect.stringContaining(`\`${key.split(':')[0]}\` has no effect: ${why} (remove it;`)],
    );
  });

  it('is refused on an eval over recorded runs', async () => {
    const suite = `
evals:
  - { name: e, dataset: d.jsonl, traces: t.jsonl, timeout: 5, scorers: [{ type: tool_name_match }] }
`;
    expect(await faults(suite)).toEqual([
      expect.stringContaining('`timeout` has no effect: the runs of "e" are recorded'),
    ]);
  });
});
