import { clickhouse } from './clickhouse.ts';
import type { Dialect } from './dialect.ts';
import { postgres } from './postgres.ts';

/** The dialect of a database. */
export function dialectOf(engine: Dialect['id']): Dialect {
  return engine === 'clickhouse' ? clickhouse : postgres;
}
