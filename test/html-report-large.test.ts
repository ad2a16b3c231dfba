import { createServer, type ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import type { CaseReport, Report } from '#core';
import { largeReport, ordersReport } from '../src/reporters/fixtures/reports.ts';
import { openPages, pageOf } from './support/report-page.ts';

const { openReport, openAddress } = openPages();

/** The report of one eval with so many cases, every tenth failing; the first have texts, all say where they are. */
function casesReport(count: number): Report {
  const report = ordersReport();
  const [measured] = report.evals;
  if (measured === undefined) throw new Error('the report has an eval');
  const cases = Array.from({ length: count }, (_, place): CaseReport => {
    const where = `traces/prod.jsonl:${place + 1}`;
    const quoted = place < 1000 ? measured.cases[place % 300]?.evidence : undefined;
    return {
      id: `row-${place + 1}`,
      verdict: place % 10 === 0 ? 'fail' : 'pass',
      evidence: { ...quoted, where },
    };
  });
  const caseUsage = { calls: cases.map((_, place) => place % 5) };
  return { ...report, evals: [{ ...measured, cases, caseUsage }] };
}

describe('a report of 100,000 cases', () => {
  test('keeps few rows in the page, and finds, reaches and opens any of them', async () => {
    const { page, mischief } = await openReport(casesReport(100_000));
    await page.locator('.case').first().waitFor();
    const status = page.locator('.cases-search [role=status]');
    await expect.poll(() => status.innerText()).toBe('10,000 of 100,000');
    await expect.poll(() => page.locator('.case').count()).toBeLessThan(60);
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
    await page.getByRole('link', { name: 'row-99991' }).click();
    await expect.poll(() => page.locator('.trace-id').innerText()).toBe('row-99991');
    await expect
      .poll(() => page.locator('.opened').innerText())
      .toContain('traces/prod.jsonl:99991');
    await page.getByLabel('Search').fill('jsonl:7777');
    await expect.poll(() => status.innerText()).toBe('1 of 100,000');
    await page.locator('.chip', { hasText: /^All/ }).click();
    await status.getByText('11 of 100,000').waitFor();
    expect(mischief).toEqual([]);
    await page.context().close();
  });

  test('opens the case in its address in view', async () => {
    const { page } = await openReport(casesReport(100_000), '#eval=orders&case=row-99999&show=all');
    const current = page.locator('.case[aria-current]');
    await current.waitFor();
    const box = await current.boundingBox();
    expect(box?.y).toBeGreaterThan(48);
    expect(box?.y).toBeLessThan(page.viewportSize()?.height ?? 0);
    await page.context().close();
  });

  test('does not read cases until they are listed', async () => {
    const report = casesReport(20_000);
    const [measured] = report.evals;
    const again = { ...measured!, name: 'again', verdict: 'pass' as const };
    const text = pageOf({ ...report, evals: [measured!, again] });
    // Whatever is wrong with a block shows when it is parsed.
    const broken = text.replace(/(id="cases-1">)/, '$1not JSON');
    expect(broken).not.toBe(text);
    const server = createServer((_, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(broken);
    });
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const { page, mischief } = await openAddress(`http://127.0.0.1:${port}/`);
    await page.locator('.item').first().waitFor();
    expect(mischief.filter((each) => !each.includes('favicon'))).toEqual([]);
    await page.context().close();
    server.close();
  });
});

describe('a report of 10,000 tests', () => {
  test('keeps few rows in the page, and finds, reaches and opens any of them', async () => {
    const { page, mischief } = await openReport(largeReport(10_000));
    await page.locator('.item').first().waitFor();
    await expect.poll(() => page.locator('.item').count()).toBeLessThan(60);
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
    await page.getByRole('link', { name: /variant 10000\b/ }).click();
    await page.getByRole('heading', { level: 1, name: /variant 10000$/ }).waitFor();
    await page.goBack();
    const search = page.getByLabel('Search names');
    await search.fill('variant 7776');
    await expect.poll(() => page.locator('.item').count()).toBe(1);
    await search.fill('shell.exec');
    await page.getByText('1,000 of 10,001').waitFor();
    expect(mischief).toEqual([]);
    await page.context().close();
  });

  test('reaches the last case of an eval that is taller than a page may be', async () => {
    const { page } = await openReport(
      casesReport(300_000),
      '#eval=orders&show=all&case=row-299999',
    );
    const current = page.locator('.case[aria-current]');
    await current.waitFor();
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
    await page.getByRole('link', { name: 'row-300000' }).click();
    await expect.poll(() => page.locator('.trace-id').innerText()).toBe('row-300000');
    await page.context().close();
  });

  test('shows its rows while the evidence is still on its way', async () => {
    const text = pageOf(largeReport(10_000));
    const cut = text.indexOf('id="evidence-3"') + 2000;
    const halves = [text.slice(0, cut), text.slice(cut)];
    const waiting: ServerResponse[] = [];
    const server = createServer((_, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.write(halves[0]);
      waiting.push(response);
    });
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const { page } = await openAddress(`http://127.0.0.1:${port}/`);
    await page.getByLabel('Search names').fill('variant 9999');
    await page
      .getByRole('link', { name: /variant 9999\b/ })
      .first()
      .click();
    await page.getByText('Reading the evidence').waitFor();
    for (const response of waiting) response.end(halves[1]);
    await page.getByRole('heading', { level: 1, name: /variant 9999$/ }).waitFor();
    await page.getByText('The run fails').or(page.getByText('The run passes')).waitFor();
    await page.context().close();
    server.close();
  });
});
