// Installs the tools of the comparison into bench/peers as their lock file says, unless they are installed.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PEERS } from './places.mjs';

/** Packages that cannot do without one of their optional parts: a native binding for this machine. */
const NATIVE = ['libsql', 'rolldown'];
/** Written after a complete installation: the hash of the lock file it was made from. */
const STAMP = join(PEERS, 'node_modules', '.lock-sha256');

export function installPeers() {
  const lock = readFileSync(join(PEERS, 'package-lock.json'), 'utf8');
  const hash = createHash('sha256').update(lock).digest('hex');
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === hash) return;
  process.stderr.write('installing the peers into bench/peers (some 400 MB, a few minutes) …\n');
  // With all their optional parts the peers take 2 GB.
  npm('ci', '--omit=optional');
  // By the lock file: without it npm would look for newer versions of everything.
  npm('install', '--no-save', '--omit=optional', ...bindings(JSON.parse(lock).packages));
  writeFileSync(STAMP, hash);
}

const npm = (...args) =>
  execFileSync('npm', [...args, '--loglevel', 'error'], {
    cwd: PEERS,
    stdio: ['ignore', 'ignore', 'inherit'],
  });

/** The bindings that fit this machine, as `name@version`, as the lock file has them. */
function bindings(packages) {
  const here = `${process.platform}-${process.arch}`;
  return NATIVE.flatMap((name) =>
    Object.entries(packages[`node_modules/${name}`].optionalDependencies),
  )
    .filter(([name]) => name.includes(here) && !name.endsWith('-musl'))
    .map(([name, version]) => `${name}@${version}`);
}
