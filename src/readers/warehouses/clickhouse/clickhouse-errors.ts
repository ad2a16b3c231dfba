import { UserError } from '#core';
import { sourceError } from '#platform';
import type { WarehouseAddress } from '../address.ts';
import { failed, refused } from '../connection/connection.ts';

/** The code for a setting that the user must not change. */
export const READ_ONLY = 164;

const UNKNOWN: ReadonlySet<number | null> = new Set([60, 81]);
const REFUSED: ReadonlySet<number | null> = new Set([192, 193, 194, 195, 497, 516]);

/** The code of an exception of ClickHouse; versions before 20 write it in another text. */
export function clickHouseCode(error: unknown): number | null {
  if (!(error instanceof Error)) return null;
  const code = 'code' in error ? error.code : null;
  if (typeof code === 'string' && /^\d+$/.test(code)) return Number(code);
  const [, number] = /Code: (\d+)/.exec(error.message) ?? [];
  return number === undefined ? null : Number(number);
}

/** An error of the client as the user sees it; other values are returned unchanged. */
export function explainClickHouse(error: unknown, address: WarehouseAddress): unknown {
  if (error instanceof UserError || !(error instanceof Error)) return error;
  const code = clickHouseCode(error);
  if (REFUSED.has(code)) return refused(address, reasonOf(error));
  if (UNKNOWN.has(code))
    return sourceError('SOURCE_TABLE', address.display, `ClickHouse: ${reasonOf(error)}`);
  return failed(address, reasonOf(error));
}

/** Whether an error says that there is no such table or database. */
export function isUnknownTable(error: unknown): boolean {
  return error instanceof UserError && error.issues.some(({ code }) => code === 'SOURCE_TABLE');
}

function reasonOf(error: Error): string {
  const system = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (/^E[A-Z]+$/.test(system)) return `the connection failed (${system})`;
  if (/aborted|socket hang up|premature close/i.test(error.message)) return 'the connection broke';
  const text = error.message.replace(/, e\.what\(\) = .*$/s, '');
  return text.replace(/^.*?e\.displayText\(\) = /s, '');
}
