// Installs what we compare with into bench/peers, when it is not there yet.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PEERS } from './places.mjs';

/** Packages that cannot do without one of their optional parts: a native binding for this machine. */
const NATIVE = ['libsql', 'rolldown'];

export function installPeers() {
  const { dependencies } = readPackage('.');
  const isInstalled = (name) =>
    existsSync(packageFile(`node_modules/${name}`)) &&
    readPackage(`node_modules/${name}`).version === dependencies[name];
  if (
    Object.keys(dependencies).every(isInstalled) &&
    bindings().every((spec) => existsSync(packageFile(`node_modules/${nameOf(spec)}`)))
  )
    return;
  process.stderr.write('installing the peers into bench/peers (some 400 MB, a few minutes) …\n');
  install();
  install('--no-save', ...bindings());
}

const install = (...args) =>
  execFileSync('npm', ['install', '--loglevel', 'error', ...args], {
    cwd: PEERS,
    stdio: ['ignore', 'ignore', 'inherit'],
  });

/** The bindings that fit this machine, as `name@version`. */
function bindings() {
  const here = `${process.platform}-${process.arch}`;
  return NATIVE.flatMap((name) =>
    Object.entries(readPackage(`node_modules/${name}`).optionalDependencies),
  )
    .filter(([name]) => name.includes(here) && !name.endsWith('-musl'))
    .map(([name, version]) => `${name}@${version}`);
}

const nameOf = (spec) => spec.slice(0, spec.lastIndexOf('@'));
const packageFile = (folder) => join(PEERS, folder, 'package.json');
const readPackage = (folder) => JSON.parse(readFileSync(packageFile(folder), 'utf8'));
