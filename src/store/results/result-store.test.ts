import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { testResultStore } from './fixtures/result-store-contract.ts';
import { openResultStore } from './open-result-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'whichtool-results-'));
afterAll(() => rmSync(folder, { recursive: true }));

testResultStore('SQLite', () => `sqlite:${join(folder, 'results.db')}`);

it.each(['mysql://localhost/x', 'results.db'])(
  'says what an address must be instead of %s',
  async (address) => {
    await expect(openResultStore(address, folder)).rejects.toMatchObject({
      issues: [{ code: 'FLAG_STORE' }],
    });
  },
);

it('says at once that a server is not there', async () => {
  await expect(openResultStore('postgres://127.0.0.1:1/x', folder)).rejects.toMatchObject({
    issues: [{ code: 'STORE_UNUSABLE' }],
  });
});
