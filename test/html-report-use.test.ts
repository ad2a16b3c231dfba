import type { BrowserContextOptions } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { Comparison, PartComparison } from '#core';
import { hostileComparison } from '../src/reporters/fixtures/hostile-comparison.ts';
import { hostileReport, ordersReport, sampleReport } from '../src/reporters/fixtures/reports.ts';
import { openPages, widest } from './support/report-page.ts';

const { openReport } = openPages();

describe('the keyboard', () => {
  test('moves through cases, reads, searches and closes', async () => {
    const { page } = await openReport(ordersReport());
    const opened = page.locator('.trace-id');
    await expect.poll(() => opened.innerText()).toBe('ticket-1047');
    await page.keyboard.press('j');
    await expect.poll(() => opened.innerText()).toBe('ticket-1048');
    expect(new URL(page.url()).hash).toBe('#eval=orders&case=ticket-1048');
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    await expect.poll(() => opened.innerText()).toBe('ticket-1048');
    // The row is in view, and stays so however far one goes.
    for (let step = 0; step < 30; step += 1) await page.keyboard.press('j');
    const row = page.locator('.case[aria-current]');
    await expect
      .poll(() => opened.innerText())
      .toBe((await row.getAttribute('href'))?.replace(/.*case=/, '') ?? '');
    const box = await row.boundingBox();
    expect(box?.y).toBeGreaterThan(48);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(
      page.viewportSize()?.height ?? 0,
    );
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('.opened:focus').count()).toBe(1);
    await page.keyboard.press('/');
    await page.keyboard.type('lamp');
    await page.locator('.cases-search').getByText('of 300').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByLabel('Search').inputValue()).toBe('');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    expect(new URL(page.url()).hash).toBe('#eval=orders');
    await page.context().close();
  });

  test('has arrows in the list, which scroll the page elsewhere', async () => {
    const { page } = await openReport(ordersReport());
    await page.keyboard.press('ArrowDown');
    expect(new URL(page.url()).hash).toBe('');
    await page.locator('.case').first().focus();
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => new URL(page.url()).hash).toBe('#eval=orders&case=ticket-1048');
    await expect.poll(() => page.locator('.case[aria-current]:focus').count()).toBe(1);
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => new URL(page.url()).hash).toBe('#eval=orders&case=ticket-1047');
    await page.context().close();
  });

  test('is off while a person types, and its help lists what works', async () => {
    const { page } = await openReport(ordersReport());
    await page.getByLabel('Search').click();
    await page.keyboard.type('jk?');
    await expect.poll(() => page.getByLabel('Search').inputValue()).toBe('jk?');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Keys' });
    await expect.poll(() => dialog.innerText()).toMatch(/j\s+next\s/);
    await page.keyboard.press('j');
    expect(new URL(page.url()).hash).not.toContain('case');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.context().close();
  });

  test('moves through tests, and Enter opens one', async () => {
    const { page } = await openReport(sampleReport());
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    const peek = page.locator('.peek-name');
    await expect.poll(() => peek.innerText()).toBe('research-agent picks search then fetch');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'research-agent' }).waitFor();
    await page.context().close();
  });
});

test('the theme follows the system until someone chooses, and the choice is kept', async () => {
  const { page } = await openReport(sampleReport(), '', { colorScheme: 'dark' });
  const ground = (): Promise<string> =>
    page.evaluate('getComputedStyle(document.body).backgroundColor');
  const [dark, light] = ['rgb(18, 19, 21)', 'rgb(248, 248, 246)'];
  await expect.poll(() => ground()).toBe(dark);
  await page.getByRole('button', { name: 'Switch to light theme' }).click();
  await expect.poll(() => ground()).toBe(light);
  // The browser writes choices down in its own time.
  const reloaded = async (): Promise<string> => {
    await page.reload();
    return ground();
  };
  await expect.poll(reloaded).toBe(light);
  await page.getByRole('button', { name: 'Switch to dark theme' }).click();
  await expect.poll(() => ground()).toBe(dark);
  await page.context().close();
});

test('on paper all that did not pass is written out', async () => {
  const { page } = await openReport(sampleReport());
  await page.emulateMedia({ media: 'print' });
  await page.evaluate("void dispatchEvent(new Event('beforeprint'))");
  const text = await page.locator('.paper').innerText();
  for (const part of ['no class has a member "shell.exec"', 'READ_TORN_RECORD', 'Warnings'])
    expect(text).toContain(part);
  expect(text).not.toContain('answers small talk without a tool');
  await expect.poll(() => page.locator('#app').isVisible()).toBe(false);
  await page.evaluate("void dispatchEvent(new Event('afterprint'))");
  await expect.poll(() => page.locator('.paper').count()).toBe(0);
  await page.context().close();
});

