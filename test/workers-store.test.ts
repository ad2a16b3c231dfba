import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  job,
  made,
  PLAN,
  testResultStore,
} from '../src/store/results/fixtures/result-store-contract.ts';
import { openResultStore } from '../src/store/results/open-result-store.ts';
import { type Engine, startPostgres } from './support/engines.ts';

let postgres: Engine;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.remove());

testResultStore('PostgreSQL', () => postgres.url);

it('goes on where PostgreSQL is killed and started again', async () => {
  const store = await openResultStore(postgres.url, process.cwd());
  const { id } = await store.openRun({ ...PLAN, id: 'restart' });
  await store.addJobs(id, [job(0)]);
  await postgres.kill();
  const pending = store.putResult(id, job(0), made('late'), 'w');
  await postgres.start();
  expect(await pending).toBe(true);
  expect(await store.resultsAt(id, [0])).toEqual([{ place: 0, ...made('late') }]);
  await store.close();
});

it('may be opened by many processes at once while it is still empty', async () => {
  const main = new Client({ connectionString: postgres.url });
  await main.connect();
  for (let round = 0; round < 8; round += 1) {
    await main.query(`CREATE DATABASE empty${round}`);
    const url = new URL(`/empty${round}`, postgres.url).href;
    const stores = await Promise.all(
      Array.from({ length: 8 }, () => openResultStore(url, process.cwd())),
    );
    await Promise.all(stores.map((store) => store.close()));
  }
  await main.end();
});

it('says what a user without rights needs, and does not print the password', async () => {
  const main = new Client({ connectionString: postgres.url });
  await main.connect();
  await main.query(`CREATE ROLE guest LOGIN PASSWORD 's3cret'`);
  await main.query('CREATE DATABASE guarded');
  await main.end();
  const url = new URL('/guarded', postgres.url);
  url.username = 'guest';
  url.password = 's3cret';
  const failed = openResultStore(url.href, process.cwd());
  await expect(failed).rejects.toMatchObject({
    issues: [{ code: 'STORE_UNUSABLE', hint: expect.stringContaining('create tables') }],
  });
  await expect(failed).rejects.not.toThrow('s3cret');
});
