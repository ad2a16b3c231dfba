import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  CLICKHOUSE_PASSWORD,
  CLICKHOUSE_USER,
  CLUSTER,
  type ClickHouseServer,
  hasClickHouse,
  NO_CLICKHOUSE,
  startClickHouse,
} from '../../../../test/support/clickhouse.ts';
import { quoteText } from '../sql/quote.ts';
import { serveSql } from '../fixtures/serve-sql.ts';
import { writeMapping } from '../fixtures/write-mapping.ts';
import { readTraces } from '../../read-traces.ts';
import { readAddress, readCalls, readNative } from '../fixtures/read-address.ts';

const HOSTILE = ["it's", 'back\\slash', 'nul\0', '__proto__', '"q"', '`b`', 'new\nline', '😀', ' '];

describe.skipIf(!hasClickHouse)(
  `ClickHouse 18.16${hasClickHouse ? '' : `: ${NO_CLICKHOUSE}`}`,
  () => {
    let server: ClickHouseServer;
    const at = (path: string, port = server.port): string =>
      `clickhouse://${CLICKHOUSE_USER}:${CLICKHOUSE_PASSWORD}@127.0.0.1:${port}/default/${path}`;
    const insert = (table: string, rows: readonly object[]): Promise<string> =>
      server.query(
        `INSERT INTO ${table} FORMAT JSONEachRow`,
        rows.map((row) => JSON.stringify(row)).join('\n'),
      );

    beforeAll(async () => {
      [server] = (await startClickHouse()) as [ClickHouseServer];
    });
    afterAll(() => server.stop());

    test('a table of runs with lists of tools, in the order of the runs', async () => {
      await server.query(
        'CREATE TABLE lists (run_id String, tool_names Array(String), started_at DateTime) ' +
          'ENGINE = MergeTree ORDER BY started_at',
      );
      await insert('lists', [
        { run_id: 'b', tool_names: ['search', 'fetch'], started_at: '2026-04-01 12:00:00' },
        { run_id: 'a', tool_names: [], started_at: '2026-04-02 12:00:00' },
        { run_id: 'c', tool_names: HOSTILE, started_at: '2026-04-03 12:00:00' },
      ]);
      expect(await readCalls(at('lists'))).toEqual([
        'a: ',
        'b: search, fetch',
        `c: ${HOSTILE.join(', ')}`,
      ]);
      // The server is in Berlin.
      expect(await readNative(at('lists?run=b'))).toMatchObject([
        { started_at: '2026-04-01T10:00:00Z' },
      ]);
      expect(await readCalls(at('lists?since=2026-04-01T10:00:01Z&until=2026-04-03'))).toEqual([
        'a: ',
      ]);
      expect(await readCalls(at('lists?limit=1'))).toEqual([`c: ${HOSTILE.join(', ')}`]);
      const [record] = await readAddress(at('lists?run=b'));
      expect(record).toMatchObject({
        where: { file: `clickhouse://127.0.0.1:${server.port}/default/lists?run=b` },
      });
    });

    test('runs are selected by any text, whatever signs it has', async () => {
      await server.query(
        'CREATE TABLE hostile (run String, tool Nullable(String)) ENGINE = Memory',
      );
      await insert(
        'hostile',
        HOSTILE.map((run) => ({ run, tool: `t ${run}` })),
      );
      await insert('hostile', [{ run: 'without', tool: null }]);
      for (const run of HOSTILE)
        expect(await readCalls(at(`hostile?run=${encodeURIComponent(run)}`))).toEqual([
          `${run}: t ${run}`,
        ]);
      expect(await readCalls(at('hostile?run=without'))).toEqual(['without: ']);
    });

    test('any text can be a literal', async () => {
      const texts = fc.sample(fc.string({ unit: 'binary', maxLength: 12 }), {
        seed: 1,
        numRuns: 300,
      });
      // The server's time grows faster than the number of literals in a statement.
      const all = [...texts, ...HOSTILE];
      for (let start = 0; start < all.length; start += 30) {
        const part = all.slice(start, start + 30);
        const literals = part.map((text) => quoteText(text, 'clickhouse'));
        const line = await server.query(
          `SELECT [${literals.join(', ')}] AS texts FORMAT JSONEachRow`,
        );
        expect(JSON.parse(line)).toEqual({ texts: part });
      }
    });

    test('replaced and deleted rows count once and not at all', async () => {
      await server.query(
        'CREATE TABLE observations (id String, trace_id String, project_id String, type String, ' +
          'parent_observation_id String, start_time DateTime, end_time DateTime, name String, ' +
          'level String, input String, output String, tool_calls Array(String), ' +
          'tool_call_names Array(String), event_ts DateTime, is_deleted UInt8) ' +
          'ENGINE = ReplacingMergeTree(event_ts) PARTITION BY toYYYYMM(start_time) ORDER BY (project_id, id)',
      );
      const tool = (id: string, name: string, ts: number, more: object = {}): object => ({
        id,
        trace_id: 't1',
        project_id: 'p',
        type: 'TOOL',
        name,
        start_time: `2026-04-01 12:00:0${id}`,
        end_time: '2026-04-01 12:00:09',
        level: 'DEFAULT',
        input: '{"q":1}',
        output: '"done"',
        event_ts: ts,
        ...more,
      });
      await insert('observations', [
        tool('1', 'search', 1),
        tool('2', 'old', 1),
        tool('3', 'gone', 1),
      ]);
      await insert('observations', [
        tool('2', 'fetch', 2, { level: 'ERROR' }),
        tool('3', 'gone', 2, { is_deleted: 1 }),
        tool('4', 'other', 1, { project_id: 'q' }),
      ]);
      expect(await readNative(at('observations?project=p'))).toMatchObject([
        {
          id: 't1',
          tool_calls: [
            { name: 'search', arguments: { q: 1 }, status: 'ok' },
            { name: 'fetch', status: 'error' },
          ],
        },
      ]);
      // Two projects may have runs with the same id.
      expect(await readCalls(at('observations'))).toEqual(['t1: search, fetch', 't1: other']);
    });

    test('a row for each call is a run in the order of times', async () => {
      await server.query(
        'CREATE TABLE calls (session String, what String, kind String, args Nullable(String), ' +
          'at UInt64, bad UInt8) ENGINE = Memory',
      );
      await insert('calls', [
        { session: 's', what: 'second', kind: 'tool', args: '{"a":2}', at: 20, bad: 1 },
        { session: 's', what: 'first', kind: 'tool', args: null, at: 3, bad: 0 },
        { session: 's', what: 'not a call', kind: 'llm', args: null, at: 1, bad: 0 },
      ]);
      const mapping = writeMapping({
        run: 'session',
        tool: 'what',
        arguments: 'args',
        time: 'at',
        failed: 'bad',
        where: { column: 'kind', equals: 'tool' },
      });
      expect(await readNative(at(`calls?mapping=${encodeURIComponent(mapping)}`))).toMatchObject([
        {
          id: 's',
          tool_calls: [
            { name: 'first', status: 'ok' },
            { name: 'second', status: 'error', arguments: { a: 2 } },
          ],
        },
      ]);
    });

    describe('set-ups that cannot work', () => {
      const codeOf = async (address: string): Promise<string> => {
        const failure = await readAddress(address).then(
          (records) => records.map((record) => ('issue' in record ? record.issue : record)),
          (error: { issues: readonly object[] }) => error.issues,
        );
        const text = JSON.stringify(failure);
        expect(text).not.toContain(CLICKHOUSE_PASSWORD);
        return text;
      };

      test('a missing table, column, password or server is named', async () => {
        await server.query('CREATE TABLE bare (x String) ENGINE = Memory');
        expect(await codeOf(at('none'))).toMatch(/SOURCE_TABLE.*no table .*none/);
        expect(await codeOf(at(''))).toMatch(/SOURCE_TABLE.*bare/);
        expect(await codeOf(at('bare'))).toMatch(/SOURCE_COLUMN.*fit no store: x/);
        expect(await codeOf(at('bare?store=opik'))).toMatch(/SOURCE_COLUMN.*column ."id.".*Opik/);
        const wrong = at('bare').replace(CLICKHOUSE_PASSWORD, 'wrong');
        expect(await codeOf(wrong)).toMatch(/SOURCE_REFUSED/);
        expect(await codeOf(at('bare', 1))).toMatch(/SOURCE_FAILED.*ECONNREFUSED/);
      });

      test('an empty table is not a pass', async () => {
        await server.query('CREATE TABLE empty (run String, tools Array(String)) ENGINE = Memory');
        expect(await codeOf(at('empty'))).toMatch(/NO_RECORDS/);
      });
    });

    test('an exception after rows were sent is an error', async () => {
      await server.query(
        'CREATE VIEW broken AS SELECT toString(number) AS run, ' +
          "['t'] AS tools, throwIf(number = 200000) AS time FROM numbers(300000)",
      );
      // `time` is selected, so that the failure comes while rows are sent; ordered by it nothing would have been sent.
      const failure = readAddress(at('broken'));
      await expect(failure).rejects.toMatchObject({ issues: [{ code: 'SOURCE_FAILED' }] });
    });

    test('a table of several shards is read from all of them, or not at all', async () => {
      const [first, second] = (await startClickHouse(2)) as [ClickHouseServer, ClickHouseServer];
      try {
        for (const [shard, run] of [
          [first, 'a'],
          [second, 'b'],
        ] as const) {
          await shard.query(
            'CREATE TABLE part (run String, tools Array(String), time DateTime) ENGINE = MergeTree ORDER BY run',
          );
          await shard.query(`INSERT INTO part VALUES ('${run}', ['t'], '2026-04-01 12:00:00')`);
        }
        await first.query(
          `CREATE TABLE whole AS part ENGINE = Distributed(${CLUSTER}, default, part)`,
        );
        const address = at('whole?since=2026-01-01&limit=5', first.port);
        expect(await readCalls(address)).toEqual(['a: t', 'b: t']);
        await second.kill();
        await expect(readCalls(address)).rejects.toMatchObject({
          issues: [{ code: 'SOURCE_FAILED' }],
        });
      } finally {
        await Promise.all([first.stop(), second.stop()]);
      }
    });

    test('a server that is killed while it sends is an error', async () => {
      const [doomed] = (await startClickHouse()) as [ClickHouseServer];
      try {
        await doomed.query(
          "CREATE VIEW long AS SELECT toString(number) AS run, [concat('t', toString(number))] AS tools FROM numbers(2000000)",
        );
        const read = async (): Promise<number> => {
          let count = 0;
          const path = at('long', doomed.port);
          for await (const batch of readTraces([{ path, displayName: 'long' }])) {
            if (count === 0) await doomed.kill();
            count += batch.length;
          }
          return count;
        };
        await expect(read()).rejects.toMatchObject({ issues: [{ code: 'SOURCE_FAILED' }] });
      } finally {
        await doomed.stop();
      }
    });
  },
);

