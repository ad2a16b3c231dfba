import { UserError } from '#core';
import { describe, expect, test, vi } from 'vitest';
import { readTraces } from '../read-traces.ts';
import { type Reply, type Seen, serve, world } from '../../../test/support/loopback.ts';
import { collect } from './fixtures/collect.ts';
import { langsmithSource } from './langsmith-source.ts';

const PROJECT = '00000000-0000-4000-8000-0000000000aa';
const run = (id: string, trace: string, second: number, more: object = {}): object => ({
  id,
  trace_id: trace,
  parent_run_ids: id === trace ? [] : [trace],
  run_type: id === trace ? 'CHAIN' : 'TOOL',
  name: id,
  status: 'SUCCESS',
  start_time: `2026-04-01T09:00:${String(second).padStart(2, '0')}Z`,
  inputs: {},
  ...more,
});
const sessions = (seen: Seen): Reply | null =>
  seen.path === '/api/v1/sessions'
    ? { body: [{ id: PROJECT, name: seen.query.get('name') }] }
    : null;
const KEY = 'lsv2_secret';

test('a project is found by its name, and read page by page', async () => {
  const { url, seen } = await serve((request) => {
    const project = sessions(request);
    if (project !== null) return project;
    return request.body?.cursor === 'c2'
      ? { body: { items: [run('t1', 't1', 1)], next_cursor: null } }
      : { body: { items: [run('a', 't1', 3)], next_cursor: 'c2' } };
  });
  const context = world({
    LANGSMITH_API_KEY: KEY,
    LANGSMITH_ENDPOINT: `${url}/api/v1/`,
    LANGSMITH_WORKSPACE_ID: 'w',
  });
  const records = await collect(
    langsmithSource,
    'langsmith://my%20project?since=2026-03-31&until=1h',
    context,
  );
  expect(records).toMatchObject([
    { kind: 'value', value: { id: 'a' } },
    { kind: 'value', value: { id: 't1' } },
  ]);
  expect(seen.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /api/v1/sessions',
    'POST /api/v2/runs/query',
    'POST /api/v2/runs/query',
  ]);
  expect(seen[0]?.query.get('name')).toBe('my project');
  expect(seen[1]?.headers).toMatchObject({ 'x-api-key': KEY, 'x-tenant-id': 'w' });
  expect(seen[1]?.body).toMatchObject({
    project_ids: [PROJECT],
    min_start_time: '2026-03-31T00:00:00.000Z',
    // An hour after `until`, so that runs that began before it are whole.
    max_start_time: '2026-04-01T12:00:00.000Z',
    page_size: 100,
  });
  expect(seen[1]?.body?.selects).toContain('PARENT_RUN_IDS');
});

test('a deployment without the newer query is asked the older way', async () => {
  const { url, seen } = await serve((request) => {
    if (request.path === '/api/v2/runs/query')
      return { status: 404, body: { detail: 'Not Found' } };
    return request.body?.cursor === undefined
      ? { body: { runs: [run('a', 't1', 3)], cursors: { next: 'n' } } }
      : { body: { runs: [run('t1', 't1', 1)], cursors: { next: null } } };
  });
  const context = world({ LANGCHAIN_API_KEY: KEY, LANGSMITH_ENDPOINT: url });
  const records = await collect(
    langsmithSource,
    `langsmith://${PROJECT}?until=2026-04-02`,
    context,
  );
  expect(records).toHaveLength(2);
  expect(seen.map(({ path }) => path)).toEqual([
    '/api/v2/runs/query',
    '/api/v1/runs/query',
    '/api/v1/runs/query',
  ]);
  expect(seen[1]?.body).toMatchObject({
    session: [PROJECT],
    filter: 'lt(start_time, "2026-04-02T01:00:00.000Z")',
    limit: 100,
  });
});

describe('a set-up that cannot work', () => {
  test('without a key says which variable is missing, and sends no request', async () => {
    await expect(collect(langsmithSource, 'langsmith://p', world({}))).rejects.toThrow(
      'LANGSMITH_API_KEY is not set',
    );
  });

  test('with a project that is not there says so', async () => {
    const { url } = await serve(() => ({ body: [] }));
    const failed = collect(
      langsmithSource,
      'langsmith://p',
      world({ LANGSMITH_API_KEY: KEY, LANGSMITH_ENDPOINT: url }),
    );
    await expect(failed).rejects.toMatchObject({ issues: [{ code: 'SOURCE_PROJECT' }] });
  });

  test('with a key or an endpoint of the wrong kind never shows it', async () => {
    for (const env of [
      { LANGSMITH_API_KEY: 'lsv2_\u{1f511}' },
      { LANGSMITH_API_KEY: KEY, LANGSMITH_ENDPOINT: 'https://me:lsv2_@x.invalid' },
      { LANGSMITH_API_KEY: KEY, LANGSMITH_ENDPOINT: 'lsv2_' },
    ]) {
      const error: unknown = await collect(langsmithSource, 'langsmith://p', world(env)).catch(
        (thrown: unknown) => thrown,
      );
      expect(error).toBeInstanceOf(UserError);
      expect(JSON.stringify(error)).toContain('SOURCE_KEY');
      expect(JSON.stringify(error)).not.toContain('lsv2_');
    }
  });
});

test('an address is read like a file, with the format of its source', async () => {
  const { url } = await serve(
    (request) =>
      sessions(request) ?? {
        body: {
          items: [
            run('look', 't1', 2, { inputs: { input: '{"q":1}' } }),
            run('late', 't0', 2),
            run('t1', 't1', 1, { inputs: { input: 'go' } }),
          ],
        },
      },
  );
  vi.stubEnv('LANGSMITH_API_KEY', KEY);
  vi.stubEnv('LANGSMITH_ENDPOINT', url);
  try {
    const path = 'langsmith://p?since=2026-04-01T09:00:01Z';
    const formats: string[] = [];
    const records = [];
    for await (const batch of readTraces([{ path, displayName: path }], {
      format: null,
      onFormat: (_, { id }) => formats.push(id),
    }))
      records.push(...batch);
    expect(formats).toEqual(['langsmith']);
    expect(records).toMatchObject([
      { kind: 'warning', issue: { code: 'READ_RUN_SKIPPED', where: { file: path } } },
      {
        kind: 'trace',
        trace: { id: 't1', input: 'go', calls: [{ name: 'look', arguments: { value: { q: 1 } } }] },
      },
    ]);
  } finally {
    vi.unstubAllEnvs();
  }
});
