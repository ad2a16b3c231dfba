import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { type Ask, type Decision, startLoopbackModel } from './loopback-model/server.mjs';
import { jsonl, type Ran, whichtool, workspace } from './support/cli.ts';
import { memorySuite } from './support/memory-suite.ts';

let folder: ReturnType<typeof workspace>;
afterEach(() => folder.remove());

const KEYS = { OPENAI_API_KEY: 'k', ANTHROPIC_API_KEY: 'k', GEMINI_API_KEY: 'k' };
const run = (...args: readonly string[]): Promise<Ran> =>
  whichtool(args, { cwd: folder.path, env: KEYS });

interface Tried {
  readonly verdict: string;
  readonly evals: readonly { readonly fixed: number; readonly broken: number }[];
  readonly patch: readonly { readonly name: string }[];
  readonly agents?: readonly object[];
}

const text = { type: 'string' };
const tool = (name: string, argument: string): object => ({
  name,
  description: `Use this tool to ${name.replaceAll('_', ' ')}.`,
  input_schema: { type: 'object', properties: { [argument]: text }, required: [argument] },
});
const TOOLS = [
  tool('search_kb', 'query'),
  tool('get_kb_article', 'id'),
  tool('get_order_status', 'order_id'),
];

/** Eight questions to each of the knowledge base tools, two about orders, and eight thanks. */
const ROWS = [
  ...Array.from({ length: 8 }, (_, i) => ({
    id: `search-${i}`,
    input: `find articles about printers ${i}`,
    expected_tool: 'search_kb',
    expected_args: { query: 'printers' },
  })),
  ...Array.from({ length: 8 }, (_, i) => ({
    id: `read-${i}`,
    input: `show article A${i}`,
    expected_tool: 'get_kb_article',
    expected_args: { id: `A${i}` },
  })),
  ...[0, 1].map((i) => ({
    id: `order-${i}`,
    input: `where is order O${i}`,
    expected_tool: 'get_order_status',
    expected_args: { order_id: `O${i}` },
  })),
  ...Array.from({ length: 8 }, (_, i) => ({
    id: `none-${i}`,
    input: `thanks ${i}`,
    expected_tool: 'none',
  })),
];

/** A model that confuses the two tools of the knowledge base, and looks an order up when it is thanked. */
function confused({ user, tools, system }: Ask): Decision {
  const last = user.split(' ').at(-1) ?? '';
  if (user.startsWith('thanks'))
    return system?.includes('"thanks!"') === true ||
      system?.includes('Thanks need no tool') === true
      ? { text: 'You are welcome.' }
      : { calls: [{ name: 'get_order_status', arguments: { order_id: last } }] };
  if (user.startsWith('where'))
    return { calls: [{ name: 'get_order_status', arguments: { order_id: last } }] };
  const wantsArticle = user.startsWith('show');
  if (tools.includes('kb')) {
    const args = wantsArticle ? { mode: 'read', id: last } : { mode: 'search', query: 'printers' };
    return { calls: [{ name: 'kb', arguments: args }] };
  }
  if (!tools.includes('get_kb_article'))
    return { calls: [{ name: 'search_kb', arguments: { query: 'printers' } }] };
  return wantsArticle
    ? { calls: [{ name: 'search_kb', arguments: { query: last } }] }
    : { calls: [{ name: 'get_kb_article', arguments: { id: last } }] };
}

type Provider = 'openai' | 'openai-compatible' | 'anthropic' | 'google';

async function desk(
  provider: Provider = 'openai-compatible',
  decide: (ask: Ask) => Decision = confused,
): Promise<Awaited<ReturnType<typeof startLoopbackModel>>> {
  const model = await startLoopbackModel({ decide });
  onTestFinished(() => model.close());
  folder = workspace({
    'package.json': '{}',
    'tools.json': JSON.stringify(TOOLS),
    'whichtool.yaml': `
agents:
  desk:
    model: ${provider}:m
    base_url: ${model.baseUrls[provider]}
    system: You are a help desk.
    catalog: tools.json
    tools: select
evals:
  - name: desk
    agent: desk
    dataset: rows.jsonl
    scorers: [ { type: tool_name_match }, { type: tool_args_match }, { type: failure_modes } ]
    expect: []
`,
    'rows.jsonl': jsonl(...ROWS),
  });
  await run('run', '--reporter', 'json=baseline.json', '--no-history');
  return model;
}

