import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closePages, openBrowser } from './support/browser.ts';
import { whichtool, workspace } from './support/cli.ts';
import { findBarriers, type Served, serveProject, watchFaults } from './support/serve.ts';

const HOSTILE = '<img src=x onerror=alert(1)>\u202e"]}';

const SUITE = `# The desk.
classes:
  - name: find   # any of them
    members: [web.search]
tests:
  - name: finds it
    traces: runs.jsonl
    equal_function_sets:
      classes: [find]
      expect:
        - tool_selection.f1: { ">=": 80 } # agreed in May
  - name: is custom
    traces: runs.jsonl
    forbidden: [delete_all]
evals:
  - name: labelled
    dataset: rows.jsonl
    scorers: [{ type: tool_name_match }]
    expect: [{ tool_name_match: { ">=": 0.5 } }]
  - name: of my own
    dataset: rows.jsonl
    scorers: [{ type: module, key: mine, module: ./mine.mjs }]
`;

const trace = (...names: readonly string[]): object => ({
  test: 'finds it',
  tool_calls: names.map((name) => ({ name, arguments: { q: HOSTILE } })),
});
const TRACES = [trace('web.search'), trace('find_page'), trace(HOSTILE), trace('find_page')];
const row = (id: string, expected: string, called: string): object => ({
  id,
  input: HOSTILE,
  expected_tool: expected,
  tool_calls: [{ name: called, arguments: {} }],
});
const ROWS = [row('a', 'get', 'get'), row(HOSTILE, 'get', HOSTILE), row('c', 'set', 'get')];
const lines = (values: readonly object[]): string =>
  values.map((value) => `${JSON.stringify(value)}\n`).join('');

let project: ReturnType<typeof workspace>;
let served: Served;
let browser: Browser;

beforeAll(async () => {
  project = workspace({
    'package.json': '{}',
    'whichtool.yaml': SUITE.replace(
      '    traces: runs.jsonl\n    forbidden',
      '    traces: none.jsonl\n    forbidden',
    ),
    'runs.jsonl': lines(TRACES),
    'none.jsonl': lines([{ test: 'is custom', tool_calls: [] }]),
    'rows.jsonl': lines(ROWS),
    'mine.mjs': 'export default () => ({ pass: 1 });\n',
  });
  served = await serveProject(project.path);
  browser = await openBrowser();
});

afterAll(async () => {
  await closePages();
  await served?.stop();
  project?.remove();
});

const file = (): string => join(project.path, 'whichtool.yaml');

async function openEditor(item?: string): Promise<{ page: Page; faults: string[] }> {
  const page = await browser.newPage();
  const faults = watchFaults(page);
  await page.goto(served.link);
  const query = item === undefined ? '' : `?item=${encodeURIComponent(item)}`;
  await page.goto(served.address(`/suites/whichtool.yaml${query}`));
  await page.getByRole('heading', { name: 'Changes of the file' }).waitFor();
  return { page, faults };
}

/** The report of a run of this text, without evidence texts. */
async function runOf(text: string): Promise<{ tests: { name: string; verdict: string }[] }> {
  const copy = workspace({
    'package.json': '{}',
    'whichtool.yaml': text,
    ...Object.fromEntries(
      ['runs.jsonl', 'none.jsonl', 'rows.jsonl', 'mine.mjs'].map((name) => [
        name,
        readFileSync(join(project.path, name), 'utf8'),
      ]),
    ),
  });
  try {
    const { stdout } = await whichtool(['run', '--json', '--no-evidence-text'], { cwd: copy.path });
    return JSON.parse(stdout) as { tests: { name: string; verdict: string }[] };
  } finally {
    copy.remove();
  }
}

