import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { comparisonDocument } from '../src/reporters/comparison/document.ts';
import { hostileComparison } from '../src/reporters/fixtures/hostile-comparison.ts';
import { inspectionOf } from '../src/reporters/fixtures/inspection.ts';
import { judgedReport } from '../src/reporters/fixtures/judged-report.ts';
import { ordersReport, sampleReport } from '../src/reporters/fixtures/reports.ts';
import { html } from '../src/reporters/html/index.ts';
import { inspectionDocument } from '../src/reporters/inspection/document.ts';
import { staticPage } from '../src/reporters/static-page/index.ts';
import { sheetHtml } from '../src/reporters/label-sheet/sheet-html.ts';
import { closePages, openBrowser } from './support/browser.ts';
import { isFull } from './support/full.ts';

let browser: Browser;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'whichtool-rules-'));
  browser = await openBrowser();
});
afterAll(async () => {
  await closePages();
  await rm(folder, { recursive: true, force: true });
});

/** What a person who sees little, or nothing, would stumble over on the page as it is. */
const FIND_FAULTS = `(() => {
  const faults = [];
  const shown = (element) => element.checkVisibility() && element.getClientRects().length > 0;
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  // Drawn over each other, because colours come in many spellings and some let through what is under them.
  const paint = (colors) => {
    canvas.clearRect(0, 0, 1, 1);
    for (const color of colors) { canvas.fillStyle = color; canvas.fillRect(0, 0, 1, 1); }
    return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const luminance = (rgb) => {
    const [r, g, b] = rgb.map((part) => part / 255).map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const groundsOf = (element) => element === null ? ['canvas'] : [...groundsOf(element.parentElement), getComputedStyle(element).backgroundColor];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement: element, textContent } = walker.currentNode;
    if (textContent.trim() === '' || /SCRIPT|STYLE/.test(element.tagName) || !shown(element)) continue;
    const grounds = groundsOf(element);
    const [a, b] = [luminance(paint([...grounds, getComputedStyle(element).color])), luminance(paint(grounds))];
    const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (contrast < 4.5) faults.push('contrast ' + contrast.toFixed(2) + ': ' + textContent.slice(0, 40));
  }
  for (const control of document.querySelectorAll('button, input, textarea, select, summary, progress')) {
    const name = control.getAttribute('aria-label') || control.labels?.[0]?.textContent || control.textContent;
    if (shown(control) && name.trim() === '') faults.push('no name: ' + control.outerHTML.slice(0, 80));
  }
  let level = 0;
  for (const heading of [...document.querySelectorAll('h1, h2, h3, h4, h5, h6')].filter(shown)) {
    const next = Number(heading.tagName[1]);
    if (next > level + 1) faults.push('heading ' + next + ' after ' + level + ': ' + heading.textContent);
    level = next;
  }
  if (document.querySelectorAll('main').length !== 1) faults.push('not one main');
  const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
  if (new Set(ids).size !== ids.length) faults.push('an id twice');
  return faults;
})()`;

/** What axe-core finds, as the rule and the first element that breaks it. */
async function findingsOf(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  return page.evaluate(
    `axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes[0].html.slice(0, 200)))`,
  );
}

const report = { ...sampleReport(), baseline: hostileComparison('orders') };
const sheet = {
  dataset: 'orders',
  task: 'label',
  isDecision: false,
  reviewer: 'ann',
  guide: 'Pick one.',
  guideHash: null,
  rows: [
    {
      id: 'case1',
      caseHash: 'hash1',
      input: [
        { role: 'system', content: 'Be brief. '.repeat(40) },
        { role: 'user', content: 'Where is D81?' },
        { role: 'tool', content: 'sent' },
      ],
      before: [
        { name: 'status', server: 'shop', arguments: { order: 'D81' }, status: 'ok' },
        { name: 'mail', status: 'error', requester: 'helper' },
      ],
      tools: [
        { name: 'shop.status', description: 'Where it is.', schema: null },
        { name: 'mail', description: null, schema: { properties: { to: { type: 'string' } } } },
      ],
      rated: null,
      opinions: [],
      answer: { expected_tool: 'mail' },
      rationale: null,
      isUnsure: false,
      labelledAt: null,
    },
  ],
} as const;

/** Every scheme and every width; axe-core, which takes seconds, sees each of them once. */
const SCREENS = [
  ['light', 1280, true],
  ['light', 390, isFull],
  ['dark', 1280, isFull],
  ['dark', 390, true],
] as const;

const options = { color: false, width: 80 };
const pages: readonly (readonly [string, string, Iterable<string>])[] = [
  ['overview of a report', '', html(report, options)],
  ['report of one eval', '', html(ordersReport(), options)],
  ['case of a report', '#eval=orders&case=ticket-1060', html(ordersReport(), options)],
  ['test of a report', '#row=2', html(report, options)],
  ['judged eval of a report', '#row=1', html(judgedReport(), options)],
  ['comparison of a report', '#view=compared', html(report, options)],
  ['list of warnings of a report', '#view=warnings', html(report, options)],
  ['page about a report', '#view=about', html(report, options)],
  ['inspection', '', staticPage(inspectionDocument(inspectionOf('search')), options)],
  ['comparison', '', staticPage(comparisonDocument(hostileComparison('orders')), options)],
  ['label sheet', '', sheetHtml(sheet)],
];

test.each(pages)('a %s can be read and used by everyone', async (_, hash, parts) => {
  const file = join(folder, 'page.html');
  await writeFile(file, [...parts].join(''));
  for (const [colorScheme, width, hasAxe] of SCREENS) {
    const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 } });
    const page = await context.newPage();
    await page.goto(pathToFileURL(file).href + hash);
    expect(await page.evaluate(FIND_FAULTS), `${colorScheme} ${width}`).toEqual([]);
    if (hasAxe) expect(await findingsOf(page), `${colorScheme} ${width}`).toEqual([]);
    await context.close();
  }
});

test('the rules find what breaks them', async () => {
  const page = await browser.newPage();
  await page.setContent(
    '<main><h1>a</h1><h3 style="color:#999;background:#fff">pale</h3><button></button><p id="x">b</p><p id="x">c</p></main>',
  );
  expect(await page.evaluate(FIND_FAULTS)).toEqual([
    'contrast 2.85: pale',
    'no name: <button></button>',
    'heading 3 after 1: pale',
    'an id twice',
  ]);
  await page.close();
});
