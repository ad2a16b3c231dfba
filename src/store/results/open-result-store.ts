import { resolve } from 'node:path';
import { storeError } from '../codes.ts';
import type { ResultStore } from './result-store.ts';
import { SqlResultStore } from './sql-result-store.ts';

/** Opens the store at an address: `postgres://…`, or `sqlite:file` for workers of one machine. */
export async function openResultStore(address: string, cwd: string): Promise<ResultStore> {
  if (/^postgres(?:ql)?:\/\//.test(address) && URL.canParse(address)) {
    const { openPostgres } = await import('./postgres-driver.ts');
    return SqlResultStore.open(await openPostgres(address));
  }
  const file = /^sqlite:(.+)$/.exec(address)?.[1];
  if (file !== undefined) {
    const { openSqlite } = await import('./sqlite-driver.ts');
    return SqlResultStore.open(await openSqlite(resolve(cwd, file)));
  }
  throw storeError('FLAG_STORE', '--store is not an address of a store', {
    hint: 'write postgres://user@host/database, or sqlite:results.db for workers of this machine',
  });
}
