import { expect, test } from 'vitest';
import { type Reply, type Seen, serve, world } from '../../../test/support/loopback.ts';
import { collect } from './fixtures/collect.ts';
import { langfuseSource } from './langfuse-source.ts';

const KEYS = { LANGFUSE_PUBLIC_KEY: 'pk-lf-1', LANGFUSE_SECRET_KEY: 'sk-lf-2' };
const row = (id: string, parent: string | null, second: number): object => ({
  id,
  traceId: 't1',
  type: 'SPAN',
  parentObservationId: parent,
  startTime: `2026-04-01T09:00:0${second}.000Z`,
});
const projects = ({ path }: Seen): Reply | null =>
  path === '/api/public/projects' ? { body: { data: [{ id: 'p1', name: 'shop' }] } } : null;

test('observations are read by cursor, with all that was said in them', async () => {
  const { url, seen } = await serve(
    (request) =>
      projects(request) ??
      (request.query.get('cursor') === 'bb=='
        ? { body: { data: [row('root', null, 1)], meta: {} } }
        : { body: { data: [row('a', 'root', 3)], meta: { cursor: 'bb==' } } }),
  );
  const records = await collect(
    langfuseSource,
    'langfuse://shop?since=2026-04-01',
    world({ ...KEYS, LANGFUSE_HOST: url }),
  );
  expect(records).toMatchObject([{ value: { id: 'a' } }, { value: { id: 'root' } }]);
  expect(seen.map(({ path }) => path)).toEqual([
    '/api/public/projects',
    '/api/public/v2/observations',
    '/api/public/v2/observations',
  ]);
  // "pk-lf-1:sk-lf-2"
  expect(seen[0]?.headers.authorization).toBe('Basic cGstbGYtMTpzay1sZi0y');
  expect(seen[1]?.query.get('fromStartTime')).toBe('2026-04-01T00:00:00.000Z');
  expect(seen[1]?.query.get('fields')).toContain('io');
  expect(seen[1]?.query.has('cursor')).toBe(false);
});

test('a server without cursors is read by the number of its pages', async () => {
  const { url, seen } = await serve((request) => {
    if (request.path === '/api/public/v2/observations')
      return { status: 404, body: { message: 'Not Found' } };
    const page = Number(request.query.get('page'));
    return (
      projects(request) ?? {
        body: {
          data: [row(page === 1 ? 'a' : 'root', page === 1 ? 'root' : null, 4 - page)],
          meta: { page, totalPages: 2 },
        },
      }
    );
  });
  const records = await collect(
    langfuseSource,
    'langfuse://p1',
    world({ ...KEYS, LANGFUSE_BASE_URL: url }),
  );
  expect(records).toMatchObject([{ value: { id: 'a' } }, { value: { id: 'root' } }]);
  expect(seen.slice(2).map(({ query }) => query.get('page'))).toEqual(['1', '2']);
});

test('a key of another project is refused, with the name of its own', async () => {
  const { url } = await serve((request) => projects(request) ?? {});
  await expect(
    collect(langfuseSource, 'langfuse://cart', world({ ...KEYS, LANGFUSE_HOST: url })),
  ).rejects.toMatchObject({ issues: [{ code: 'SOURCE_PROJECT', hint: 'it is for shop' }] });
});

test('both keys are needed', async () => {
  await expect(
    collect(langfuseSource, 'langfuse://shop', world({ LANGFUSE_PUBLIC_KEY: 'pk' })),
  ).rejects.toThrow('LANGFUSE_SECRET_KEY is not set');
});
