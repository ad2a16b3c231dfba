import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const run = promisify(execFile);
const COPIED = [
  '.oxfmtrc.json',
  'docs/formats',
  'package.json',
  'scripts',
  'src',
  'test/support',
  'tsconfig.json',
  'vitest.config.ts',
];

let folder: string;
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'whichtool-generators-')));
  await Promise.all(COPIED.map((name) => cp(name, join(folder, name), { recursive: true })));
  await symlink(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'), 'junction');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function generate(script: string, ...args: readonly string[]): Promise<readonly string[]> {
  const all = ['run', '--silent', script, '--', ...args];
  const { stdout } = await run('npm', all, { cwd: folder });
  return [...stdout.matchAll(/^(?:wrote|edited) +(\S+)$/gm)].map(([, path = '']) => path);
}

interface Assertion {
  readonly fullName: string;
  readonly status: string;
  readonly failureMessages: readonly string[];
}

/** The tests of some files in the copy: names of those that passed, names and messages of those that failed. */
async function test(...args: readonly string[]): Promise<{
  readonly passed: readonly string[];
  readonly failed: Readonly<Record<string, string>>;
}> {
  const vitest = join(folder, 'node_modules/vitest/vitest.mjs');
  const all = [vitest, 'run', '--project', 'unit', '--reporter', 'json', ...args];
  const { stdout } = await run(process.execPath, all, { cwd: folder, maxBuffer: 2 ** 26 }).catch(
    (error: { readonly stdout: string }) => error,
  );
  const { testResults } = JSON.parse(stdout) as {
    testResults: { readonly assertionResults: readonly Assertion[]; readonly message: string }[];
  };
  // A file that cannot be loaded has no tests.
  expect(testResults.filter(({ message }) => message !== '')).toEqual([]);
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  return {
    passed: tests.filter(({ status }) => status === 'passed').map(({ fullName }) => fullName),
    failed: Object.fromEntries(
      tests
        .filter(({ status }) => status === 'failed')
        .map(({ fullName, failureMessages }) => [fullName, failureMessages.join('\n')]),
    ),
  };
}

function containing(text: string): string {
  return expect.stringContaining(text) as string;
}

/** Fails where a generated file is not formatted. */
async function checkFormat(paths: readonly string[]): Promise<void> {
  const oxfmt = join(folder, 'node_modules/oxfmt/bin/oxfmt');
  await run(process.execPath, [oxfmt, '--check', ...paths], { cwd: folder });
}

describe('new:reader', () => {
  it('writes a format that the contract test finds and fails until it reads', async () => {
    const paths = await generate('new:reader', 'acme-log');
    expect(paths).toEqual([
      'src/readers/formats/acme-log/index.ts',
      'src/readers/formats/acme-log/fixtures/index.ts',
      'docs/formats/acme-log.md',
      'src/readers/formats/formats.ts',
    ]);
    await checkFormat(paths);
    const { passed, failed } = await test(
      'src/readers/formats/contract.test.ts',
      '-t',
      'acme-log|every format has',
    );
    expect(failed).toEqual({
      'acme-log reads its fixture: one run with one call': containing('{ tool_calls: [], …(1) }'),
      'acme-log a part, event or line of an unknown type makes its run one that is not measured':
        containing('expected [ undefined, [] ] to match'),
      'acme-log the same runs score alike in it': containing('{ input: null, calls: [] }'),
    });
    expect(passed).toContain(
      'every format has a folder with fixtures, and every folder with fixtures is a format',
    );
    expect(passed).toContain('acme-log claims its own fixtures, and no other format claims them');
  });

  it('refuses a format that exists, and an id in another spelling', async () => {
    const before = await readFile(join(folder, 'src/readers/formats/formats.ts'), 'utf8');
    for (const [id, message] of [
      ['otlp', 'src/readers/formats/otlp/index.ts exists already'],
      ['Acme_Log', 'usage: npm run new:reader -- <format-id>'],
    ] as const)
      await expect(generate('new:reader', id)).rejects.toMatchObject({
        code: 2,
        stderr: containing(message),
      });
    expect(await readFile(join(folder, 'src/readers/formats/formats.ts'), 'utf8')).toBe(before);
  });
});

/** Uses a scorer wherever scorers are used, without any edit beside those of the generator. */
const USES = `import { evaluate, scoreTrace } from '#library';
import { suiteJsonSchema } from '#schema';
import { parseSuite } from '#suite';
import { expect, it } from 'vitest';

const trace = { schema_version: 1, tool_calls: [] };

it('programs take its options', async () => {
  const [score] = scoreTrace(trace, { acme_rate: {} });
  expect(score?.scorer).toBe('acme_rate');
  const dataset = [{ id: 'a', tool_calls: [] }];
  const { scores } = await evaluate({ dataset, scorers: [{ type: 'acme_rate', options: {} }] });
  expect(scores.map(({ metrics }) => Object.keys(metrics))).toEqual([['acme_rate.rate']]);
  const misspelt = { acme_rate: { rate: 1 } } as never;
  expect(() => scoreTrace(trace, misspelt)).toThrow('unknown key');
});

it('suites take it as a block of a test and in an eval', async () => {
  const text = \`
tests:
  - { name: a, traces: a.jsonl, acme_rate: { expect: [{ acme_rate.rate: { '>=': 0.5 } }] } }
evals:
  - { name: b, dataset: b.jsonl, scorers: [{ type: acme_rate, key: mine }] }
\`;
  const tests = [{ gates: [{ metric: 'acme_rate.rate' }] }];
  const evals = [{ scorers: [{ key: 'mine' }] }];
  const loaded = await parseSuite(text, { path: 'suite.yaml' });
  expect(loaded).toMatchObject({ ok: true, suite: { tests, evals } });
  expect(JSON.stringify(suiteJsonSchema())).toContain('Acme rate.');
});
`;

describe('new:scorer', () => {
  it('writes a scorer that keeps the common contract and fails until it counts', async () => {
    const paths = await generate('new:scorer', 'acme_rate');
    expect(paths).toEqual([
      'src/core/scorers/acme-rate/acme-rate.ts',
      'src/core/scorers/acme-rate/acme-rate.test.ts',
      'src/core/scorers/index.ts',
    ]);
    await checkFormat(paths);
    await writeFile(join(folder, 'src/run/uses-acme-rate.test.ts'), USES);
    const { passed, failed } = await test(
      'src/core/scorers/acme-rate',
      'src/core/scorers/index.test.ts',
      'src/run/uses-acme-rate.test.ts',
    );
    expect(failed).toEqual({
      'is the share of runs that are good': containing(
        "expected { 'acme_rate.rate': null } to deeply equal { 'acme_rate.rate': 0.5 }",
      ),
      'metric ids are public: these and no others': containing('to deeply equal'),
    });
    expect(passed.filter((name) => name.startsWith('the contract of acme_rate'))).toHaveLength(5);
    expect(passed).toContain('programs take its options');
    expect(passed).toContain('suites take it as a block of a test and in an eval');
  });

  it('refuses a scorer that exists, and a name in another spelling', async () => {
    for (const [name, message] of [
      ['no_tools', 'src/core/scorers/no-tools/no-tools.ts exists already'],
      ['acme-rate', 'usage: npm run new:scorer -- <scorer_name>'],
    ] as const)
      await expect(generate('new:scorer', name)).rejects.toMatchObject({
        code: 2,
        stderr: containing(message),
      });
  });
});
