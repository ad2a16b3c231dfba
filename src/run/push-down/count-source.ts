import type { CountedPile } from '#core';
import { countPile } from '#push-down';
import { isWarehouseUrl, openWarehouse } from '#readers';
import { runError } from '../issues/run-codes.ts';

/** Options of a command that need more than the names of tools. */
export interface CallOptions {
  readonly requester: readonly string[] | null;
  readonly unwrap?: readonly unknown[];
  readonly skills?: boolean;
}

/** What a database counted of a source, or why it must be read. Throws a UserError for anything but a table. */
export async function countSource(
  source: string,
  { requester, unwrap = [], skills = false }: CallOptions,
): Promise<{ readonly pile: CountedPile } | { readonly why: string }> {
  if (!isWarehouseUrl(source))
    throw runError('FLAG_PUSH_DOWN', '--push-down needs traces in a database', {
      hint: 'name their table: clickhouse://host:8123/database/table',
    });
  if (requester !== null) return { why: 'requester is not a column' };
  if (unwrap.length > 0) return { why: 'unwrap needs the arguments of calls' };
  if (skills) return { why: 'skills are found in arguments' };
  const table = await openWarehouse(source);
  try {
    return await countPile(table);
  } finally {
    await table.close();
  }
}