describe('the editor of a suite', () => {
  it('shows what an edit does, by the keyboard alone, and exports what run scores alike', async () => {
    const { page, faults } = await openEditor();
    await page.getByText('Failed').first().waitFor();
    const field = page.getByLabel('Add a tool to class find');
    await field.focus();
    await page.keyboard.type('find_page');
    await page.keyboard.press('Enter');
    await page.getByText('2 runs pass now').waitFor();
    // The calls of what changed are one key away.
    await page.locator('.changed summary').first().focus();
    await page.keyboard.press('Enter');
    await page.locator('.call-names').getByText('find_page').first().waitFor();
    const gates = await page.locator('.gate-value').allTextContents();
    const diff = await page.locator('.diff').innerText();
    expect(diff).toContain('members: [web.search, find_page]');
    expect(diff).toContain('# any of them');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download' }).click(),
    ]);
    const text = readFileSync(await download.path(), 'utf8');
    expect(text).toBe(
      readFileSync(file(), 'utf8').replace('[web.search]', '[web.search, find_page]'),
    );
    const report = await runOf(text);
    const verdict = report.tests.find(({ name }) => name === 'finds it')?.verdict;
    expect(verdict).toBe('fail');
    expect(gates).toEqual(['75 %']);
    // Undo and redo by a key, while no field has the focus.
    await page.locator('h1').click();
    await page.keyboard.press('u');
    await page.getByText('As in the file.').waitFor();
    await page.keyboard.press('r');
    await page.getByText('2 runs pass now').waitFor();
    expect(faults).toEqual([]);
    await page.close();
  });

  it('says beside the field what is wrong, as the loader does, and shows no figure then', async () => {
    const { page } = await openEditor();
    const value = page.getByLabel('Value of tool_selection.f1');
    await value.fill('800');
    await value.press('Enter');
    await page.getByText('SUITE_GATE_UNIT').waitFor();
    await expect
      .poll(() => page.locator('.edit-gate .problems').innerText())
      .toContain('800 does not fit');
    await page.getByText('nothing is computed').waitFor();
    await expect.poll(() => page.locator('.gate').count()).toBe(0);
    await expect
      .poll(() => page.getByRole('button', { name: /^Write to/ }).isDisabled())
      .toBe(true);
    await page.getByRole('button', { name: 'Back to the file' }).click();
    await page.locator('.gate').first().waitFor();
    await page.close();
  });

  it('reads more of the runs where a new gate needs it', async () => {
    const { page } = await openEditor();
    const field = page.getByLabel('Add a gate on a metric: Gates', { exact: true });
    await field.fill('duplicate.calls');
    await field.press('Enter');
    await page.locator('.gate').getByText('duplicate.calls').waitFor();
    await page.close();
  });

  it('shows the matrix of an eval and hostile names as text', async () => {
    const { page, faults } = await openEditor('eval:labelled');
    await page.getByRole('heading', { name: 'Confusion matrix' }).waitFor();
    await expect
      .poll(() => page.locator('.item-results').innerText())
      .toContain('<img src=x onerror=alert(1)>');
    await expect.poll(() => page.locator('img').count()).toBe(0);
    expect(faults).toEqual([]);
    await page.close();
  });

  it('says by name why something is not recomputed', async () => {
    const { page } = await openEditor('eval:of my own');
    await page.getByText('Not recomputed').waitFor();
    await page.getByText('the scorer mine is code of your own (module)').waitFor();
    await page.close();
  });

  it.each([
    ['light', 1280],
    ['dark', 400],
  ] as const)('has no barriers in %s at %i pixels', async (colorScheme, width) => {
    const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 } });
    const page = await context.newPage();
    await page.goto(served.link);
    for (const path of [
      '/suites',
      '/suites/whichtool.yaml',
      '/suites/whichtool.yaml?item=eval:labelled',
    ]) {
      await page.goto(served.address(path));
      await page.locator('.suites, .item-results').first().waitFor();
      // The policy forbids scripts of others: axe is run by the browser's own tools.
      expect(await findBarriers(page)).toEqual([]);
      const wider = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
      expect(wider).toBeLessThanOrEqual(0);
    }
    await context.close();
  });

  it('writes the file by its button alone, and never over a change of another', async () => {
    const { page } = await openEditor();
    const add = page.getByLabel('Add a tool to neutral', { exact: true });
    await add.fill('think');
    await add.press('Enter');
    const before = readFileSync(file(), 'utf8');
    await page.locator('.diff').getByText('neutral: [think]').waitFor();
    expect(readFileSync(file(), 'utf8')).toBe(before);
    writeFileSync(file(), `${before}# by another\n`);
    await page.getByRole('button', { name: /^Write to/ }).click();
    await page.getByText('changed meanwhile').waitFor();
    expect(readFileSync(file(), 'utf8')).toBe(`${before}# by another\n`);
    writeFileSync(file(), before);
    await page.getByRole('button', { name: /^Write to/ }).click();
    await page.getByText('whichtool.yaml was written.').waitFor();
    expect(readFileSync(file(), 'utf8')).toBe(before.replace('tests:', 'neutral: [think]\ntests:'));
    await page.getByText('As in the file.').waitFor();
    await page.close();
  });
});

describe('the API of suites', () => {
  it('needs the token, and opens nothing but suites', async () => {
    for (const path of ['/api/v1/suites', '/api/v1/suites/whichtool.yaml', '/suites', '/try'])
      expect((await fetch(served.address(path))).status).toBe(401);
    for (const name of ['package.json', '../whichtool.yaml', '/etc/passwd', 'runs.jsonl'])
      expect((await served.ask(`/api/v1/suites/${encodeURIComponent(name)}`)).status).toBe(404);
  });

  it('writes no text that cannot be run', async () => {
    const opened = (await (await served.ask('/api/v1/suites/whichtool.yaml')).json()) as {
      sha256: string;
    };
    const put = async (body: unknown): Promise<number> => {
      const init = { method: 'PUT', body: JSON.stringify(body) };
      const headers = { 'Content-Type': 'application/json' };
      return (await served.ask('/api/v1/suites/whichtool.yaml', { ...init, headers })).status;
    };
    expect(await put({ text: 'tests: [', sha256: opened.sha256 })).toBe(422);
    expect(await put({ text: SUITE, sha256: 'other' })).toBe(409);
    expect(await put({ text: 1 })).toBe(400);
  });
});
