import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PAYLOADS } from '../src/reporters/fixtures/payloads.ts';
import { closePages, openBrowser } from './support/browser.ts';
import { jsonl, type Ran, whichtool, workspace } from './support/cli.ts';
import { press } from './support/sheet-page.ts';
import { findFaults, startWebApp, visit, type WebApp } from './support/web-app.ts';

const TOOLS = [
  {
    name: 'get_order',
    description: 'Looks an order up.',
    input_schema: {
      type: 'object',
      properties: { order: { type: 'string' } },
      required: ['order'],
    },
  },
  { name: 'find_orders', description: 'Lists the orders of a user.' },
  { name: 'cancel_order', description: 'Cancels an order.' },
];
const QUESTIONS = ['where is my order', 'cancel it please', 'has it been paid', 'thank you'];

const project = workspace({
  'package.json': '{}',
  't.jsonl': jsonl(
    ...QUESTIONS.map((input, i) => ({ id: `t${i}`, input, tools: TOOLS, tool_calls: [] })),
  ),
  'h.jsonl': jsonl(
    ...PAYLOADS.slice(-12).map((input, i) => ({
      id: `h${i}`,
      input: `${i} ${input}`,
      tools: [{ name: `tool${input}`, description: input }],
      tool_calls: [],
    })),
  ),
});
let browser: Browser;
let app: WebApp;

const run = (...args: string[]): Promise<Ran> => whichtool(args, { cwd: project.path });

async function linkOf(
  sample: string,
  role: 'reviewer' | 'adjudicator',
  name: string,
): Promise<string> {
  const { stdout } = await run(
    'label',
    'link',
    sample,
    `--${role}`,
    name,
    '--url',
    new URL(app.link).origin,
  );
  return stdout.trim().split('\t')[1] ?? '';
}

/** Presses keys, each when the case is there to be answered. */
async function label(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    await page.locator('.tool').first().waitFor();
    await page.keyboard.press(key);
  }
}

const where = (page: Page): Promise<string> => page.locator('.where').innerText();
const stored = (page: Page): Promise<void> => page.getByText('✓ Saved').waitFor();

function records(
  sample: string,
  name: string,
): readonly { role: string; answer: object; case: string }[] {
  const file = join(project.path, 'samples', sample, 'labels', `${name}.jsonl`);
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line) as { role: string; answer: object; case: string });
}

beforeAll(async () => {
  await run('sample', 't.jsonl', '--out', 'samples/orders', '--size', '4', '--answers', 'all');
  project.write('samples/orders/guide.md', '# Orders\n\n## Dates\n\nPick the **next** call.\n');
  await run('label', 'assign', 'samples/orders', '--reviewers', 'ann,ben');
  await run('sample', 'h.jsonl', '--out', 'samples/hostile', '--size', '12', '--answers', 'all');
  await run('label', 'assign', 'samples/hostile', '--reviewers', 'eve,dan');
  project.write(
    'samples/hostile/guide.md',
    PAYLOADS.map((text) => `## ${text}\n\n${text}`).join('\n\n'),
  );
  app = await startWebApp(project.path, 'label', 'samples/orders');
  browser = await openBrowser();
});
afterAll(async () => {
  await closePages();
  await app?.stop();
  project.remove();
});

