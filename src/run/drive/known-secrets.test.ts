import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import type { DriveJob } from './drive-job.ts';
import { hideSecrets, knownSecrets } from './known-secrets.ts';

const folder = mkdtempSync(join(tmpdir(), 'known-secrets-'));
afterAll(() => rmSync(folder, { recursive: true }));

const jobOf = (document: object, servers: object | string): DriveJob =>
  ({ suite: { servers }, plan: { agent: { document } } }) as unknown as DriveJob;

it('finds the keys of models, what stands in headers, and variables that sound like secrets', () => {
  const job = jobOf(
    {
      api_key_env: 'MINE',
      headers: { x: 'is ${EXTRA}', accept: 'text/html' },
      env: { A: '${MY_TOKEN}', B: '${PLACE}', API_KEY: '${OTHER}' },
    },
    { files: { command: '${HOME}', env: { P: '${DB_PASSWORD}', AUTH: 'written here' } } },
  );
  const environment = {
    MINE: 'of mine',
    EXTRA: 'in a header',
    MY_TOKEN: 'a token',
    PLACE: 'not a secret',
    OTHER: 'by its use',
    HOME: '/home/me',
    DB_PASSWORD: 'short',
    OTHER_KEY: 'not used here',
  };
  expect(knownSecrets([job, job], environment)).toEqual([
    'is in a header',
    'written here',
    'in a header',
    'by its use',
    'a token',
    'of mine',
  ]);
  expect(knownSecrets([jobOf({ api_key_env: 'GONE' }, 'mcp.json')], {})).toEqual([]);
});

it('finds the env and headers of an mcp.json, written or from the environment', () => {
  const path = join(folder, 'mcp.json');
  const document = {
    mcpServers: {
      git: { command: 'git-mcp', env: { GIT_TOKEN: 'written-token', NODE_ENV: 'production' } },
      web: { url: 'https://x.example', headers: { Authorization: 'Bearer ${env:WEB}' } },
      args: { command: 'x', args: ['--key', '${ARG_KEY:-none}'] },
    },
  };
  writeFileSync(path, JSON.stringify(document));
  const environment = { WEB: 'web-credential', ARG_KEY: 'key-of-args' };
  expect(knownSecrets([jobOf({}, path)], environment)).toEqual([
    'web-credential',
    'written-token',
    'key-of-args',
  ]);
});

it('takes out a secret that contains another one as a whole', () => {
  const job = jobOf({ env: { A: '${KEY}', B: '${LONG_KEY}' } }, {});
  const secrets = knownSecrets([job], { KEY: 'secret', LONG_KEY: 'a secret of mine' });
  expect(hideSecrets('a secret of mine, secret', secrets)).toBe('[redacted], [redacted]');
});
