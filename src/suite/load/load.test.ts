import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadSuite } from './load.ts';
import type { Suite } from '#suite-text';

let base = '';
let root = '';

beforeAll(() => {
  base = mkdtempSync(join(tmpdir(), 'whichtool-suite-'));
  root = join(base, 'project');
  put('package.json', '{}');
  mkdirSync(join(base, 'outside'));
});

afterAll(() => rmSync(base, { recursive: true, force: true }));

function put(file: string, content: string | Buffer): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), content);
}

async function load(file: string): Promise<Suite> {
  const loaded = await loadSuite(file, { cwd: root });
  if (!loaded.ok) throw new Error(loaded.issues.map(({ message }) => message).join('\n'));
  return loaded.suite;
}

async function faults(file: string): Promise<readonly string[]> {
  const loaded = await loadSuite(file, { cwd: root });
  if (loaded.ok) return [];
  return loaded.issues.map(({ code, where }) =>
    where?.line === undefined
      ? `${where?.file} ${code}`
      : `${where.file}:${where.line}:${where.column} ${code}`,
  );
}

describe('a suite in a file', () => {
  it('knows its paths from the root and the hash of its bytes', async () => {
    put(
      'evals/a.yaml',
      'tests: [{ name: a, traces: ["../traces/*.json", b.json], usage: true }]\n',
    );
    const suite = await load('evals/a.yaml');
    expect(suite).toMatchObject({
      path: 'evals/a.yaml',
      file: 'evals/a.yaml',
      root,
      folder: join(root, 'evals'),
      sha256: 'a1efb2fb0540f22edf64adfd0543810fa177ae4168b53142a939478d3bd437d7',
    });
  });

  it('drops a byte order mark', async () => {
    put('bom.yaml', '\ufefftests: [{ name: a, runs: 0 }]\n');
    expect(await faults('bom.yaml')).toEqual(['bom.yaml:1:26 SUITE_VALUE']);
  });

  it.each<[string, Buffer, string]>([
    ['invalid UTF-8', Buffer.from([0x61, 0xff]), 'ENCODING_INVALID'],
    ['UTF-16', Buffer.from('\ufefftests: []', 'utf16le'), 'ENCODING_UNSUPPORTED'],
    ['gzip', Buffer.from([0x1f, 0x8b, 8, 0]), 'ENCODING_UNSUPPORTED'],
    ['more than 32 MB', Buffer.alloc(32 * 1024 * 1024 + 1, '#'), 'SUITE_TOO_LARGE'],
  ])('refuses %s', async (_what, bytes, code) => {
    put('bytes.yaml', bytes);
    expect(await faults('bytes.yaml')).toEqual([`bytes.yaml ${code}`]);
  });

  it('says when there is no such file, or a folder', async () => {
    expect(await faults('nothing.yaml')).toEqual(['nothing.yaml FILE_NOT_FOUND']);
    mkdirSync(join(root, 'folder.yaml'));
    expect(await faults('folder.yaml')).toEqual(['folder.yaml FILE_IS_DIRECTORY']);
  });
});

