import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Ran, workspace } from './support/cli.ts';

const SCRIPT = resolve('scripts/setup-tests.sh');
const BASH = ['/bin/bash', '/usr/bin/bash'].find((path) => existsSync(path)) ?? 'bash';

let folder: ReturnType<typeof workspace>;
beforeEach(() => {
  folder = workspace({});
});
afterEach(() => folder.remove());

/** Puts a program into the only folder of the search path; it records how it was called. */
function install(name: string, body = ''): void {
  const record = `echo "${name} $*" >> "${join(folder.path, 'called')}"`;
  folder.write(`bin/${name}`, `#!${BASH}\n${record}\n${body}\n`);
  chmodSync(join(folder.path, 'bin', name), 0o755);
}

/** Runs the script on a machine with these programs alone, as the user of this id. */
function setUp(user: number, env: Readonly<Record<string, string>> = {}): Ran {
  install('id', `echo ${user}`);
  for (const name of ['sudo', 'apt-get']) install(name);
  const cat = ['/bin/cat', '/usr/bin/cat'].find((path) => existsSync(path)) ?? 'cat';
  symlinkSync(cat, join(folder.path, 'bin/cat'));
  const { status, stdout, stderr } = spawnSync(BASH, [SCRIPT], {
    env: { PATH: join(folder.path, 'bin'), ...env },
    encoding: 'utf8',
  });
  return { code: status, stdout, stderr };
}

/** The programs that were called, without the question who the user is. */
function called(): readonly string[] {
  const log = join(folder.path, 'called');
  const lines = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : [];
  return lines.filter((line) => !line.startsWith('id '));
}

describe('set-up of the tests', () => {
  it('says what is missing and how to install it, and installs nothing as an ordinary user', () => {
    const { code, stderr } = setUp(1000, { CHROMIUM_PATH: '/missing/chromium' });
    expect(code).toBe(1);
    expect(stderr).toContain('missing: a browser at /missing/chromium');
    expect(stderr).toContain('missing: xmllint');
    expect(stderr).toContain('missing: redis-server');
    expect(stderr).toContain('apt-get install chromium libxml2-utils');
    expect(stderr).toContain('brew install --cask chromium');
    expect(called()).toEqual([]);
  });

  it('is silent where everything is there', () => {
    for (const name of ['xmllint', 'openssl', 'redis-server', 'initdb']) install(name);
    const { code, stdout, stderr } = setUp(1000, { CHROMIUM_PATH: process.execPath });
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(called()).toEqual([]);
  });

  it.skipIf(!existsSync('/etc/debian_version'))('installs by itself as root on Debian', () => {
    install('initdb');
    expect(setUp(0, { CHROMIUM_PATH: '/missing/chromium' }).code).toBe(0);
    expect(called()).toEqual([
      'apt-get update -qq',
      'apt-get install -y -qq --no-install-recommends chromium libxml2-utils openssl redis-server',
    ]);
  });
});
