import { setTimeout as wait } from 'node:timers/promises';
import type * as BullMq from 'bullmq';
import type { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { loadPeer } from '#platform';
import { runError } from '../issues/run-codes.ts';

const CONNECT_MS = 5000;
const MAX_RECONNECT_MS = 2000;
/** A server that wants a password, or another one. */
const PASSWORD = /^(?:NOAUTH|WRONGPASS|ERR invalid password)/;

/** A connection to the Redis server that has the queues. */
export interface QueueServer {
  readonly redis: Redis;
  readonly bullmq: typeof BullMq;
  openQueue(name: string): Queue;
  close(): Promise<void>;
}

/** Connects to Redis. Throws a UserError where it is not there, or the packages for it are not. */
export async function connectQueue(
  address: string,
  onError: (error: Error) => void,
): Promise<QueueServer> {
  if (!/^rediss?:\/\//.test(address) || !URL.canParse(address))
    throw runError('FLAG_QUEUE', '--queue is not an address of Redis', {
      hint: 'write redis://host:6379, or rediss:// with TLS',
    });
  const [bullmq, { Redis: Client }] = await loadPeer(
    () => Promise.all([import('bullmq'), import('ioredis')]),
    { purpose: 'a queue', packages: ['bullmq', 'ioredis'] },
  );
  const redis = new Client(address, {
    // A command waits for the server, however long it is away.
    maxRetriesPerRequest: null,
    retryStrategy: (times) => Math.min(MAX_RECONNECT_MS, 50 * 2 ** Math.min(times, 10)),
  });
  let last: Error | null = null;
  redis.on('error', (error: Error) => {
    last = error;
    onError(error);
  });
  const refusal = await Promise.race([
    redis.ping().then(
      () => null,
      (error: Error) => error,
    ),
    wait(CONNECT_MS, undefined, { ref: false }),
  ]);
  if (refusal !== null) {
    redis.disconnect();
    const { host } = new URL(address);
    const why = (refusal ?? (last as Error | null))?.message ?? 'no answer';
    const hint = PASSWORD.test(why) ? { hint: 'write redis://:password@host:6379' } : {};
    throw runError('QUEUE_UNREACHABLE', `Redis at ${host} cannot be reached: ${why}`, hint);
  }
  return {
    redis,
    bullmq,
    openQueue: (name) => {
      const queue = new bullmq.Queue(name, { connection: redis });
      queue.on('error', onError);
      return queue;
    },
    close: async () => {
      redis.disconnect();
    },
  };
}