test('on paper an opened eval has its matrix and its failing cases', async () => {
  const { page } = await openReport(ordersReport(), '#eval=orders');
  await page.emulateMedia({ media: 'print' });
  await page.evaluate("void dispatchEvent(new Event('beforeprint'))");
  const paper = page.locator('.paper');
  await expect.poll(() => paper.locator('.matrix').isVisible()).toBe(true);
  await expect.poll(() => paper.locator('.trace').count()).toBe(20);
  await expect.poll(() => paper.innerText()).toContain('is order 9182 still open');
  await page.context().close();
});

test('without scripts the verdict still stands', async () => {
  const { page } = await openReport(sampleReport(), '', { javaScriptEnabled: false });
  const text = await page.getByRole('main').innerText();
  expect(text).toContain('Failed');
  expect(text).toContain('1 eval failed');
  expect(text).toContain('Allow scripts');
  await page.context().close();
});

describe('a report with a baseline', () => {
  const none = { total: 0, items: [] };
  const { drift: _drift, ...plain } = hostileComparison('orders').parts[1]!;
  const change = { before: { k: 1, n: 1 }, after: { k: 0, n: 1 } };
  const orders: PartComparison = {
    ...plain,
    verdict: 'inconclusive',
    outcome: null,
    pairs: 300,
    worse: 2,
    better: 0,
    deciding: 283,
    changes: {
      total: 2,
      items: ['ticket-1047', 'ticket-1050'].map((id) => ({
        id,
        change: 'worse' as const,
        ...change,
      })),
    },
    cells: {
      total: 1,
      items: [
        { expected: 'get_order_status', observed: 'get_order_history', before: 16, after: 18 },
      ],
    },
    onlyBefore: { total: 1, items: ['ticket-1'] },
    onlyAfter: { total: 30, items: Array.from({ length: 30 }, (_, i) => `new-${i}`) },
    unmeasured: none,
  };
  const baseline: Comparison = {
    ...hostileComparison('suite'),
    verdict: 'inconclusive',
    regression: null,
    parts: [orders],
    onlyBefore: none,
    onlyAfter: none,
  };
  const report = { ...ordersReport(), baseline };

  test('says how it compares, and shows the matrix before and after', async () => {
    const { page, mischief } = await openReport(report);
    await page.getByRole('link', { name: 'worse, but too few to tell' }).click();
    await page.getByRole('heading', { level: 1, name: 'worse, but too few to tell' }).waitFor();
    const text = (await page.getByRole('main').innerText()).replaceAll(/\s+/g, ' ');
    expect(text).toContain('about 283 cases would decide');
    expect(text).toContain('before 90 % 45 of 50 after 76 % 38 of 50');
    expect(text).toMatch(/only before 1 ticket-1/);
    const cell = page.locator('.changes tbody tr');
    expect((await cell.innerText()).replaceAll(/\s+/g, ' ')).toBe('get_order_status 16 → 18');
    await expect.poll(() => page.getByText('new-29').isVisible()).toBe(false);
    await page.getByText('only after 30').click();
    await expect.poll(() => page.getByText('new-29').isVisible()).toBe(true);
    expect(mischief).toEqual([]);
    await page.context().close();
  });

  test('a case that is worse opens its trace among the others', async () => {
    const { page } = await openReport(report, '#view=compared');
    await page.getByRole('link', { name: 'ticket-1050' }).click();
    await expect.poll(() => page.locator('.trace-id').innerText()).toBe('ticket-1050');
    await expect.poll(() => page.locator('.case').count()).toBe(2);
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'worse, but too few to tell' }).waitFor();
    await page.context().close();
  });
});

describe('a report on a phone', () => {
  const phone: BrowserContextOptions = { viewport: { width: 400, height: 860 } };

  test.each([
    ['ordinary', sampleReport()],
    ['many', ordersReport()],
    ['very long', hostileReport('W'.repeat(3000))],
  ])('never scrolls sideways with %s names', async (_, report) => {
    const { page } = await openReport(report, '', phone);
    const hashes = [
      '',
      '#view=compared',
      '#view=warnings',
      '#view=about',
      '#row=1&show=all',
      '#row=2&show=all',
    ];
    for (const hash of hashes) {
      await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
      await page.getByRole('main').waitFor();
      expect([hash, (await widest(page)) <= 400]).toEqual([hash, true]);
    }
    await page.context().close();
  });

  test('a case covers the list, and Back shows it again where it was', async () => {
    const { page } = await openReport(ordersReport(), '', phone);
    await expect.poll(() => page.locator('.opened').isVisible()).toBe(false);
    await page.locator('.case').nth(5).scrollIntoViewIfNeeded();
    await page.locator('.case').nth(5).click();
    await page.locator('.opened').getByText('expected, not called').waitFor();
    const trace = await page.locator('.opened').boundingBox();
    expect([trace?.x, trace?.width]).toEqual([0, 400]);
    await page.getByRole('link', { name: 'Back' }).click();
    await page.locator('.opened').waitFor({ state: 'hidden' });
    await expect.poll(() => page.locator('.case').nth(5).isVisible()).toBe(true);
    await page.context().close();
  });
});
