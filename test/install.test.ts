import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openBrowser } from './support/browser.ts';

const ROOT = join(import.meta.dirname, '..');
const PLATFORMS = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'win32-x64'] as const;

let folder = '';
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

/** The packages that `npm ci` would install on a platform, from the lock file alone: no network, empty cache. */
function plan(source: string, platform: string): string {
  folder = mkdtempSync(join(tmpdir(), 'whichtool-install-'));
  for (const file of ['package.json', 'package-lock.json'])
    cpSync(join(ROOT, source, file), join(folder, file));
  cpSync(join(ROOT, source, '.npmrc'), join(folder, '.npmrc'));
  const [os, cpu] = platform.split('-') as [string, string];
  const args = ['ci', '--dry-run', '--offline', `--os=${os}`, `--cpu=${cpu}`, '--cache', folder];
  // The benchmark installs its bindings apart: the lock file must have them all the same.
  args.push('--include=optional');
  return execFileSync('npm', args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
}

describe.each(['.', 'bench/peers'])('the lock file of %s', (source) => {
  it.each(PLATFORMS)('is in sync and complete on %s', (platform) => {
    const added = plan(source, platform);
    expect(added).toMatch(/^added \d+ packages/m);
    expect(added).toMatch(new RegExp(`^add @rolldown/binding-${platform}`, 'm'));
  });

  it('names no registry, and every package has a checksum', () => {
    const { packages } = JSON.parse(readFileSync(join(ROOT, source, 'package-lock.json'), 'utf8'));
    const { '': _, ...installed } = packages as Record<string, Record<string, unknown>>;
    const incomplete = Object.entries(installed)
      .filter(([, entry]) => 'resolved' in entry || !('integrity' in entry || 'inBundle' in entry))
      .map(([name]) => name);
    expect(incomplete).toEqual([]);
  });
});

it('without a browser the tests of pages fail', async () => {
  vi.stubEnv('CHROMIUM_PATH', '/missing/chromium');
  await expect(openBrowser()).rejects.toThrow('no browser at /missing/chromium');
});
