import type { ClickHouseClient, ClickHouseSettings } from '@clickhouse/client';
import { isJsonObject, type Json } from '#core';
import { textOf } from '../../draft/text-of.ts';
import type { WarehouseAddress } from '../address.ts';
import { type Connection, failed, nameColumns, type SentRow } from '../connection/connection.ts';
import { loadPeer } from '#platform';
import { quoteText } from '../sql/quote.ts';
import { tableOf } from '../sql/select-rows.ts';
import {
  clickHouseCode,
  explainClickHouse,
  isUnknownTable,
  READ_ONLY,
} from './clickhouse-errors.ts';
import { readSentRows } from './read-sent-rows.ts';

/** How long a server may take until the next byte: it sorts before it sends the first. */
const MAX_SILENCE_MS = 3_600_000;

/** Large results are sorted on the disk of the server; a suite may name more tools than usual statements do. */
const SETTINGS: ClickHouseSettings = {
  max_bytes_before_external_sort: '1000000000',
  max_query_size: '100000000',
  max_ast_elements: '10000000',
  max_expanded_ast_elements: '10000000',
};

/** Connects to the HTTP interface of ClickHouse. */
export async function connectClickHouse(address: WarehouseAddress): Promise<Connection> {
  const { createClient } = await loadPeer(() => import('@clickhouse/client'), {
    purpose: address.display,
    packages: ['@clickhouse/client'],
  });
  const client: ClickHouseClient = createClient({
    url: `${address.isSecure ? 'https' : 'http'}://${address.host}:${address.port}`,
    username: address.user ?? 'default',
    password: address.password ?? '',
    request_timeout: MAX_SILENCE_MS,
    application: 'whichtool',
    log: { level: 127 },
  });
  const send = async (query: string): Promise<AsyncIterable<Buffer>> => {
    try {
      return await sendWith(client, query, SETTINGS);
    } catch (error) {
      if (clickHouseCode(error) !== READ_ONLY) throw explainClickHouse(error, address);
      // A user that must not change settings: the server's own settings count.
      return await sendWith(client, query, {}).catch((reason: unknown) => {
        throw explainClickHouse(reason, address);
      });
    }
  };
  const read = async (query: string): Promise<readonly Json[]> => {
    const rows: Json[] = [];
    for await (const batch of readSentRows(await send(`${query} FORMAT JSONEachRow`), address))
      for (const row of batch) {
        if (!row.ok) throw failed(address, row.issue.message);
        rows.push(row.value);
      }
    return rows;
  };
  return {
    async describe() {
      const rows = await read(`DESCRIBE TABLE ${tableOf(address, 'clickhouse')}`).catch(
        (error: unknown) => {
          if (isUnknownTable(error)) return null;
          throw error;
        },
      );
      if (rows === null) return null;
      return new Map(
        rows.filter(isJsonObject).map(({ name, type }) => [textOf(name) ?? '', textOf(type) ?? '']),
      );
    },
    async listTables() {
      const database = quoteText(address.database, 'clickhouse') ?? "''";
      const rows = await read(
        `SELECT name FROM system.tables WHERE database = ${database} ORDER BY name LIMIT 50`,
      );
      return rows.filter(isJsonObject).map(({ name }) => textOf(name) ?? '');
    },
    async *rows({ sql, names }) {
      const stream = await send(`${sql} FORMAT JSONEachRow`);
      for await (const batch of readSentRows(stream, address))
        yield batch.map((row) => (row.ok ? toSentRow(row.value, names) : row));
    },
    async query(sql, names) {
      const rows = await read(sql);
      return rows.filter(isJsonObject).map((row) => names.map((name) => cellOf(row[name] ?? '')));
    },
    close: () => client.close(),
  };
}

/** A number or a text as text; large numbers are sent as text. */
function cellOf(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function toSentRow(value: Json, names: readonly string[]): SentRow {
  const row = isJsonObject(value) ? value : {};
  return {
    ok: true,
    run: textOf(row.c0) ?? '',
    scope: textOf(row.c1) ?? '',
    columns: nameColumns(names, (at) => row[`c${at + 2}`] ?? null),
  };
}

async function sendWith(
  client: ClickHouseClient,
  query: string,
  settings: ClickHouseSettings,
): Promise<AsyncIterable<Buffer>> {
  const { stream, response_headers: headers } = await client.exec({
    query,
    clickhouse_settings: settings,
  });
  const code = headers['x-clickhouse-exception-code'];
  if (code === undefined) return stream as AsyncIterable<Buffer>;
  // A proxy may turn a failure into a success.
  stream.destroy();
  throw new Error(`Code: ${String(code)}`);
}
