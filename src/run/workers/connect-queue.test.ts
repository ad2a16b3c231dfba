import { Redis } from 'ioredis';
import { expect, it, onTestFinished } from 'vitest';
import { startRedis } from '../../../test/support/engines.ts';
import { connectQueue } from './connect-queue.ts';

it('says that a password is needed or wrong, and does not print it', async () => {
  const engine = await startRedis();
  onTestFinished(() => engine.remove());
  const admin = new Redis(engine.url);
  await admin.config('SET', 'requirepass', 'right');
  admin.disconnect();
  const { host } = new URL(engine.url);
  for (const [user, why] of [
    ['', 'NOAUTH'],
    [':s3cret@', 'WRONGPASS'],
  ]) {
    const address = `redis://${user}${host}`;
    const failed = connectQueue(address, () => {});
    await expect(failed).rejects.toMatchObject({
      issues: [{ code: 'QUEUE_UNREACHABLE', hint: expect.stringContaining('redis://:password@') }],
    });
    await expect(failed).rejects.toThrow(new RegExp(`^Redis at ${host}.*${why}`));
    await expect(failed).rejects.not.toThrow('s3cret');
  }
  const server = await connectQueue(`redis://:right@${host}`, () => {});
  await server.close();
});
