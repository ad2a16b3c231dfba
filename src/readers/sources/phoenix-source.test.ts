import { expect, test } from 'vitest';
import { serve, world } from '../../../test/support/loopback.ts';
import { collect } from './fixtures/collect.ts';
import { phoenixSource } from './phoenix-source.ts';

const span = (id: string, trace: string, parent: string | null, second: number): object => ({
  name: id,
  context: { trace_id: trace, span_id: id },
  span_kind: 'CHAIN',
  parent_id: parent,
  start_time: `2026-04-01T09:00:0${second}+00:00`,
  end_time: `2026-04-01T09:00:09+00:00`,
  status_code: 'OK',
  attributes: {},
});
const names = (records: readonly object[]): unknown[] =>
  records.map((record) => ('value' in record ? (record.value as { name: string }).name : record));

test('spans are read by cursor; the key and the path of the collector are as tracers have them', async () => {
  const { url, seen } = await serve(({ query }) =>
    query.get('cursor') === null
      ? { body: { data: [span('a', 't1', 'r', 3)], next_cursor: 'U3Bhbjox' } }
      : { body: { data: [span('r', 't1', null, 1)], next_cursor: null } },
  );
  const env = { PHOENIX_API_KEY: 'k', PHOENIX_COLLECTOR_ENDPOINT: `${url}/v1/traces` };
  const records = await collect(phoenixSource, 'phoenix://my%20app?since=2026-04-01', world(env));
  expect(names(records)).toEqual(['a', 'r']);
  expect(seen[0]).toMatchObject({
    path: '/v1/projects/my app/spans',
    headers: { authorization: 'Bearer k' },
  });
  expect(seen[0]?.query.get('start_time')).toBe('2026-04-01T00:00:00.000Z');
});

test('of a server that sorts, no more is asked for than the newest traces', async () => {
  const { url, seen } = await serve(() => ({
    body: {
      data: [span('b', 't2', 'r2', 5), span('r2', 't2', null, 4), span('a', 't1', 'r1', 3)],
      next_cursor: 'more',
    },
  }));
  const records = await collect(phoenixSource, 'phoenix://p?limit=1', world({ PHOENIX_HOST: url }));
  expect(names(records)).toEqual(['b', 'r2']);
  expect(seen).toHaveLength(1);
});

test('of a server that cannot sort all is read, so that no trace is a piece', async () => {
  const { url } = await serve(({ query }) =>
    query.get('cursor') === null
      ? {
          body: {
            data: [span('r2', 't2', null, 4), span('b', 't2', 'r2', 5), span('r1', 't1', null, 1)],
            next_cursor: 'x',
          },
        }
      : { body: { data: [span('c', 't2', 'r2', 6), span('a', 't1', 'r1', 3)] } },
  );
  const records = await collect(phoenixSource, 'phoenix://p?limit=1', world({ PHOENIX_HOST: url }));
  expect(names(records)).toEqual(['r2', 'b', 'c']);
});

test('a project that is not there is said to be so', async () => {
  const { url } = await serve(() => ({ status: 404, body: 'Project not found' }));
  await expect(
    collect(phoenixSource, 'phoenix://p', world({ PHOENIX_HOST: url })),
  ).rejects.toMatchObject({
    issues: [{ code: 'SOURCE_PROJECT' }],
  });
});

test('a project without traces measures nothing, which is an error', async () => {
  const { url } = await serve(() => ({ body: { data: [], next_cursor: null } }));
  expect(await collect(phoenixSource, 'phoenix://p', world({ PHOENIX_HOST: url }))).toMatchObject([
    { kind: 'error', issue: { code: 'NO_RECORDS' } },
  ]);
});