describe('the story of two reviewers', () => {
  it('is told with links, blind, with undo, two tabs, a decision and a dataset', async () => {
    // The admin hands out links.
    const admin = await visit(browser, app.link, {});
    await admin.page.getByText('4 without an answer').waitFor();
    await admin.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await admin.page.getByRole('button', { name: /personal link of ann/ }).click();
    await admin.page.getByText('Copied').waitFor();
    const copied = await admin.page.evaluate<string>('navigator.clipboard.readText()');
    // The command finds the address of the server by itself.
    const { stdout } = await run('label', 'link', 'samples/orders');
    expect(stdout).toContain(`ann\t${copied}\n`);
    expect(admin.page.url()).not.toContain('token');

    // Ann labels by the keyboard alone.
    const ann = await visit(browser, copied);
    await ann.page.getByText('4 cases').waitFor();
    await press(ann.page, 'Enter');
    await ann.page.locator('.tool').first().waitFor();
    await expect.poll(() => where(ann.page)).toBe('case 1 of 4');
    await press(ann.page, '1', 'a');
    await ann.page.keyboard.type('D81');
    await press(ann.page, 'Control+Enter');
    await expect.poll(() => where(ann.page)).toBe('case 2 of 4');
    await label(ann.page, '3', 'c');
    await ann.page.keyboard.type('Dates');
    await press(ann.page, 'Escape', 'r');
    await ann.page.keyboard.type('WORDS OF ANN');
    await label(ann.page, 'Control+Enter', 'n', 'Enter');
    await expect.poll(() => where(ann.page)).toBe('case 4 of 4');
    await expect.poll(() => records('orders', 'ann').length).toBe(3);
    // She undoes the save of case 3, which is no longer shown, and saves it again.
    await press(ann.page, 'u');
    await expect.poll(() => where(ann.page)).toBe('case 3 of 4');
    await expect
      .poll(() => records('orders', 'ann').map(({ role }) => role))
      .toEqual(['review', 'review', 'review', 'withdraw']);
    await label(ann.page, 'Enter', 'x');
    await expect.poll(() => ann.page.getByText('is skipped: it stays open').count()).toBe(1);
    await ann.page.locator('.saved-state').getByText('Skipped', { exact: true }).waitFor();
    await ann.page.getByTitle('All cases').click();
    await ann.page.getByRole('link', { name: 'Skipped 1' }).click();
    await ann.page.waitForURL(/state=skipped/);
    await expect.poll(() => ann.page.locator('.queue a').count()).toBe(1);
    await ann.page.locator('.queue a').click();
    await ann.page.locator('.tool').first().waitFor();
    await press(ann.page, '2', 'Enter');
    await stored(ann.page);

    // Ben sees nothing of it: neither in the page nor in what the server sends.
    const ben = await visit(browser, new URL('/healthz', app.link).href);
    const bodies: string[] = [];
    ben.page.on('response', (response) => {
      if (response.url().includes('/api/')) void response.text().then((text) => bodies.push(text));
    });
    await ben.page.goto(await linkOf('samples/orders', 'reviewer', 'ben'));
    await ben.page.getByText('4 cases').waitFor();
    await press(ben.page, 'Enter');
    await ben.page.locator('.tool').first().waitFor();
    await press(ben.page, '1', 'a');
    await ben.page.keyboard.type('D81');
    await press(ben.page, 'Control+Enter');
    for (const body of bodies)
      expect(body).not.toMatch(/WORDS OF ANN|cancel_order.*withdraw|"ann"/);
    await label(ben.page, '2', 'r');
    await ben.page.keyboard.type('words of ben');
    await label(ben.page, 'Control+Enter', 'n', 'Enter', '2', 'Enter');
    await stored(ben.page);
    await expect.poll(() => ben.page.locator('.pace').innerText()).toContain('all saved');
    // The page says before the look that it makes the answer final; no key changes it afterwards.
    await ben.page.getByText('Once you look, you can no longer change your answer').waitFor();
    await ben.page.getByRole('button', { name: 'Show what others said' }).click();
    await ben.page.getByText('Your answer stands: you have seen what others said.').waitFor();
    const said = records('orders', 'ben').length;
    await press(ben.page, 'n', 'Enter', 'x', 'u');
    await expect
      .poll(() => ben.page.getByRole('button', { name: 'Save and next' }).isDisabled())
      .toBe(true);
    expect(records('orders', 'ben')).toHaveLength(said);

    // The adjudicator decides with one key.
    const cleo = await visit(browser, await linkOf('samples/orders', 'adjudicator', 'cleo'));
    await cleo.page.locator('.opinion').first().waitFor();
    await expect.poll(() => where(cleo.page)).toBe('case 1 of 1');
    await expect
      .poll(() => cleo.page.locator('.opinion').allInnerTexts())
      .toEqual([expect.stringContaining('WORDS OF ANN'), expect.stringContaining('words of ben')]);
    await expect.poll(() => cleo.page.locator('.differs').count()).toBe(2);
    await press(cleo.page, 'r');
    await cleo.page.keyboard.type('it was asked for');
    await press(cleo.page, 'Escape', 'f');
    await stored(cleo.page);
    expect(records('orders', 'cleo')).toMatchObject([
      { role: 'adjudicate', answer: { expected_tool: 'cancel_order' } },
    ]);
    await cleo.page.goto(new URL('/labels/samples%2Forders/agreement', app.link).href);
    await cleo.page.getByRole('rowheader', { name: 'Dates' }).waitFor();

    const committed = await run('dataset', 'commit', 'samples/orders');
    expect([committed.code, committed.stdout]).toEqual([0, expect.stringContaining('4')]);
    const status = await run('label', 'status', 'samples/orders', '--json');
    expect(JSON.parse(status.stdout)).toMatchObject({ states: { agreed: 3, adjudicated: 1 } });
    for (const { mischief } of [admin, ann, ben, cleo]) expect(mischief).toEqual([]);
    for (const { context } of [admin, ann, ben, cleo]) await context.close();
  });
});

