import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { CodeTable } from './code-table.ts';
import { ISSUE_CODES } from './issue-codes.ts';

const folder = join(import.meta.dirname, 'codes');
const parts: readonly Readonly<Record<string, CodeTable>>[] = await Promise.all(
  readdirSync(folder).map((file) => import(join(folder, file))),
);
const rows = parts.flatMap(Object.values<CodeTable>).flatMap((table) => Object.entries(table));

it('has every code of every part', () => {
  const codes = new Set(rows.map(([code]) => code));
  expect(codes.size).toBeGreaterThan(250);
  expect(Object.keys(ISSUE_CODES).sort()).toEqual([...codes].sort());
});

it('has one meaning per code', () => {
  const table: CodeTable = ISSUE_CODES;
  for (const [code, row] of rows) expect(row).toBe(table[code]);
});
