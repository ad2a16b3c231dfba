import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDemo } from '../src/server/demo/make-demo.ts';
import { checkAxe } from './support/check-axe.ts';
import { jsonl, whichtool, workspace } from './support/cli.ts';
import { openPages, widest } from './support/report-page.ts';
import { beyondOrigin, serve, type Serving } from './support/serving.ts';

const shop = workspace({});
const { openAddress } = openPages();
let server: Serving;

beforeAll(async () => {
  await makeDemo(shop.path, '0');
  server = await serve(shop.path);
});
afterAll(async () => {
  await server.stop();
  shop.remove();
});

/** Opens an address of a server as its admin. */
async function openAt(
  path: string,
  { at = server, ...options }: BrowserContextOptions & { at?: Serving } = {},
): Promise<{ readonly page: Page; readonly faults: () => readonly string[] }> {
  const { page, mischief } = await openAddress(at.link, options);
  await page.getByRole('navigation', { name: 'Views' }).waitFor();
  await page.goto(at.at(path));
  return { page, faults: () => beyondOrigin(mischief, at.link) };
}
const addressOf = (page: Page): string => page.url().slice(new URL(page.url()).origin.length);

describe('the overview', () => {
  it('says how the newest run ended and what to fix first', async () => {
    const { page, faults } = await openAt('/');
    await page.getByText('11 of 112 cases failed, most often').waitFor();
    const next = page.locator('.next-step');
    await expect
      .poll(() => next.locator('span').innerText())
      .toBe(
        'Fix first: 6 of 20 get_order_status went to get_order_history (1 in the run before); open these cases.',
      );
    await expect
      .poll(() => next.getByRole('link').getAttribute('href'))
      .toBe('/runs/8/1?expected=get_order_status&called=get_order_history');
    await expect.poll(() => page.title()).toContain('Overview');
    expect(faults()).toEqual([]);
  });

  it('draws runs over time, each a link with its verdict in words', async () => {
    const { page } = await openAt('/');
    const links = page.locator('.run-chart a');
    await links.first().waitFor();
    const names = await links.evaluateAll((all) =>
      all.map((each) => each.getAttribute('aria-label')),
    );
    expect(names).toHaveLength(8);
    expect(names[5]).toBe(
      'Run 6 shorter descriptions · 2026-03-19 · shorter-descriptions · whichtool.yaml · Failed · 100 of 112 pass, 89.29 %',
    );
    await expect
      .poll(() => page.getByRole('link', { name: 'Run 8' }).getAttribute('href'))
      .toBe('/runs/8');
  });

  it('shows metrics with interval, need and trend, the worst tools and the failure modes', async () => {
    const { page } = await openAt('/');
    const row = page.getByRole('row').filter({ hasText: 'tool_name_match' });
    await row.waitFor();
    expect((await row.innerText()).split(/\s*\n\s*|\t/).filter((part) => part !== '')).toEqual(
      expect.arrayContaining(['91.07 %', '84.34-95.08 %', '>= 95 %']),
    );
    await expect
      .poll(() => row.getByRole('img').getAttribute('aria-label'))
      .toBe('from 84.82 % to 91.07 % in 8 runs');
    await page.getByText('7 of 8 tools hold').waitFor();
    const tools = await page.locator('.worst-tools li').allInnerTexts();
    expect(tools.map((text) => text.replaceAll(/\s+/g, ' '))[0]).toBe(
      'get_order_status missed in 6 of 20 found 70 % most often get_order_history instead (6)',
    );
    const modes = (await page.locator('.failure-modes li').allInnerTexts()).map((text) =>
      text.replaceAll(/\s+/g, ' '),
    );
    expect(modes[0]).toMatch(
      /^wrong tool 10 of 112 cases 8\.93 % cost [\d.]+ per case, \d+ % more than cases that pass$/,
    );
  });

  it('says what changed since the run before', async () => {
    const { page } = await openAt('/');
    await page.getByText('Worse than before.').waitFor();
    await page.getByText('of 112 cases 9 now fail and 0 now pass').waitFor();
    await expect
      .poll(() => page.locator('.changes-panel .cells li').allInnerTexts())
      .toContain('1 → 6 get_order_status got get_order_history');
    const compare = page.getByRole('link', { name: 'Compare case by case' });
    await expect.poll(() => compare.getAttribute('href')).toBe('/compare?before=7&after=8');
  });

  it('keeps its filters in the address', async () => {
    const { page } = await openAt('/');
    await page.getByRole('combobox', { name: /^Branch/ }).focus();
    await page.getByRole('combobox', { name: /^Branch/ }).selectOption('main');
    await page.getByText('5 runs', { exact: true }).waitFor();
    expect(addressOf(page)).toBe('/?branch=main');
    await page.getByText('All gates hold; the most frequent confusion left').waitFor();
    expect(
      await page
        .getByRole('combobox', { name: /^Branch/ })
        .evaluate((each) => each === document.activeElement),
    ).toBe(true);
    await page.goBack();
    await page.getByText('8 runs', { exact: true }).waitFor();
    expect(addressOf(page)).toBe('/');
    await page.getByRole('combobox', { name: /^Model/ }).selectOption('shop-large');
    await page.getByText('1 run', { exact: true }).waitFor();
    await page.getByRole('combobox', { name: /^Branch/ }).selectOption('larger-model');
    await expect.poll(() => addressOf(page)).toBe('/?model=shop-large&branch=larger-model');
    await page.goto(server.at('/?model=shop-large&branch=main'));
    await page.getByText('No run fits this filter.').waitFor();
    await page.getByRole('link', { name: 'Show all runs' }).click();
    await page.getByText('8 runs', { exact: true }).waitFor();
  });

  it.each([
    ['/', 'light', 1360],
    ['/', 'dark', 1360],
    ['/', 'light', 400],
    ['/runs', 'light', 1360],
    ['/runs', 'dark', 400],
    ['/?branch=nothing', 'light', 1360],
  ] as const)('%s is accessible and fits: %s, %i px', async (path, colorScheme, width) => {
    const { page } = await openAt(path, {
      colorScheme,
      viewport: { width, height: 900 },
      bypassCSP: true,
    });
    await page.locator('.next-step, .runs, .empty').first().waitFor();
    await expect.poll(() => page.locator('.state.loading').count()).toBe(0);
    expect(await checkAxe(page)).toEqual([]);
    expect(await widest(page)).toBeLessThanOrEqual(width);
  });

  it('prints the charts without the bar and what can only be pressed', async () => {
    const { page } = await openAt('/');
    await page.locator('.next-step').waitFor();
    await page.emulateMedia({ media: 'print' });
    await expect.poll(() => page.locator('.bar').isVisible()).toBe(false);
    await expect.poll(() => page.getByRole('link', { name: 'Open cases' }).isVisible()).toBe(false);
    await expect.poll(() => page.locator('.run-chart polyline').isVisible()).toBe(true);
    expect((await page.pdf()).length).toBeGreaterThan(10_000);
  });
});

