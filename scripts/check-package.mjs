// Checks the packed package as a stranger meets it: its files, its types, its size.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const run = (command, args, options = {}) =>
  execFileSync(command, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    ...options,
  });
const folder = mkdtempSync(join(tmpdir(), 'whichtool-package-'));
try {
  const [{ filename }] = JSON.parse(run('npm', ['pack', '--json', '--pack-destination', folder]));
  const tarball = join(folder, filename);
  run('npx', ['publint', tarball, '--strict']);
  run('npx', ['attw', tarball, '--profile', 'esm-only', '--format', 'ascii']);
  const home = join(folder, 'home');
  mkdirSync(home);
  run('npm', ['init', '-y'], { cwd: home });
  run('npm', ['install', '--no-audit', '--no-fund', tarball], { cwd: home });
  const packages = JSON.parse(run('npm', ['ls', '--all', '--parseable', '--json'], { cwd: home }));
  const names = new Set();
  const walk = (node) =>
    Object.entries(node.dependencies ?? {}).forEach(
      ([name, child]) => (names.add(name), walk(child)),
    );
  walk(packages);
  const megabytes = sizeOf(join(home, 'node_modules')) / 1e6;
  console.log(`package: ${names.size} packages, ${megabytes.toFixed(1)} MB installed`);
  if (names.size > 30 || megabytes > 20)
    throw new Error('the install is too large: at most 30 packages and 20 MB');
  asAStranger(home);
  const scripts = run('npm', ['query', ':attr(scripts, [postinstall])'], { cwd: home });
  if (JSON.parse(scripts).length > 0) throw new Error('a package has an install script');
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** The first minutes of a user who installs it: the command line, the library, the types of both. */
function asAStranger(home) {
  run('npx', ['whichtool', 'init'], { cwd: home });
  const shown = run('npx', ['whichtool', 'run', 'whichtool'], { cwd: home });
  if (!shown.includes('PASS')) throw new Error(`the first run does not pass:\n${shown}`);
  const program = `import { scoreTrace } from 'whichtool';
import schema from 'whichtool/schema/suite.json' with { type: 'json' };
import { linearRegex } from 'whichtool/regex';
const [score] = scoreTrace({ tool_calls: [{ name: 'a' }] }, { equal_function_sets: { classes: [{ name: 'c', members: ['a'] }] } });
if (score.metrics['tool_selection.f1'] !== 100 || schema.type !== 'object' || !linearRegex('a+')('aa')) process.exit(1);`;
  run('node', ['--no-warnings', '--input-type=module', '-e', program], { cwd: home });
}

function sizeOf(path) {
  const stats = statSync(path);
  if (!stats.isDirectory()) return stats.size;
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0);
}
