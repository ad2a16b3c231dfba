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