describe('the list of runs', () => {
  it('is filtered by name, branch and verdict, in the address', async () => {
    const { page } = await openAt('/runs');
    await page.getByText('8 runs, the newest first').waitFor();
    await page.getByLabel('Number or name').pressSequentially('nightly');
    await page.getByText('2 of 8 runs').waitFor();
    expect(addressOf(page)).toBe('/runs?name=nightly');
    await page.goto(server.at('/runs?branch=shorter-descriptions&verdict=fail'));
    await page.getByText('2 of 8 runs').waitFor();
    await expect.poll(() => page.getByLabel('Verdict').inputValue()).toBe('fail');
    await page.goto(server.at('/runs?verdict=green'));
    await page.getByText('verdict is one of fail, error, inconclusive, pass').waitFor();
  });

  it('compares two runs that are ticked, by keys as well', async () => {
    const { page } = await openAt('/runs');
    await page.getByLabel('Compare run 6').check();
    await page.getByText('#6 is ticked: tick another').waitFor();
    await page.getByLabel('Compare run 3', { exact: true }).focus();
    await page.keyboard.press('Space');
    const link = page.getByRole('link', { name: 'Compare #3 with #6' });
    await expect.poll(() => link.getAttribute('href')).toBe('/compare?before=3&after=6');
    await page.getByLabel('Compare run 8').check();
    await page.getByRole('link', { name: 'Compare #3 with #8' }).waitFor();
    await expect.poll(() => page.getByLabel('Compare run 6').isChecked()).toBe(false);
  });
});

describe('states', () => {
  it('says how to keep a first run, and shows it after a reload', async () => {
    const empty = workspace({
      'package.json': '{}',
      'whichtool.yaml':
        'tests:\n  - name: finds it\n    traces: runs.jsonl\n    function_call_coverage: { function_calls: [get_order] }\n',
      'runs.jsonl': jsonl({ tool_calls: [{ name: 'search' }] }),
    });
    const at = await serve(empty.path);
    try {
      const { page, faults } = await openAt('/', { at });
      await page.getByText('No run is kept in this project yet.').waitFor();
      await page.goto(at.at('/runs'));
      await page.getByText('No run is kept in this project yet.').waitFor();
      await whichtool(['run'], { cwd: empty.path });
      await page.goto(at.at('/'));
      await page
        .getByText('Fix first: get_order was missed in 1 run of finds it; open these.')
        .waitFor();
      expect(faults()).toEqual([]);
    } finally {
      await at.stop();
      empty.remove();
    }
  });

  it('does not call a run good whose report cannot be read', async () => {
    const damaged = workspace({});
    await makeDemo(damaged.path, '0');
    writeFileSync(join(damaged.path, '.whichtool/runs/8/report.json'), '{"schemaVersion":1');
    writeFileSync(join(damaged.path, '.whichtool/runs/7/run.json'), '<b>');
    const at = await serve(damaged.path);
    try {
      const { page } = await openAt('/', { at });
      await page.getByText('Its report cannot be read, so nothing of it is shown').waitFor();
      await page.getByText('Not measured').first().waitFor();
      await expect.poll(() => page.locator('.next-step').count()).toBe(0);
      await page.getByRole('link', { name: '1 run cannot be read' }).click();
      await page.getByText('Not readable').waitFor();
    } finally {
      await at.stop();
      damaged.remove();
    }
  });

  it('says why nothing can be read from a server that has stopped', async () => {
    const stopped = await serve(shop.path);
    const { page } = await openAt('/', { at: stopped });
    await page.locator('.next-step').waitFor();
    await stopped.stop();
    await page.getByRole('link', { name: 'Runs', exact: true }).click();
    await page.getByRole('alert').waitFor();
    await expect
      .poll(() => page.getByRole('alert').innerText())
      .toContain('Could not read the runs.');
  });
});
