// Checks the packed package as a stranger meets it: its files, its types, its size. With --built it is not built again.
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { bundledPackages } from './licences.mjs';

/** Arguments of an interface and of an unknown type, typed gates, and metrics by their ids. */
const STRICT = `
import { evaluate } from 'whichtool';
import { readTraces, runSuite } from 'whichtool/node';
interface Query { q: string; limit?: number }
const query: Query = { q: 'x' };
const unknown: unknown = query;
const calls = [{ name: 'a', arguments: query }, { name: 'b', arguments: unknown, server: undefined }];
const f1: number | null | undefined = scoreTrace(
  { tool_calls: calls },
  { tool_call_f1: { expected: [{ tool: 'a', args: query }] } },
)[0].metrics['tool_call.f1'];
export const made = evaluate({
  dataset: [{ id: 'a', tool_calls: calls }],
  scorers: [{ type: 'no_tools', options: true }],
  expect: { 'no_tool.rate': { '>=': 0 } },
});
// @ts-expect-error: there is no such metric
export const typo = runSuite('x', { thresholds: { 'tool_selction.f1': 80 } });
export const read = readTraces([{ tool_calls: [] }]);
export const verdict = runSuite('x', { thresholds: { 'tool_selection.f1': 80 } });
export { f1 };
`;

const JEST = `require('whichtool/jest');
test('it searches', () => {
  const run = [{ role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'search', input: {} }] }];
  expect(run).toCallTool('search');
  expect(run).not.toCallNoTools();
  expect(() => expect(run).toSelectTools({ fetch: ['get'] })).toThrow('missed: fetch');
});
`;

const run = (command, args, options = {}) =>
  execFileSync(command, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    ...options,
  });
const folder = mkdtempSync(join(tmpdir(), 'whichtool-package-'));
try {
  const flags = process.argv.includes('--built') ? ['--ignore-scripts'] : [];
  const packed = run('npm', ['pack', '--json', '--pack-destination', folder, ...flags]);
  const [{ filename }] = JSON.parse(packed);
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
  checkPacked(join(home, 'node_modules', 'whichtool'));
  const scripts = run('npm', ['query', ':attr(scripts, [postinstall])'], { cwd: home });
  if (JSON.parse(scripts).length > 0) throw new Error('a package has an install script');
  checkStrictly(home);
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

/** No link of a shipped page leads nowhere, and the list of packages has all that are bundled. */
function checkPacked(folder) {
  const dead = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:md|txt)$/.test(file) && !file.startsWith('THIRD'))
    .flatMap((file) => {
      const text = readFileSync(join(folder, file), 'utf8').replaceAll(/```[\s\S]*?```/g, '');
      return [...text.matchAll(/\]\(([^)\s#]+)[^)\s]*\)/g)]
        .filter(([, link]) => !/^[a-z]+:/.test(link))
        .filter(([, link]) => !existsSync(join(folder, dirname(file), link)))
        .map(([, link]) => `${file} -> ${link}`);
    });
  if (dead.length > 0) throw new Error(`links that lead nowhere:\n${dead.join('\n')}`);
  const sbom = JSON.parse(readFileSync(join(folder, 'sbom.cdx.json'), 'utf8'));
  const listed = new Set(sbom.components.map(({ name }) => name));
  const missing = bundledPackages().filter((name) => !listed.has(name));
  if (missing.length > 0 || listed.size === 0)
    throw new Error(`sbom.cdx.json lacks ${missing.join(', ')}`);
}

/** Programs in the strictest dialect of TypeScript, and Jest as most projects start it. */
function checkStrictly(home) {
  const readme = readFileSync('README.md', 'utf8');
  const [, example] = /```js library\n([\s\S]*?)```/.exec(readme);
  writeFileSync(join(home, 'strict.mts'), `${example}${STRICT}`);
  const flags =
    '--strict --exactOptionalPropertyTypes --noUncheckedIndexedAccess --noEmit ' +
    '--noPropertyAccessFromIndexSignature --noImplicitReturns --noUnusedLocals ' +
    '--verbatimModuleSyntax --module nodenext --target es2023 --types node --skipLibCheck false';
  const modules = join(process.cwd(), 'node_modules');
  const typeRoots = ['--typeRoots', join(modules, '@types')];
  run(join(modules, '.bin', 'tsc'), [...flags.split(' '), ...typeRoots, 'strict.mts'], {
    cwd: home,
    stdio: 'inherit',
  });
  run('npm', ['install', '--no-audit', '--no-fund', 'jest@30.5.2'], { cwd: home });
  writeFileSync(join(home, 'tools.test.js'), JEST);
  run('npx', ['jest', '--ci'], { cwd: home });
}

function sizeOf(path) {
  const stats = statSync(path);
  if (!stats.isDirectory()) return stats.size;
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0);
}
