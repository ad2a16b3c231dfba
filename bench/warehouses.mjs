// Rows of calls streamed from ClickHouse, PostgreSQL and a Parquet file into `whichtool inspect`: rows a second, and memory.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createJiti } from 'jiti';
import { parquetWriteFile } from 'hyparquet-writer';
import { CLI, DATA } from './places.mjs';
import { peakMegabytes, timeCommand, timeInTurn } from './process.mjs';
import { atLeast, atMost } from './row.mjs';

const CALLS_PER_RUN = 5;

export async function measureWarehouses({ quick }) {
  const rows = quick ? 100_000 : 500_000;
  const few = rows / 5;
  const support = createJiti(import.meta.url);
  const clickhouse = await support.import('../test/support/clickhouse.ts');
  const postgres = await support.import('../test/support/postgres.ts');
  const folder = join(DATA, 'warehouses');
  mkdirSync(folder, { recursive: true });
  const [click] = await clickhouse.startClickHouse(1);
  const post = await postgres.startPostgres();
  try {
    for (const [name, count] of Object.entries({ calls: rows, few }))
      await fill(click, post, name, count);
    const file = join(folder, 'calls.parquet');
    writeParquet(file, rows);
    const address = {
      ClickHouse: `clickhouse://${clickhouse.CLICKHOUSE_USER}:${clickhouse.CLICKHOUSE_PASSWORD}@127.0.0.1:${click.port}/default`,
      PostgreSQL: `postgres://${postgres.POSTGRES_USER}:${postgres.POSTGRES_PASSWORD}@127.0.0.1:${post.port}/postgres`,
    };
    const inspect = (path) => timeCommand(['node', CLI, 'inspect', path], { cwd: folder });
    const best = timeInTurn(quick ? 1 : 3, {
      ClickHouse: () => inspect(`${address.ClickHouse}/calls`),
      PostgreSQL: () => inspect(`${address.PostgreSQL}/calls`),
      Parquet: () => inspect(file),
    });
    const peak = (path) => peakMegabytes(1, [CLI, 'inspect', path]);
    const memory = Object.entries(address).flatMap(([engine, base]) => {
      const small = peak(`${base}/few`);
      return [
        atMost(`${engine}, ${few} rows, peak memory`, small, 'MB', null),
        atMost(`${engine}, ${rows} rows, peak memory`, peak(`${base}/calls`), 'MB', small + 60),
      ];
    });
    return [
      ...Object.entries(best).map(([engine, { wallMs }]) =>
        atLeast(`${engine}, ${rows} rows of calls, streamed`, (rows / wallMs) * 1000, '/s', null),
      ),
      ...memory,
    ];
  } finally {
    await click.stop();
    await post.stop();
  }
}

async function fill(click, post, name, count) {
  const columns = 'run_id, position, tool_name, arguments';
  await click.query(
    `CREATE TABLE ${name} (run_id String, position UInt32, tool_name String, arguments String) ENGINE = MergeTree ORDER BY position`,
  );
  await click.query(
    `INSERT INTO ${name} (${columns}) SELECT concat('run-', toString(intDiv(number, ${CALLS_PER_RUN}))), number % ${CALLS_PER_RUN}, ` +
      `concat('tool_', toString(number % 20)), concat('{"query":"', toString(number), '"}') FROM system.numbers LIMIT ${count}`,
  );
  await post.query(
    `CREATE TABLE ${name} AS SELECT 'run-' || n / ${CALLS_PER_RUN} AS run_id, n % ${CALLS_PER_RUN} AS position, ` +
      `'tool_' || n % 20 AS tool_name, '{"query":"' || n || '"}' AS arguments FROM generate_series(0, ${count - 1}) n`,
  );
}

function writeParquet(filename, count) {
  const numbers = Array.from({ length: count }, (_, number) => number);
  const text = (toText) => numbers.map(toText);
  parquetWriteFile({
    filename,
    rowGroupSize: 50_000,
    columnData: [
      { name: 'run_id', data: text((n) => `run-${Math.floor(n / CALLS_PER_RUN)}`), type: 'STRING' },
      { name: 'position', data: numbers.map((n) => n % CALLS_PER_RUN), type: 'INT32' },
      { name: 'tool_name', data: text((n) => `tool_${n % 20}`), type: 'STRING' },
      { name: 'arguments', data: text((n) => `{"query":"${n}"}`), type: 'STRING' },
    ],
  });
}
