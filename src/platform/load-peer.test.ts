import { expect, test } from 'vitest';
import { loadPeer } from './load-peer.ts';

test('a package that is not installed is named with the command that installs it', async () => {
  const missing = 'a-driver-that-is-not-installed';
  const load = async (): Promise<unknown> => (await import(missing)) as unknown;
  const peer = { purpose: 'postgres://h/d/t', packages: ['pg'] };
  await expect(loadPeer(load, peer)).rejects.toMatchObject({
    issues: [{ code: 'PEER_MISSING', hint: expect.stringContaining('npm install pg') }],
  });
});

test('a package that fails while it loads is not called missing', async () => {
  const peer = { purpose: 'a queue', packages: ['bullmq'] };
  await expect(loadPeer(() => Promise.reject(new Error('broken')), peer)).rejects.toThrow('broken');
});