async function tried(changes: string): Promise<{ readonly ran: Ran; readonly report: Tried }> {
  folder.write('changes.yaml', changes);
  const args = ['try', 'changes.yaml', '--baseline', 'baseline.json', '--out', 'kept', '--json'];
  const ran = await run(...args);
  expect(ran.stderr).toBe('');
  return { ran, report: JSON.parse(ran.stdout) as Tried };
}

/** The traces that were kept, by their input. */
function keptCalls(): Readonly<Record<string, readonly { readonly name: string }[]>> {
  const at = join(folder.path, 'kept');
  const files = readdirSync(at, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /^[^.].*\.json$/.test(name),
  );
  return Object.fromEntries(
    files.map((name) => {
      const kept = JSON.parse(readFileSync(join(at, name), 'utf8')) as {
        readonly trace?: object;
      };
      const { input, tool_calls: calls } = (kept.trace ?? kept) as {
        readonly input: string;
        readonly tool_calls: readonly { readonly name: string }[];
      };
      return [input, calls];
    }),
  );
}

const MERGE = `
merge_tools:
  kb:
    description: Finds articles, or shows one by its id.
    modes: { search: search_kb, read: get_kb_article }
`;

describe('a pair of tools that is tried as one', () => {
  it('meets the labels of both by the mode, with the arguments of the tool', async () => {
    const model = await desk();
    const { ran, report } = await tried(MERGE);
    expect([ran.code, report.verdict]).toEqual([0, 'better']);
    expect(report.evals[0]).toMatchObject({ fixed: 16, broken: 0 });
    expect(report.patch).toEqual([
      expect.objectContaining({ name: 'search_kb', removed: expect.any(Object) }),
      expect.objectContaining({ name: 'get_kb_article', removed: expect.any(Object) }),
      {
        server: null,
        name: 'kb',
        description: { before: null, after: 'Finds articles, or shows one by its id.' },
        modes: { search: 'search_kb', read: 'get_kb_article' },
      },
    ]);
    const offered = model.requests.at(-1)?.text ?? '';
    expect(offered).toContain('"enum":["search","read"]');
    expect(offered).not.toContain('"get_kb_article"');
    expect(keptCalls()['show article A3']).toMatchObject([
      { name: 'get_kb_article', arguments: { id: 'A3' }, raw_name: 'kb' },
    ]);
  });

  it('is not met by a call without a mode, or with one that does not exist', async () => {
    await desk('openai-compatible', (ask) =>
      ask.tools.includes('kb')
        ? { calls: [{ name: 'kb', arguments: ask.user.startsWith('show') ? {} : { mode: 'x' } }] }
        : { calls: [{ name: ask.user.startsWith('show') ? 'get_kb_article' : 'search_kb' }] },
    );
    const { ran, report } = await tried(MERGE);
    expect([ran.code, report.evals[0]?.fixed]).toEqual([5, 0]);
    expect(keptCalls()['show article A3']).toMatchObject([{ name: 'kb', arguments: {} }]);
    const shown = await run('try', 'changes.yaml', '--baseline', 'baseline.json');
    expect(shown.stdout).toContain('-> kb');
    expect(shown.stdout).toContain('search_kb, now kb with a mode');
  });

  it('reaches the tool of a real server that the mode means', async () => {
    const model = await startLoopbackModel({
      decide: ({ tools, answer }) =>
        answer > 1
          ? { text: 'done' }
          : tools.includes('graph')
            ? { calls: [{ name: 'graph', arguments: { how: 'all' } }] }
            : { calls: [{ name: 'search_nodes', arguments: { query: 'all' } }] },
    });
    onTestFinished(() => model.close());
    folder = workspace({
      'package.json': '{}',
      'whichtool.yaml': memorySuite(
        `model: "openai-compatible:m", base_url: "${model.baseUrls['openai-compatible']}"`,
      ),
      'rows.jsonl': jsonl(
        ...Array.from({ length: 6 }, (_, i) => ({
          id: `all-${i}`,
          input: `everything ${i}`,
          expected_tool: 'read_graph',
        })),
      ),
    });
    await run('run', '--reporter', 'json=baseline.json', '--no-history');
    const { report } = await tried(
      'merge_tools: { graph: { parameter: how, modes: { all: read_graph, some: search_nodes } } }\n',
    );
    expect(report).toMatchObject({ verdict: 'better', evals: [{ fixed: 6, broken: 0 }] });
    expect(keptCalls()['everything 2']).toMatchObject([
      { name: 'read_graph', server: 'memory', arguments: {}, status: 'ok', raw_name: 'graph' },
    ]);
  });
});

