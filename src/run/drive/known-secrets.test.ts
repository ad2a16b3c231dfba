import { expect, it } from 'vitest';
import type { DriveJob } from './drive-job.ts';
import { hideSecrets, knownSecrets } from './known-secrets.ts';

const jobOf = (document: object, servers: object | string): DriveJob =>
  ({ suite: { servers }, plan: { agent: { document } } }) as unknown as DriveJob;

it('finds the keys of models, what stands in headers, and variables that sound like secrets', () => {
  const job = jobOf(
    {
      api_key_env: 'MINE',
      headers: { x: 'is ${EXTRA}' },
      env: { A: '${MY_TOKEN}', B: '${PLACE}' },
    },
    { files: { command: '${HOME}', env: { P: '${DB_PASSWORD}' } } },
  );
  const environment = {
    MINE: 'of mine',
    EXTRA: 'in a header',
    MY_TOKEN: 'a token',
    PLACE: 'no secret',
    HOME: '/home/me',
    DB_PASSWORD: 'short',
    OTHER_KEY: 'named by nobody',
  };
  expect(knownSecrets([job, job], environment)).toEqual(['in a header', 'of mine', 'a token']);
  expect(knownSecrets([jobOf({ api_key_env: 'GONE' }, 'mcp.json')], {})).toEqual([]);
});

it('takes out a secret that holds another one as a whole', () => {
  const job = jobOf({ env: { A: '${KEY}', B: '${LONG_KEY}' } }, {});
  const secrets = knownSecrets([job], { KEY: 'secret', LONG_KEY: 'a secret of mine' });
  expect(hideSecrets('a secret of mine, secret', secrets)).toBe('[redacted], [redacted]');
});
