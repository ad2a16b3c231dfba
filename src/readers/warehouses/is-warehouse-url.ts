import { isSourceUrl } from '#core';

/** The engines by the schemes of their addresses. */
export const SCHEMES: ReadonlyMap<string, 'clickhouse' | 'postgres'> = new Map([
  ['clickhouse', 'clickhouse'],
  ['postgres', 'postgres'],
  ['postgresql', 'postgres'],
]);

/** Whether a path is the address of a table in a database. */
export function isWarehouseUrl(path: string): boolean {
  return isSourceUrl(path) && SCHEMES.has(schemeOf(path));
}

/** What comes before `://`, in lower case. */
export function schemeOf(path: string): string {
  return path.slice(0, Math.max(0, path.indexOf('://'))).toLowerCase();
}