describe('two tabs and a command', () => {
  it('lose no edit: the page asks which of two answers counts', async () => {
    const { page: first, context } = await visit(
      browser,
      await linkOf('samples/hostile', 'reviewer', 'dan'),
    );
    await first.locator('.queue a').nth(2).click();
    await first.locator('.tool').first().waitFor();
    const address = first.url();
    const second = await context.newPage();
    await second.goto(address);
    await second.locator('.tool').first().waitFor();
    // The first tab does not look again while it is not shown, so it answers what it saw.
    await first.evaluate(
      `addEventListener('focus', (event) => event.stopImmediatePropagation(), true)`,
    );
    await press(second, 'n', 'Enter');
    await expect.poll(() => records('hostile', 'dan')).toHaveLength(1);
    await first.bringToFront();
    await press(first, '1', 'Enter');
    await first.getByText('is not saved as you answered it').waitFor();
    await first.getByRole('button', { name: 'Show it' }).click();
    await first.getByText('Another tab changed this case').waitFor();
    expect(records('hostile', 'dan')).toHaveLength(1);
    await first.getByRole('button', { name: 'Keep what is here' }).click();
    await expect.poll(() => records('hostile', 'dan')).toHaveLength(2);
    await context.close();
  });

  it('an import while the page is open is shown', async () => {
    const { page, context } = await visit(
      browser,
      await linkOf('samples/hostile', 'reviewer', 'eve'),
    );
    await page.locator('.queue a').first().click();
    await page.locator('.tool').first().waitFor();
    const id = decodeURIComponent(new URL(page.url()).pathname.split('/').at(-1) ?? '');
    project.write('eve.jsonl', jsonl({ id, expected_tool: 'none', rationale: 'by a sheet' }));
    await run('label', 'import', 'samples/hostile', 'eve.jsonl', '--reviewer', 'eve');
    await press(page, 'ArrowRight', 'ArrowLeft');
    await stored(page);
    await expect.poll(() => page.locator('#rationale').inputValue()).toBe('by a sheet');
    // A draft on top of it changes nothing in the file, and is there after a reload.
    await press(page, '1');
    await page.getByText('Changed since it was saved').waitFor();
    await page.reload();
    await page.getByText('Changed since it was saved').waitFor();
    expect(records('hostile', 'eve')).toHaveLength(1);
    await context.close();
  });

  it('nothing is lost while the server is away', async () => {
    const own = await startWebApp(project.path, 'label', 'samples/hostile', '--reviewer', 'eve');
    const { page, context } = await visit(browser, own.link);
    await page.locator('.queue a').nth(4).click();
    await page.locator('.tool').first().waitFor();
    await context.setOffline(true);
    await press(page, 'n', 'Enter');
    await page.getByText('The server does not answer').waitFor();
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => records('hostile', 'eve')).toHaveLength(2);
    await page.getByText('The server does not answer').waitFor({ state: 'detached' });
    await context.close();
    await own.stop();
  });
});

describe('hostile text', () => {
  it('is shown as text in every view', async () => {
    const { page, mischief, context } = await visit(
      browser,
      await linkOf('samples/hostile', 'reviewer', 'eve'),
    );
    await page.locator('.queue a').first().waitFor();
    await page.locator('.queue a').first().click();
    await page.locator('.tool').first().waitFor();
    await press(page, 'g');
    for (let i = 0; i < 11; i++) {
      await page.locator('.tool').first().waitFor();
      await press(page, 'ArrowRight');
    }
    expect(mischief).toEqual([]);
    await context.close();
  });
});

describe('the views of labelling', () => {
  const VIEWS: readonly (readonly [string, () => Promise<string>, string])[] = [
    ['samples', async () => new URL(`/labels${new URL(app.link).search}`, app.link).href, '.tasks'],
    ['sample of an admin', async () => app.link, '.reviewers'],
    ['queue', () => linkOf('samples/orders', 'reviewer', 'ann'), '.queue-head'],
    ['label', () => viewOf('ann', '/-'), '.tool'],
    ['adjudicate', () => linkOf('samples/orders', 'adjudicator', 'cleo'), '.opinion'],
    [
      'agreement',
      async () =>
        (await linkOf('samples/orders', 'adjudicator', 'cleo')).replace(
          '/adjudicate',
          '/agreement',
        ),
      '.figures',
    ],
  ];
  const viewOf = async (name: string, view: string): Promise<string> =>
    (await linkOf('samples/orders', 'reviewer', name)).replace('?token', `${view}?token`);

  it.each(VIEWS)('%s is accessible and fits: light, dark, narrow', async (_, link, ready) => {
    const { page, context, mischief } = await visit(browser, await link(), { bypassCSP: true });
    await page.locator(ready).first().waitFor();
    expect(await findFaults(page)).toEqual([]);
    expect(mischief).toEqual([]);
    await context.close();
  });

  it('an admin looks at the labels of a reviewer, and no key changes them', async () => {
    const { page, context } = await visit(browser, app.link);
    await page.getByRole('link', { name: 'Look at the labels' }).first().click();
    await page.getByRole('button', { name: 'Show completed' }).click();
    await page.locator('.queue a').first().click();
    await page.getByText('Read-only: these are the labels of ann').waitFor();
    const before = records('orders', 'ann').length;
    await page.locator('.tool').first().waitFor();
    await press(page, '2', 'Enter', 'x', 'n', 'Control+Enter', 'ArrowRight');
    await expect.poll(() => where(page)).toBe('case 2 of 4');
    expect(records('orders', 'ann')).toHaveLength(before);
    await context.close();
  });
});
