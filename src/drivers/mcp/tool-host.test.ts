import { expect, it } from 'vitest';
import type { ToolSession } from '../tool-session.ts';
import { CatalogSource } from './catalog-source.ts';
import { type OfferOptions, offerTools } from './tool-host.ts';
import type { SourceTool } from './tool-source.ts';

const tool = (server: string | null, name: string): SourceTool => ({
  server,
  name,
  description: `about ${name}`,
  inputSchema: { type: 'object' },
});
const REAL = [tool('a', 'search'), tool('b', 'fetch')];
const NEVER = new AbortController().signal;

const open = async (options: OfferOptions, tools = REAL): Promise<ToolSession> =>
  await offerTools(new CatalogSource(tools), options).open('test', NEVER);

const spellings = ({ tools }: ToolSession): string[] => tools.map(({ spelled }) => spelled);

async function ask(
  session: ToolSession,
  name: string,
  args: Record<string, number> = {},
): Promise<[string, string]> {
  const match = session.tools.find((tool) => tool.name === name);
  if (match === undefined) throw new Error(`no tool ${name}`);
  const { status, text } = await session.call(match, args, NEVER);
  return [status, text];
}

it('gives the same hash for the same tools, and another one for another text, schema or order', async () => {
  const hash = async (options: OfferOptions, tools = REAL): Promise<string> =>
    (await open(options, tools)).catalogSha256;
  const plain = await hash({});
  expect(await hash({}, structuredClone(REAL))).toBe(plain);
  const others = [
    await hash({ overrides: new Map([['search', { description: 'other' }]]) }),
    await hash({ overrides: new Map([['search', { inputSchema: {} }]]) }),
    await hash({}, [...REAL].reverse()),
  ];
  expect(new Set([plain, ...others]).size).toBe(4);
});

it('makes the same offer to every run that has the same tools', async () => {
  const host = offerTools(new CatalogSource(REAL), { overrides: new Map([['serach', {}]]) });
  const [first, second] = [await host.open('one', NEVER), await host.open('two', NEVER)];
  expect(second.tools).toBe(first.tools);
  expect([first, second].map((session) => session.takeIssues().length)).toEqual([1, 1]);
});

it('lets the override of the longer name win', async () => {
  const overrides = new Map([
    ['a.search', { description: 'long' }],
    ['search', { description: 'short', inputSchema: { type: 'string' } }],
  ]);
  const session = await open({ overrides });
  expect(session.tools[0]).toMatchObject({ description: 'long', inputSchema: { type: 'string' } });
  expect(session.takeIssues()).toEqual([]);
});

it('names an override of no tool once', async () => {
  const session = await open({ overrides: new Map([['a.serach', {}]]) });
  expect(session.takeIssues()).toEqual([
    {
      code: 'TOOL_OVERRIDE_UNKNOWN',
      severity: 'error',
      message: 'overrides name the tool "a.serach", which no server has',
      where: null,
      hint: 'did you mean "a.search"?',
    },
  ]);
  expect(session.takeIssues()).toEqual([]);
});

const CATALOG = ['search', 'x', 'y', 'z', 'x'].map((name, index) => tool(`s${index}`, name));

it('adds decoys by seed, never one with the name of another tool', async () => {
  const drawn = async (seed: string, count: number): Promise<string[]> =>
    spellings(await open({ distractors: { count, tools: CATALOG, seed } }));
  expect(await drawn('1', 2)).toEqual(await drawn('1', 2));
  expect(await drawn('1', 2)).toHaveLength(4);
  expect((await drawn('1', 99)).sort()).toEqual(['fetch', 'search', 'x', 'y', 'z']);
  const orders = await Promise.all(['1', '2', '3', '4', '5'].map((seed) => drawn(seed, 3)));
  expect(new Set(orders.map((order) => order.join())).size).toBeGreaterThan(1);
});

it('answers a call of a decoy with an error, also where there are mocks', async () => {
  const mocks = { canned: new Map([['y', [{ result: 'never' }]]]), recorded: new Map() };
  const session = await open({ mocks, distractors: { count: 3, tools: CATALOG, seed: '1' } });
  expect(await ask(session, 'y')).toEqual(['error', 'this tool is not available']);
});

it('answers with the first mock that fits, and says where none does', async () => {
  const canned = new Map([
    ['search', [{ result: 'of the short name' }]],
    [
      'a.search',
      [
        { args: { q: 1, r: 2 }, result: { found: true } },
        { args: { q: 3 }, result: 'failed', isError: true },
      ],
    ],
  ]);
  const session = await open({ mocks: { canned, recorded: new Map() } });
  expect(await ask(session, 'search', { r: 2, q: 1 })).toEqual(['ok', '{"found":true}']);
  expect(await ask(session, 'search', { q: 3 })).toEqual(['error', 'failed']);
  expect(await ask(session, 'search')).toEqual([
    'error',
    'the tool "a.search" has no mock for these arguments',
  ]);
  expect(await ask(session, 'fetch')).toEqual(['error', 'the tool "b.fetch" has no mock']);
});

