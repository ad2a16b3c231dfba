import { describe, expect, it } from 'vitest';
import { type JsonObject, UserError } from '#core';
import {
  LANGSMITH_KEY,
  type LangsmithServer,
  startLangsmith,
} from '../../../test/support/langsmith-server.ts';
import { type Reply, world } from '../../../test/support/loopback.ts';
import { importRows } from '../imports/import-rows.ts';
import type { DatasetVersion, VersionManifest } from '../versions/dataset-version.ts';
import { pushVersion, type PushOutcome } from './push-version.ts';
import { uuid5 } from './uuid5.ts';

const ADDRESS = 'langsmith://my%20orders';

function version(id: string, rows: readonly object[]): DatasetVersion {
  const rowsText = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  return { id, manifest: {} as VersionManifest, manifestText: '', rowsText };
}

function row(id: string, tool: string): object {
  const stratum = { tool };
  return { id, input: `ask ${id}`, expected_tool: tool, before: [], trace: {}, stratum, weight: 2 };
}

const TWO = version('aaaa', [row('r1', 'status'), row('r2', 'cancel')]);

async function push(server: LangsmithServer, what: DatasetVersion = TWO): Promise<PushOutcome> {
  const env = { LANGSMITH_API_KEY: LANGSMITH_KEY, LANGSMITH_ENDPOINT: server.url };
  return await pushVersion(what, ADDRESS, world(env));
}

const counts = (outcome: PushOutcome): readonly number[] | null =>
  outcome.ok ? [outcome.created, outcome.updated, outcome.unchanged, outcome.others] : null;

it('makes the dataset and an example of each row', async () => {
  const server = await startLangsmith();
  const outcome = await push(server);
  const id = server.datasets.get('my orders')!;
  expect(outcome).toMatchObject({ dataset: { name: 'my orders', id, isNew: true } });
  expect(counts(outcome)).toEqual([2, 0, 0, 0]);
  expect(server.examples.get(uuid5(id, 'r1'))).toEqual({
    id: uuid5(id, 'r1'),
    dataset_id: id,
    inputs: { input: 'ask r1' },
    outputs: { expected_tool: 'status' },
    metadata: {
      id: 'r1',
      version: 'aaaa',
      weight: 2,
      stratum: { tool: 'status' },
      rationale: null,
      before: [],
      dataset_split: ['base'],
    },
  });
});

it('writes nothing when it is done again', async () => {
  const server = await startLangsmith();
  await push(server);
  const before = server.seen.length;
  expect(counts(await push(server))).toEqual([0, 0, 2, 0]);
  expect(server.seen.slice(before).map(({ method }) => method)).toEqual(['GET', 'GET']);
});

it('updates what a later version says otherwise, and leaves what it does not have', async () => {
  const server = await startLangsmith();
  await push(server);
  const id = uuid5(server.datasets.get('my orders')!, 'r1');
  const result = server.examples.get(id)!;
  const metadata = { ...result.metadata, dataset_split: ['hard'], owner: 'ann' };
  server.examples.set(id, { ...result, metadata });
  const later = version('bbbb', [row('r1', 'none'), row('r3', 'status')]);
  expect(counts(await push(server, later))).toEqual([1, 1, 0, 1]);
  expect(server.examples.get(id)).toMatchObject({
    outputs: { expected_tool: 'none' },
    metadata: { version: 'bbbb', dataset_split: ['hard'], owner: 'ann' },
  });
});

it('mends an example that was changed by hand', async () => {
  const server = await startLangsmith();
  await push(server);
  const [first] = [...server.examples.values()];
  server.examples.set(first!.id, { ...first!, outputs: { expected_tool: 'other' } });
  expect(counts(await push(server))).toEqual([0, 1, 1, 0]);
  expect(server.examples.get(first!.id)).toEqual(first);
});

it('sends many rows in requests of a hundred and finds them all again', async () => {
  const server = await startLangsmith();
  const many = version(
    'cccc',
    Array.from({ length: 250 }, (_, i) => row(`r${i}`, 'status')),
  );
  expect(counts(await push(server, many))).toEqual([250, 0, 0, 0]);
  const posts = server.seen.filter(
    ({ path, method }) => method === 'POST' && path.endsWith('bulk'),
  );
  expect(posts.map(({ body }) => Object.keys(body!).length)).toEqual([100, 100, 50]);
  expect(counts(await push(server, many))).toEqual([0, 0, 250, 0]);
});

it('splits requests that would be too long', async () => {
  const server = await startLangsmith();
  const long = (id: string): object => ({ ...row(id, 'status'), input: 'x'.repeat(3_000_000) });
  const env = { LANGSMITH_API_KEY: LANGSMITH_KEY, LANGSMITH_ENDPOINT: server.url };
  const context = world(env, { maxBytes: 20_000_000 });
  const outcome = await pushVersion(version('d', [long('a'), long('b')]), ADDRESS, context);
  expect(counts(outcome)).toEqual([2, 0, 0, 0]);
  expect(server.seen.filter(({ path }) => path.endsWith('bulk'))).toHaveLength(2);
});

