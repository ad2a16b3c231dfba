import { UserError } from '#core';
import { sourceError } from '#platform';
import type { WarehouseAddress } from '../address.ts';
import { failed, refused } from '../connection/connection.ts';

/** Classes of errors by their codes: credentials, and names that lead nowhere. */
const REFUSED = /^(?:28|42501)/;
const UNKNOWN = /^(?:3D000|3F000|42P01)$/;

/** An error of the driver as the user sees it; other values are returned unchanged. */
export function explainPostgres(error: unknown, address: WarehouseAddress): unknown {
  if (error instanceof UserError || !(error instanceof Error)) return error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (REFUSED.test(code)) return refused(address, error.message);
  if (UNKNOWN.test(code))
    return sourceError('SOURCE_TABLE', address.display, `PostgreSQL: ${error.message}`);
  if (/^E[A-Z]+$/.test(code)) return failed(address, `the connection failed (${code})`);
  return failed(address, error.message === '' ? 'the connection failed' : error.message);
}