describe('an HTTP interface that fails', () => {
  const DESCRIBED = '{"name":"run","type":"String"}\n{"name":"tools","type":"Array(String)"}\n';
  const ROW = '{"c0":"r","c1":"","c2":"r","c3":["t"]}\n';

  test.each([
    ['with an exception behind rows', { body: `${ROW}Code: 241. DB::Exception: Memory limit` }],
    ['with a tagged exception', { body: `${ROW}\r\n__exception__\r\ntag\r\nCode: 241. DB\r\n` }],
    ['in the middle of a row', { body: `${ROW}{"c0":"r2","c1"` }],
    ['by closing the connection', { body: ROW, isCut: true }],
    ['in a header', { body: ROW, headers: { 'X-ClickHouse-Exception-Code': '159' } }],
    ['with another status', { status: 500, body: 'Code: 159. DB::Exception: Timeout' }],
  ])('%s is an error, and not a part of a result', async (_, reply) => {
    const address = await serveSql(({ sql }) =>
      sql.startsWith('DESCRIBE') ? { body: DESCRIBED } : reply,
    );
    await expect(readAddress(`${address}/d/t`)).rejects.toMatchObject({
      issues: [{ code: 'SOURCE_FAILED' }],
    });
  });

  test('a user that must not change settings reads with those of the server', async () => {
    const address = await serveSql(({ sql, settings }) =>
      settings.has('max_bytes_before_external_sort')
        ? { status: 500, body: 'Code: 164. DB::Exception: Cannot modify setting. (READONLY)' }
        : { body: sql.startsWith('DESCRIBE') ? DESCRIBED : ROW },
    );
    expect(await readCalls(`${address}/d/t`)).toEqual(['r: t']);
  });
});