describe('a service that fails', () => {
  const PASSING: readonly [string, Reply][] = [
    ['is asked too often', { status: 429, headers: { 'retry-after': '5' } }],
    ['breaks', { status: 500 }],
    ['cuts its answer off', { body: [1, 2, 3], ends: 'cut' }],
  ];

  it.each(PASSING)('is tried again when it %s', async (_, reply) => {
    const server = await startLangsmith();
    server.fault = (_seen, count) => (count % 2 === 1 ? { reply } : null);
    expect(counts(await push(server))).toEqual([2, 0, 0, 0]);
    expect(server.examples.size).toBe(2);
  });

  it('adds nothing twice when it has obeyed and its answer is lost', async () => {
    const server = await startLangsmith();
    const lost = new Set<string>();
    server.fault = ({ method, path }) => {
      if (method === 'GET' || lost.has(path)) return null;
      lost.add(path);
      return { reply: { body: ['half'], ends: 'cut' }, after: true };
    };
    expect(await push(server)).toMatchObject({ ok: true, created: 2, dataset: { isNew: true } });
    expect([server.datasets.size, server.examples.size]).toEqual([1, 2]);
  });

  it('says how far it came, and the next push goes on from there', async () => {
    const server = await startLangsmith();
    const many = version(
      'cccc',
      Array.from({ length: 150 }, (_, i) => row(`r${i}`, 'status')),
    );
    let writes = 0;
    server.fault = ({ path }) =>
      path.endsWith('bulk') && ++writes > 1 ? { reply: { status: 503 } } : null;
    expect(await push(server, many)).toMatchObject({
      ok: false,
      written: 100,
      issue: { code: 'SOURCE_FAILED' },
    });
    server.fault = () => null;
    expect(counts(await push(server, many))).toEqual([50, 0, 100, 0]);
  });

  it('gives up on ids that are taken and not there', async () => {
    const server = await startLangsmith();
    server.fault = ({ path }) => (path.endsWith('bulk') ? { reply: { status: 409 } } : null);
    expect(await push(server)).toMatchObject({ ok: false, written: 0 });
  });

  it('does not believe an answer of another shape', async () => {
    const server = await startLangsmith();
    for (const body of [{ detail: 'x' }, 'null', [{ name: 'my orders', id: '../x' }]]) {
      server.fault = () => ({ reply: { body } });
      expect(await push(server)).toMatchObject({ ok: false, issue: { code: 'SOURCE_FAILED' } });
    }
  });
});

describe('a set-up that cannot work', () => {
  const codeOf = async (address: string, env: Record<string, string>): Promise<string> => {
    const error: unknown = await pushVersion(TWO, address, world(env)).catch((item) => item);
    return error instanceof UserError ? error.issues[0]!.code : 'none';
  };

  it('is refused before anything is sent', async () => {
    expect(await codeOf(ADDRESS, {})).toBe('SOURCE_KEY');
    const env = { LANGSMITH_API_KEY: 'x' };
    for (const address of ['langfuse://a', 'langsmith://', 'langsmith://a?b=c', 'langsmith://%'])
      expect(await codeOf(address, env)).toBe('SOURCE_URL');
  });

  it('is told of when the key is wrong', async () => {
    const { url } = await startLangsmith();
    const env = { LANGSMITH_API_KEY: 'wrong', LANGSMITH_ENDPOINT: url };
    expect(await codeOf(ADDRESS, env)).toBe('SOURCE_REFUSED');
  });
});

it('gives the id that RFC 9562 gives', () => {
  expect(uuid5('6ba7b810-9dad-11d1-80b4-00c04fd430c8', 'www.example.com')).toBe(
    '2ed6657d-e927-568b-95e1-2665a8aea6a2',
  );
});

it('gives all examples of a push one schema, which import reads back', async () => {
  const server = await startLangsmith();
  const messages = [{ role: 'user', content: 'hi' }];
  const rows = [
    { id: 'r1', input: 'ask', expected_tool: null, rationale: 'thanks', weight: 2 },
    { id: 'r2', input: { messages, context: { shop: 'a' } }, expected_calls: [{ tool: 'x' }] },
    { id: 'r3', input: { messages }, expected_tool: 'y', expected_args: { a: 1 } },
  ];
  await push(server, version('cccc', rows));
  const all = [...server.examples.values()];
  const shapes = all.map(({ inputs, outputs }) => [Object.keys(inputs), Object.keys(outputs)]);
  expect(new Set(shapes.map((shape) => JSON.stringify(shape))).size).toBe(1);
  const back = importRows(all as unknown as JsonObject[], null).rows;
  const byId = new Map(back.map((item) => [item.id, item]));
  expect(byId.get('r1')).toEqual({
    ...rows[0],
    input: { messages: [{ role: 'user', content: 'ask' }] },
  });
  expect(byId.get('r2')).toEqual(rows[1]);
  expect(byId.get('r3')).toEqual(rows[2]);
});
