// What `npm install whichtool` brings: the packed package in an empty folder, with everything it depends on.
import { execFileSync } from 'node:child_process';
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from './places.mjs';
import { atMost } from './row.mjs';

const npm = (cwd, ...args) =>
  execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
const INSTALL_SCRIPTS = ['preinstall', 'install', 'postinstall'];

export function measureInstall() {
  const folder = mkdtempSync(join(tmpdir(), 'whichtool-size-'));
  try {
    const [{ filename }] = JSON.parse(
      npm(ROOT, 'pack', '--json', '--ignore-scripts', '--pack-destination', folder),
    );
    const home = join(folder, 'home');
    mkdirSync(home);
    writeFileSync(join(home, 'package.json'), '{ "private": true }');
    npm(home, 'install', '--ignore-scripts', '--no-audit', '--no-fund', join(folder, filename));
    // npm's own list of what it installed, by path.
    const { packages } = JSON.parse(
      readFileSync(join(home, 'node_modules/.package-lock.json'), 'utf8'),
    );
    const paths = Object.keys(packages);
    const withScripts = paths.filter((path) => {
      const { scripts = {} } = JSON.parse(readFileSync(join(home, path, 'package.json'), 'utf8'));
      return INSTALL_SCRIPTS.some((name) => name in scripts);
    });
    return [
      atMost('installed size', bytesIn(join(home, 'node_modules')) / 1e6, 'MB', 20),
      atMost('packages installed', paths.length, '', 30),
      atMost('packages with install scripts', withScripts.length, '', 0),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function bytesIn(path) {
  const stats = lstatSync(path);
  if (!stats.isDirectory()) return stats.size;
  return readdirSync(path).reduce((sum, name) => sum + bytesIn(join(path, name)), 0);
}