it('takes what the suite says before what was recorded, whichever name is longer', async () => {
  const recorded = new Map([
    ['a.search', [{ args: { q: 1 }, result: 'recorded' }]],
    ['gone.tool', [{ result: 'of another time' }]],
  ]);
  const canned = new Map([
    ['search', [{ args: { q: 2 }, result: 'canned' }]],
    ['fecth', [{ result: 'misspelt' }]],
  ]);
  const session = await open({ mocks: { canned, recorded } });
  expect(await ask(session, 'search', { q: 1 })).toEqual(['ok', 'recorded']);
  expect(await ask(session, 'search', { q: 2 })).toEqual(['ok', 'canned']);
  expect(session.takeIssues()).toEqual([
    {
      code: 'TOOL_MOCK_UNKNOWN',
      severity: 'error',
      message: 'mocks name the tool "fecth", which no server has',
      where: null,
      hint: 'did you mean "fetch"?',
    },
  ]);
});

it('says where fewer decoys could be drawn than were asked for', async () => {
  const messages = async (count: number): Promise<string[]> =>
    (await open({ distractors: { count, tools: CATALOG, seed: '1' } }))
      .takeIssues()
      .map(({ code, message }) => `${code} ${message}`);
  expect(await messages(3)).toEqual([]);
  expect(await messages(4)).toEqual([
    'TOOL_DISTRACTORS_FEW distractors ask for 4 decoys, and only 3 could be drawn',
  ]);
});

it('cannot call a tool of a catalog without a mock', async () => {
  const said = 'the tool "search" comes from a catalog and has no mock';
  expect(await ask(await open({}), 'search')).toEqual(['error', said]);
});

const searchSchema = {
  type: 'object',
  properties: { query: { type: 'string' }, limit: { type: 'integer' } },
  required: ['query'],
  additionalProperties: false,
};
const readSchema = {
  type: 'object',
  properties: { id: { type: 'string' }, limit: { type: 'string' } },
  required: ['id'],
  additionalProperties: false,
};
const KB = [
  { ...tool('kb', 'search_kb'), inputSchema: searchSchema },
  { ...tool('kb', 'get_kb_article'), inputSchema: readSchema },
  tool('shop', 'refund'),
];
const merge = {
  name: 'kb',
  parameter: 'mode',
  modes: new Map([
    ['search', 'search_kb'],
    ['read', 'kb.get_kb_article'],
  ]),
};

it('drops a tool, and says where there is none to drop', async () => {
  const session = await open({ drop: ['refund', 'refnud'] }, KB);
  expect(spellings(session)).toEqual(['search_kb', 'get_kb_article']);
  expect(session.takeIssues()).toMatchObject([{ code: 'TOOL_OVERRIDE_UNKNOWN' }]);
});

it('merges tools into one with a mode, and calls the tool of the mode', async () => {
  const session = await open({ merges: [merge] }, KB);
  expect(spellings(session)).toEqual(['refund', 'kb']);
  const [, merged] = session.tools;
  expect(merged).toMatchObject({
    server: 'kb',
    description: 'search: about search_kb\nread: about get_kb_article',
    inputSchema: {
      properties: {
        mode: { type: 'string', enum: ['search', 'read'] },
        query: { type: 'string' },
        limit: { anyOf: [{ type: 'integer' }, { type: 'string' }] },
        id: { type: 'string' },
      },
      required: ['mode'],
      additionalProperties: false,
    },
  });
  const part = merged?.modes?.tools.get('read');
  expect(part).toMatchObject({ server: 'kb', name: 'get_kb_article', spelled: 'kb' });
  const canned = new Map([['get_kb_article', [{ args: { id: 'A1' }, result: 'the article' }]]]);
  const mocked = await open({ merges: [merge], mocks: { canned, recorded: new Map() } }, KB);
  const read = mocked.tools[1]?.modes?.tools.get('read');
  expect(await mocked.call(read!, { id: 'A1' }, NEVER)).toMatchObject({ text: 'the article' });
  expect(await ask(mocked, 'kb', {})).toEqual(['error', '"mode" must be one of search, read']);
});

it.each([
  ['a tool that is not there', { ...merge, modes: new Map([['search', 'serach_kb']]) }],
  ['an argument that one of the tools has', { ...merge, parameter: 'id' }],
  ['a name that another tool has', { ...merge, name: 'refund' }],
])('refuses a merge with %s', async (_, bad) => {
  await expect(open({ merges: [bad] }, KB)).rejects.toThrow(/merge_tools/);
});
