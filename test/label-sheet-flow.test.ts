import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { closePages, openBrowser } from './support/browser.ts';
import { jsonl, type Ran, whichtool, workspace } from './support/cli.ts';
import { exportLabels, openPage, press } from './support/sheet-page.ts';

let browser: Browser;
let folder: ReturnType<typeof workspace>;
let temporary: string;
beforeAll(async () => {
  temporary = await mkdtemp(join(tmpdir(), 'whichtool-flow-'));
  browser = await openBrowser();
});
afterAll(async () => {
  await closePages();
  folder?.remove();
  await rm(temporary, { recursive: true, force: true });
});

const run = (...args: string[]): Promise<Ran> => whichtool(args, { cwd: folder.path });

const TOOLS = [
  {
    name: 'get_order',
    description: 'Looks an order up.',
    input_schema: {
      type: 'object',
      properties: { order: { type: 'string' }, version: { type: 'number' } },
      required: ['order'],
    },
  },
  { name: 'find_orders', description: 'Lists the orders of a user.' },
  { name: 'cancel_order', description: 'Cancels an order.' },
];
const QUESTIONS = [
  'where is my order',
  'cancel it please',
  'has it been paid',
  'thank you so much',
  'send me the invoice',
];

it('labels five cases by keyboard: undo, reload, export, import', async () => {
  folder = workspace({
    't.jsonl': jsonl(
      ...QUESTIONS.map((input, i) => ({ id: `t${i}`, input, tools: TOOLS, tool_calls: [] })),
    ),
  });
  await run('sample', 't.jsonl', '--out', 'orders', '--size', '5', '--answers', 'all');
  folder.write('orders/guide.md', '# Orders\n\nPick the **next** call.\n');
  await run('label', 'export', 'orders', '--reviewer', 'ann', '--out', 'ann.html');
  const { page, mischief } = await openPage(browser, join(folder.path, 'ann.html'));
  await expect.poll(() => page.locator('.where').innerText()).toBe('case 1 of 5');

  // One tool with arguments; the number keeps the way it is written.
  await press(page, '1', 'a');
  await page.keyboard.type('D81');
  await press(page, 'Tab');
  await page.keyboard.type('2.0');
  await press(page, 'Control+Enter');
  await expect.poll(() => page.locator('.where').innerText()).toBe('case 2 of 5');
  // Two that are as good, no tool, and unsure with a note.
  await press(page, '2', 'Shift+Digit3', 'Enter', 'n', 'Enter', 'q');
  await page.keyboard.type('is it paid?');
  await press(page, 'Control+Enter');
  // A skipped case is still open; the wrong answer of it is undone after the page moved on.
  await press(page, '3', 'Enter', 'u');
  await expect.poll(() => page.locator('.where').innerText()).toBe('case 5 of 5');
  await expect
    .poll(() => page.getByRole('status').first().innerText())
    .toBe('Undone: saving, case 5.');
  await press(page, 'x');

  await page.reload();
  await expect.poll(() => page.locator('.pace').innerText()).toContain('4 saved');
  await page.getByRole('button', { name: 'Skipped 1' }).click();
  await page.locator('.case-list button').click();
  // What was chosen before the skip is still there.
  await press(page, 'Enter');
  const { name, text, lines } = await exportLabels(page);
  expect(name).toMatch(/^orders-ann-\d{8}-\d{6}\.jsonl$/);
  expect(lines).toMatchObject([
    { expected_tool: 'get_order', expected_args: { order: 'D81', version: 2 } },
    { expected_tool: ['find_orders', 'cancel_order'] },
    { expected_tool: 'none' },
    { unsure: true, rationale: 'is it paid?' },
    { expected_tool: 'cancel_order' },
  ]);
  expect(text).toContain('"version":2.0');
  expect(mischief).toEqual([]);

  folder.write(name, text);
  const imported = await run('label', 'import', 'orders', name, '--reviewer', 'ann');
  expect([imported.code, imported.stdout]).toEqual([
    0,
    '4 labels added, 0 known already, 0 rows not filled in, 1 unsure\n',
  ]);
  expect(imported.stderr).toContain('is it paid? [LABEL_UNSURE]');
  const labels = await readFile(join(folder.path, 'orders/labels/ann.jsonl'), 'utf8');
  expect(labels).toContain('"version":2.0');

  // The next sheet begins with what was imported.
  await run('label', 'export', 'orders', '--reviewer', 'ann', '--out', 'again.html');
  const again = await openPage(browser, join(folder.path, 'again.html'));
  await expect.poll(() => again.page.locator('.pace').innerText()).toContain('4 saved');
});

it('exports decisions that say how to import them', async () => {
  folder.remove();
  folder = workspace({
    't.jsonl': jsonl({ id: 't', input: 'where is it', tools: TOOLS, tool_calls: [] }),
  });
  await run('sample', 't.jsonl', '--out', 's');
  const { stdout } = await run('label', 'export', 's', '--reviewer', 'ann', '--to', 'jsonl');
  const { id } = JSON.parse(stdout) as { id: string };
  for (const [reviewer, tool] of Object.entries({ ann: 'get_order', ben: 'none' })) {
    folder.write('l.jsonl', jsonl({ id, expected_tool: tool, rationale: `says ${reviewer}` }));
    await run('label', 'import', 's', 'l.jsonl', '--reviewer', reviewer);
  }
  await run('label', 'export', 's', '--disputed', '--reviewer', 'cleo', '--out', 'cleo.html');
  const { page } = await openPage(browser, join(folder.path, 'cleo.html'));
  await expect
    .poll(() => page.locator('.opinion').allInnerTexts())
    .toEqual([expect.stringContaining('says ann'), expect.stringContaining('says ben')]);
  await press(page, 'o', 'o', 'r');
  await page.keyboard.type('it can be answered');
  await press(page, 'Control+Enter');
  const { text, lines } = await exportLabels(page);
  expect(lines).toMatchObject([
    { decision: true, expected_tool: 'none', rationale: 'it can be answered' },
  ]);
  folder.write('d.jsonl', text);
  const wrong = await run('label', 'import', 's', 'd.jsonl', '--reviewer', 'cleo');
  expect([wrong.code, wrong.stderr.match(/add --adjudicate/g)]).toEqual([2, ['add --adjudicate']]);
  const right = await run('label', 'import', 's', 'd.jsonl', '--reviewer', 'cleo', '--adjudicate');
  expect(right.stdout).toContain('1 labels added');
});
