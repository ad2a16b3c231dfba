import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import type { Report } from '#core';
import type { ReporterOptions } from '../../src/reporters/index.ts';
import { html } from '../../src/reporters/html/index.ts';
import { closePages, openBrowser } from './browser.ts';

/** A page, and everything it did that a report must never do. */
export interface OpenedPage {
  readonly page: Page;
  readonly mischief: string[];
}

/** The page of a report as text. */
export function pageOf(report: Report, provenance?: ReporterOptions['provenance']): string {
  const options = { color: false, width: 80, ...(provenance === undefined ? {} : { provenance }) };
  return [...html(report, options)].join('');
}

/** Opens pages in one browser per test file. */
export function openPages(): {
  readonly openText: (
    text: string,
    hash?: string,
    options?: BrowserContextOptions,
  ) => Promise<OpenedPage>;
  readonly openReport: (
    report: Report,
    hash?: string,
    options?: BrowserContextOptions,
  ) => Promise<OpenedPage>;
  readonly openAddress: (address: string, options?: BrowserContextOptions) => Promise<OpenedPage>;
} {
  let browser: Browser;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'whichtool-html-'));
    browser = await openBrowser();
  });
  afterAll(async () => {
    await closePages();
    await rm(folder, { recursive: true, force: true });
  });
  const openAddress = async (
    address: string,
    options: BrowserContextOptions = {},
  ): Promise<OpenedPage> => {
    const context = await browser.newContext(options);
    context.setDefaultTimeout(30_000);
    const page = await context.newPage();
    const mischief: string[] = [];
    page.on('console', (message) => mischief.push(`console: ${message.text()}`));
    page.on('pageerror', (error) => mischief.push(`error: ${error.message}`));
    page.on('dialog', (dialog) => {
      mischief.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on('popup', () => mischief.push('popup'));
    page.on('request', (request) => {
      if (!request.isNavigationRequest()) mischief.push(`request: ${request.url()}`);
    });
    await page.addInitScript({
      content:
        "addEventListener('securitypolicyviolation', (e) => { throw new Error(`policy: ${e.violatedDirective}`); });",
    });
    await page.goto(address, { waitUntil: 'commit' });
    return { page, mischief };
  };
  const openText = async (
    text: string,
    hash = '',
    options: BrowserContextOptions = {},
  ): Promise<OpenedPage> => {
    const file = join(folder, 'report.html');
    await writeFile(file, text);
    const opened = await openAddress(pathToFileURL(file).href + hash, options);
    await opened.page.waitForLoadState();
    return opened;
  };
  return {
    openText,
    openReport: (report, hash, options) => openText(pageOf(report), hash, options),
    openAddress,
  };
}

/** How wide the page and its parts would like to be, beside what scrolls by itself. */
export async function widest(page: Page): Promise<number> {
  return page.evaluate(
    "Math.max(document.documentElement.scrollWidth, ...[...document.querySelectorAll('.panel, .opened, .bar')].map((box) => box.getBoundingClientRect().right))",
  );
}