describe('paths in a suite', () => {
  it.each([
    '/etc/passwd',
    '../../x.json',
    'a/../../../x.json',
    '../../*.json',
    'file:///etc/passwd',
    'FILE:x',
    'C:\\x.json',
    'c:x.json',
    '\\\\server\\share',
    '\\\\?\\C:\\x',
    '..\\..\\x.json',
    'a/..\\x.json',
  ])('refuses %s', async (path) => {
    put('sub/p.yaml', `tests: [{ name: a, traces: ${JSON.stringify(path)}, usage: true }]\n`);
    expect(await faults('sub/p.yaml')).toEqual(['sub/p.yaml:1:28 SUITE_PATH_OUTSIDE']);
  });

  it.each([
    'x.json',
    '../x.json',
    './a/../b.json',
    'a..b/c.json',
    '../traces',
    '**/*.json',
    'sub dir/é.json',
  ])('takes %s', async (path) => {
    put('sub/p.yaml', `tests: [{ name: a, traces: ${JSON.stringify(path)}, usage: true }]\n`);
    expect(await faults('sub/p.yaml')).toEqual([]);
  });

  it('refuses links that lead out, whether to a file or a folder', async () => {
    writeFileSync(join(base, 'outside/x.json'), '{}');
    symlinkSync(join(base, 'outside/x.json'), join(root, 'out.json'));
    symlinkSync(join(base, 'outside'), join(root, 'out'));
    symlinkSync(join(root, 'package.json'), join(root, 'in.json'));
    put(
      'links.yaml',
      'tests:\n  - { name: a, traces: [out.json, out/x.json, "out/*.json", in.json], usage: true }\n',
    );
    expect(await faults('links.yaml')).toEqual([
      'links.yaml:2:25 SUITE_PATH_OUTSIDE',
      'links.yaml:2:35 SUITE_PATH_OUTSIDE',
      'links.yaml:2:47 SUITE_PATH_OUTSIDE',
    ]);
  });

  it('finds the link among very many files of one folder', async () => {
    mkdirSync(join(root, 'many'), { recursive: true });
    symlinkSync(join(base, 'outside/x.json'), join(root, 'many/t77.json'));
    const tests = Array.from(
      { length: 100 },
      (_, i) => `  - { name: t${i}, traces: many/t${i}.json, usage: true }`,
    );
    put('many.yaml', `tests:\n${tests.join('\n')}\n`);
    expect(await faults('many.yaml')).toEqual(['many.yaml:79:26 SUITE_PATH_OUTSIDE']);
  });

  it('covers servers, datasets, modules and recorded agents', async () => {
    put(
      'all.yaml',
      `servers: /mcp.json
agents: { a: { traces: /x } }
evals:
  - name: e
    dataset: /d.jsonl
    traces: /t.json
    scorers:
      - { type: module, key: k, module: "/m.ts#x", metrics: [{ module: /f.ts }] }
`,
    );
    expect(await faults('all.yaml')).toEqual([
      'all.yaml:1:10 SUITE_PATH_OUTSIDE',
      'all.yaml:2:24 SUITE_PATH_OUTSIDE',
      'all.yaml:5:14 SUITE_PATH_OUTSIDE',
      'all.yaml:6:13 SUITE_PATH_OUTSIDE',
      'all.yaml:8:41 SUITE_PATH_OUTSIDE',
      'all.yaml:8:72 SUITE_PATH_OUTSIDE',
    ]);
  });
});

describe('the catalog of a suite', () => {
  const suite = 'catalog: tools.json\ntests: [{ name: a, call_checks: true }]\n';

  it('is handed to the checks of calls', async () => {
    put('catalog.yaml', suite);
    const tool = { name: 'get', server: 'http', input_schema: { type: 'object' }, cost: 2 };
    for (const content of [[tool], { tools: [tool] }]) {
      put('tools.json', JSON.stringify(content));
      const [scorer] = (await load('catalog.yaml')).tests[0]?.scorers ?? [];
      expect(scorer?.options).toEqual({
        catalog: [
          {
            server: 'http',
            name: 'get',
            description: null,
            inputSchema: { type: 'object' },
            cost: 2,
          },
        ],
      });
    }
  });

  it.each([
    ['{', 'SUITE_CATALOG'],
    ['{"tools": 1}', 'SUITE_CATALOG'],
    ['[{"server": "x"}]', 'SUITE_CATALOG'],
  ])('is refused when it is %s', async (content, code) => {
    put('catalog.yaml', suite);
    put('tools.json', content);
    expect(await faults('catalog.yaml')).toEqual([`catalog.yaml:1:10 ${code}`]);
  });

  it('is refused when it is not there, or outside', async () => {
    put('catalog.yaml', suite.replace('tools.json', 'no.json'));
    expect(await faults('catalog.yaml')).toEqual(['catalog.yaml:1:10 FILE_NOT_FOUND']);
    put('catalog.yaml', suite.replace('tools.json', '../outside/x.json'));
    expect(await faults('catalog.yaml')).toEqual(['catalog.yaml:1:10 SUITE_PATH_OUTSIDE']);
  });
});