it('drops a tool: the model is not offered it any more', async () => {
  await desk();
  const { report } = await tried('drop_tools: [get_kb_article]\n');
  // Searches are right without it; those who want the article still get the search, as before.
  expect(report).toMatchObject({ verdict: 'better', evals: [{ fixed: 8, broken: 0, cases: 16 }] });
  expect(report.patch).toMatchObject([{ name: 'get_kb_article', removed: { mergedInto: null } }]);
});

describe('the system prompt and examples', () => {
  it.each(['openai', 'openai-compatible', 'anthropic', 'google'] as const)(
    'reach models of %s as system text, and every case is run again',
    async (provider) => {
      const model = await desk(provider);
      const { ran, report } = await tried(
        'examples:\n  - { user: "thanks!", tool: none, answer: You are welcome. }\n  - { user: find vpn, tool: search_kb, args: { query: vpn } }\n',
      );
      expect([ran.code, report.verdict]).toEqual([0, 'better']);
      expect(report.evals[0]).toMatchObject({ cases: ROWS.length, fixed: 8, broken: 0 });
      const sent = model.requests.at(-1)?.text ?? '';
      expect(sent).toContain('You are a help desk.\\n\\nExamples of which tool a request needs');
      expect(report.agents).toEqual([
        {
          agent: 'desk',
          examples: [
            '{"user":"thanks!","tool":"none","answer":"You are welcome."}',
            '{"user":"find vpn","tool":"search_kb","args":{"query":"vpn"}}',
          ],
        },
      ]);
    },
  );

  it('replaces the system prompt, and shows both', async () => {
    await desk();
    const { report } = await tried('system: You are a help desk. Thanks need no tool.\n');
    expect(report).toMatchObject({ verdict: 'better', evals: [{ fixed: 8, broken: 0 }] });
    const { stdout } = await run('try', 'changes.yaml', '--baseline', 'baseline.json');
    expect(stdout).toContain(
      '  │ agent desk\n  │ - You are a help desk.\n  │ + You are a help desk. Thanks need no tool.\n',
    );
  });
});

it.each([
  ['drop_tools: [serach_kb]', 'drop_tools name the tool "serach_kb", which no agent is offered'],
  ['merge_tools: { kb: { modes: { a: search_kb } } }', 'merges fewer than two tools'],
  ['merge_tools: { kb: { modes: { a: search_kb, b: x } } }', 'merge_tools.kb name the tool "x"'],
  ['examples: [ { user: hi, tool: nothing } ]', 'examples name the tool "nothing"'],
  ['merge_tools: { kb: {} }', 'modes'],
  ['drop_tools: []', 'changes nothing'],
])('refuses %s', async (changes, message) => {
  await desk();
  folder.write('changes.yaml', `${changes}\n`);
  const ran = await run('try', 'changes.yaml', '--baseline', 'baseline.json');
  expect([ran.code, ran.stderr]).toEqual([2, expect.stringContaining(message)]);
});

it('refuses a system prompt for lexical, which does not read it', async () => {
  await desk();
  folder.write(
    'whichtool.yaml',
    readFileSync(join(folder.path, 'whichtool.yaml'), 'utf8').replace(
      /model: .*\n\s+base_url: .*\n\s+system: .*\n/,
      'model: lexical\n',
    ),
  );
  folder.write('changes.yaml', 'system: Be brief.\n');
  const ran = await run('try', 'changes.yaml', '--baseline', 'baseline.json');
  expect([ran.code, ran.stderr]).toEqual([2, expect.stringContaining('`system` has no effect')]);
});
