import { expect, it } from 'vitest';
import { work, type WorkerFlags } from './work.ts';

const FLAGS: WorkerFlags = {
  queue: 'redis://127.0.0.1:9',
  store: 'sqlite::memory:',
  lease: '30',
  drain: '60',
  metricsHost: '127.0.0.1',
  log: 'text',
};

it.each<[Partial<WorkerFlags>, string]>([
  [{ lease: '0' }, '--lease'],
  [{ drain: 'soon' }, '--drain'],
  [{ metricsPort: '65536' }, '--metrics-port'],
  [{ log: 'xml' }, '--log'],
  [{ concurrency: '0' }, '--concurrency'],
])('refuses %j before anything is connected', async (flags, name) => {
  await expect(work({ ...FLAGS, ...flags })).rejects.toThrow(name);
});
