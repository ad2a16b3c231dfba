import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';

const hashes = new Map<string, string>();

/** Runs a script in Redis by its hash; the text is sent only where the server does not have it. */
export async function runScript(
  redis: Redis,
  script: string,
  keys: readonly string[],
  values: readonly (string | number)[],
): Promise<unknown> {
  const hash = hashes.get(script) ?? createHash('sha1').update(script).digest('hex');
  hashes.set(script, hash);
  try {
    return await redis.evalsha(hash, keys.length, ...keys, ...values);
  } catch (error) {
    if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error;
    return redis.eval(script, keys.length, ...keys, ...values);
  }
}
