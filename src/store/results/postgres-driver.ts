import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { errorCode, loadPeer } from '#platform';
import { storeError } from '../codes.ts';
import type { SqlDriver, SqlRow, SqlValue } from './sql-driver.ts';

/** How long a statement is repeated while the server is away. */
const MAX_WAIT_MS = 120_000;
const FIRST_WAIT_MS = 100;
const MAX_STEP_MS = 2000;
const CONNECT_MS = 5000;
const MAX_CONNECTIONS = 4;

/**
 * Failures that pass: a connection that broke or is refused, a server that starts, stops or is read-only after a
 * failover, a deadlock, and two processes that make the same table. Every statement may be repeated.
 */
const TRANSIENT =
  /^(?:08|53|57P|40001$|40P01$|25006$|42P07$|ECONN|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT)/;
/** A pooler between us and the server gave a statement to another connection than the one that prepared it. */
const UNPREPARED = /^(?:26000|42P05)$/;
/** A wrong user, password or database, or a user without rights. */
const REFUSED = /^(?:28|3D|42501$)/;
const BROKEN = /terminated|timeout|not queryable|Connection ended/i;

/** A PostgreSQL server, through the optional package `pg`. */
export async function openPostgres(url: string): Promise<SqlDriver> {
  const { default: pg } = await loadPeer(() => import('pg'), {
    purpose: 'a store in PostgreSQL',
    packages: ['pg'],
  });
  const pool = new pg.Pool({
    connectionString: url,
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_MS,
    allowExitOnIdle: true,
  });
  // A connection that breaks while it is idle is replaced with the next statement.
  pool.on('error', () => {});
  let isOpen = false;
  let canPrepare = true;
  const execute = async (
    sql: string,
    values: readonly SqlValue[],
    name: string | null,
  ): Promise<readonly SqlRow[]> => {
    const end = performance.now() + MAX_WAIT_MS;
    for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(MAX_STEP_MS, waitMs * 2)) {
      try {
        const { rows } = await pool.query<SqlRow>({
          text: sql,
          values: [...values],
          ...(name === null || !canPrepare ? {} : { name }),
        });
        isOpen = true;
        return rows;
      } catch (error) {
        if (canPrepare && UNPREPARED.test(errorCode(error))) {
          canPrepare = false;
          continue;
        }
        // A store that was never reached is a mistake in its address.
        if (!isTransient(error, sql)) throw explain(error, url);
        if (!isOpen || performance.now() > end) throw explain(error, url);
      }
      await wait(waitMs);
    }
  };
  await execute('SELECT 1', [], null);
  return {
    query: (sql, values) => execute(sql, values, null),
    repeat: (sql, values) => execute(sql, values, nameOf(sql)),
    isOneOf: (column, parameter) => `${column} = ANY(string_to_array(${parameter}, ',')::int[])`,
    now: '(EXTRACT(EPOCH FROM now()) * 1000)',
    close: () => pool.end(),
  };
}

/** The names of prepared statements, by their text. */
const names = new Map<string, string>();

function nameOf(sql: string): string {
  const name =
    names.get(sql) ?? `whichtool-${createHash('sha256').update(sql).digest('hex').slice(0, 16)}`;
  names.set(sql, name);
  return name;
}

function isTransient(error: unknown, sql: string): boolean {
  const code = errorCode(error);
  if (TRANSIENT.test(code)) return true;
  // Processes that make a table at once meet in the catalog, by its name or by that of its row type.
  if (code === '23505' || code === '42710') return sql.startsWith('CREATE');
  return code === '' && error instanceof Error && BROKEN.test(error.message);
}

function explain(error: unknown, url: string): unknown {
  const code = errorCode(error);
  const isOurs = code === '' && !(error instanceof Error && BROKEN.test(error.message));
  if (isOurs) return error;
  const { host } = new URL(url);
  const why = error instanceof Error && error.message !== '' ? error.message : code;
  return storeError('STORE_UNUSABLE', `the store at ${host} cannot be used: ${why}`, {
    hint: REFUSED.test(code)
      ? 'check user, password and database of --store; the user must be able to create tables'
      : 'results that it has are kept; start the same command again',
  });
}
