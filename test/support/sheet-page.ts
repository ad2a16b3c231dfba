import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { writeFile } from 'node:fs/promises';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import type { LabelSheet } from '#reporters';
import { sheetHtml } from '../../src/reporters/label-sheet/sheet-html.ts';

/** An open labelling sheet, and what it did that it should not do. */
export interface OpenSheet {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly mischief: readonly string[];
}

/** Opens a page from disk and notes errors, output and requests. */
export async function openPage(
  browser: Browser,
  file: string,
  options: BrowserContextOptions = {},
): Promise<OpenSheet> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(30_000);
  const mischief: string[] = [];
  context.on('page', (page) => watch(page, mischief));
  const page = await context.newPage();
  await page.goto(pathToFileURL(file).href);
  await page.locator('.decision, .nothing').first().waitFor();
  return { page, context, mischief };
}

/** Writes a sheet to a file of the folder and opens it. */
export async function openSheet(
  browser: Browser,
  folder: string,
  sheet: LabelSheet,
  options: BrowserContextOptions = {},
): Promise<OpenSheet> {
  const file = join(folder, 'sheet.html');
  await writeFile(file, [...sheetHtml(sheet)].join(''));
  return await openPage(browser, file, options);
}

function watch(page: Page, mischief: string[]): void {
  page.on('console', (message) => mischief.push(message.text()));
  page.on('pageerror', (error) => mischief.push(error.message));
  page.on('dialog', (dialog) => mischief.push(dialog.message()));
  page.on('request', (request) => {
    const isOwn = request.isNavigationRequest() || request.url().startsWith('blob:');
    if (!isOwn) mischief.push(request.url());
  });
}

/** Exports by the keyboard; the file and its lines. */
export async function exportLabels(
  page: Page,
): Promise<{ readonly name: string; readonly text: string; readonly lines: readonly unknown[] }> {
  const waiting = page.waitForEvent('download');
  await page.keyboard.press('e');
  const download = await waiting;
  const text = await readFile(await download.path(), 'utf8');
  await page.keyboard.press('Escape');
  await page.locator('dialog').waitFor({ state: 'detached' });
  const lines = text.split('\n').filter((line) => line !== '');
  return { name: download.suggestedFilename(), text, lines: lines.map((line) => JSON.parse(line)) };
}

/** Presses keys one after the other. */
export async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}
