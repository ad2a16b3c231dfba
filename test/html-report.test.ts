import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Comparison, PartComparison, Report } from '#core';
import { makeVisible } from '../src/reporters/escape/visible.ts';
import { hostileComparison } from '../src/reporters/fixtures/hostile-comparison.ts';
import { hostileReport, largeReport, sampleReport } from '../src/reporters/fixtures/reports.ts';
import { html } from '../src/reporters/html/index.ts';
import { launchBrowser } from './support/browser.ts';

let browser: Browser;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'whichtool-html-'));
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
  await rm(folder, { recursive: true, force: true });
});

function write(report: Report): string {
  return [...html(report, { color: false, width: 80 })].join('');
}

/** A page that writes down everything a report must never do. */
async function openPage(
  address: string,
  options: BrowserContextOptions = {},
): Promise<{ page: Page; mischief: string[] }> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(15_000);
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
  await page.goto(address);
  return { page, mischief };
}

async function openReport(
  report: Report,
  hash = '',
  options: BrowserContextOptions = {},
): Promise<{ page: Page; mischief: string[] }> {
  const file = join(folder, 'report.html');
  await writeFile(file, write(report));
  return openPage(pathToFileURL(file).href + hash, options);
}

const rows = 'nav .row';

/** How wide the page and what scrolls in it would like to be. */
async function widest(page: Page): Promise<number> {
  const boxes = "[document.documentElement, ...document.querySelectorAll('main, nav, .scroller')]";
  return page.evaluate(`Math.max(...${boxes}.map((box) => box.scrollWidth))`);
}

/** Parts of a report that are shown as signs or in other words. */
const REWORDED = new Set(['units', 'verdict', 'outcome', 'op', 'unit', 'source', 'purpose']);

/** All words of a report: its texts, and the names of its metrics and tallies. */
function wordsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(wordsOf);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, held]) => {
    if (REWORDED.has(key)) return [];
    const named = key === 'metrics' || key === 'tally' ? Object.keys(held) : [];
    return named.concat(wordsOf(held));
  });
}

/** Opens everything that can be opened, in the page itself, and answers all text that came from the report. */
const READ_ALL = `(async () => {
  const texts = [];
  const collect = () => {
    for (const element of document.querySelectorAll('bdi')) texts.push(element.textContent);
  };
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const open = async (selector, place) => {
    document.querySelectorAll(selector)[place].click();
    await frame();
    collect();
  };
  collect();
  for (let row = 4; row >= 0; row -= 1) await open('nav .row', row);
  await frame();
  for (let row = 0; row < 3; row += 1) await open('main .row', row);
  return texts;
})()`;

describe('hostile text', () => {
  const FLAG = 'window.harmed=1';
  test.each([
    ['the end of a script', `</script><script>${FLAG}</script>`],
    ['an odd end of a script', `</SCRIPT ><script>${FLAG}</script>`],
    ['the start of a comment', `<!--<script>`],
    ['the end of a comment', `--><img src=x onerror=${FLAG}>`],
    ['an image with a handler', `<img src=x onerror="${FLAG}">`],
    ['the end of an attribute', `"><svg onload=${FLAG}>`],
    ['more attributes', `' onmouseover='${FLAG}' autofocus onfocus='${FLAG}`],
    ['a script address', `javascript:${FLAG}`],
    ['a style', `</style><style>*{display:none}</style>`],
    ['a base and a frame', `<base href="http://127.0.0.1:9/"><iframe src="javascript:${FLAG}">`],
    ['line separators', `\u2028${FLAG}\u2029`],
    ['formulas', `$$\\href{javascript:${FLAG}}{x}$$ \\(\\unicode[x" onload="${FLAG}]{1}\\)`],
    ['a diagram', '```mermaid\nclick A "javascript:void 0"\n```'],
    ['Markdown', '[x](javascript:void 0) ![x](http://127.0.0.1:9/x) http://127.0.0.1:9/y'],
    ['control characters', '\u0000\u001b[31m\u001b]8;;http://127.0.0.1:9\u0007\u009b\u007f\r\n\t'],
    ['characters that hide', '\u202eevil\u2066\u200b\ufeff\u{e0041}\ud800'],
    ['entities and templates', '&lt;img&gt; &amp;#x3c; %3Cscript%3E {{constructor}} ${1} ]]>'],
    ['the name of a prototype', '__proto__'],
    ['the name of a method', 'constructor'],
    ['an address of the page', '#overview&test=x&case=y'],
    ['a workflow command', '\n::error::x'],
    ['a very long word', 'W'.repeat(20_000)],
    ['nothing', ''],
  ])('%s is shown as text in every field, and nothing runs', async (_, payload) => {
    const { page, mischief } = await openReport(hostileReport(payload));
    const visible = makeVisible(payload);
    const texts: readonly string[] = await page.evaluate(READ_ALL);
    expect(texts.length).toBeGreaterThan(200);
    const newer = makeVisible(`${payload}2`);
    expect(new Set(texts)).toEqual(new Set([visible, `${visible}:7`, newer]));
    const strange =
      'img, a, iframe, object, embed, form, base, math, [onerror], [onload], [onfocus]';
    expect(await page.locator(strange).count()).toBe(0);
    expect(await page.evaluate(() => 'harmed' in globalThis)).toBe(false);
    expect(mischief).toEqual([]);
    await page.context().close();
  });

  test('markup in an address stays an address', async () => {
    const hash = `#test=${encodeURIComponent(`<img src=x onerror=${FLAG}>`)}&case=%3Cb%3E`;
    const { page, mischief } = await openReport(sampleReport(), hash);
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    expect(await page.locator('img').count()).toBe(0);
    expect(mischief).toEqual([]);
    await page.context().close();
  });
});

describe('a report on a wide screen', () => {
  test('shows the verdict, how many failed, and the worst first', async () => {
    const { page, mischief } = await openReport(sampleReport());
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toContain('Failed');
    expect(await page.locator('.counts').innerText()).toContain('1 eval failed');
    const names = await page.locator('nav .row-name bdi').allTextContents();
    expect(names).toEqual([
      'orders',
      'research-agent picks search then fetch',
      'refunds the right order',
      'books a table in 東京 🍣',
      'reads the calendar before it writes',
      'answers small talk without a tool',
    ]);
    const reason = await page.locator(rows).nth(1).innerText();
    expect(reason).toContain('missed fetch');
    expect(reason).toContain('unexpected shell.exec');
    expect(reason).toContain('75 %');
    expect(mischief).toEqual([]);
    await page.context().close();
  });

  test('a test shows gates, classes, missed expectations and calls with run and place', async () => {
    const { page } = await openReport(sampleReport());
    await page.getByRole('button', { name: /research-agent/ }).click();
    const main = page.getByRole('main');
    const gate = await main.locator('.gate').innerText();
    expect(gate).toContain('Failed');
    expect(gate).toContain('75 %');
    expect(gate).toContain('needs >= 80 %');
    const classes = main.getByRole('table', { name: 'Classes' });
    expect(await classes.getByRole('row').nth(2).locator('td').allInnerTexts()).toEqual([
      'fetch',
      '1',
      '1',
      '50 %',
      'http.get',
    ]);
    const faults = await main.locator('.calls > .fault').allInnerTexts();
    expect(faults.map((text) => text.replaceAll(/\s+/g, ' ').trim())).toEqual([
      '○ missed fetch run 2 members: http.get',
      '2 ✕ unexpected shell.exec no class has a member "shell.exec"',
    ]);
    expect(await main.locator('.run-head').allInnerTexts()).toEqual(['run 1', 'run 2 lowest']);
    await page.context().close();
  });

  test('of many runs those without a fault are folded to their tools', async () => {
    const report = sampleReport();
    const [first, ...rest] = report.tests;
    const hit = { call: 1, tool: 'brave.web_search', verdict: 'hit' } as const;
    const calls = [
      { run: 1, ...hit },
      { run: 2, ...hit },
      { run: 3, ...hit, tool: 'shell.exec', verdict: 'unexpected' as const },
      { run: 4, ...hit },
    ];
    const scores = first?.scores.map((score) => ({ ...score, calls })) ?? [];
    const tests = first === undefined ? rest : [{ ...first, scores }, ...rest];
    const { page } = await openReport({ ...report, tests }, '#row=2');
    expect(await page.locator('main details').allInnerTexts()).toEqual([
      expect.stringMatching(/^run 1 brave\.web_search$/),
      expect.stringMatching(/^run 2 lowest brave\.web_search$/),
      expect.stringMatching(/^run 3\s+1\s+✕ unexpected\s+shell\.exec$/),
      expect.stringMatching(/^run 4 brave\.web_search$/),
    ]);
    await page.locator('main details').last().locator('summary').press('Enter');
    expect(await page.locator('main details').last().innerText()).toContain('✓ hit');
    await page.context().close();
  });

  test('everything a report says of its tests and evals can be read', async () => {
    const { page } = await openReport(sampleReport());
    let text = '';
    for (let row = 0; row < 6; row += 1) {
      await page.locator(rows).nth(row).click();
      text += await page.getByRole('main').innerText();
    }
    await page.locator('#about').click();
    text += await page.getByRole('main').innerText();
    const unread = wordsOf(sampleReport()).filter((word) => !text.includes(word));
    expect(unread).toEqual([]);
  });

  test('runs that could not be measured say why and where', async () => {
    const { page } = await openReport(sampleReport());
    await page.getByRole('button', { name: /books a table/ }).click();
    const [first] = await page.locator('main .issue').allInnerTexts();
    expect(first).toContain('run 2');
    expect(first).toContain('traces/book.jsonl:2');
    expect(first).toContain('ECONNREFUSED');
    expect(first).toContain('RUN_ERROR');
    await page.context().close();
  });

  test('chips narrow the list to a verdict', async () => {
    const { page } = await openReport(sampleReport());
    const chip = page.locator('#chips').getByRole('button', { name: 'Inconclusive' });
    await chip.click();
    expect(await page.locator('nav .row-name').allInnerTexts()).toEqual([
      'reads the calendar before it writes',
    ]);
    expect(await chip.getAttribute('aria-pressed')).toBe('true');
    expect(await page.locator('#shown').innerText()).toBe('1 of 6 shown');
    await page.locator('#chips').getByRole('button', { name: 'All' }).click();
    expect(await page.locator(rows).count()).toBe(6);
    await page.context().close();
  });

  test('a search finds names, tools and classes', async () => {
    const { page } = await openReport(sampleReport());
    await page.keyboard.press('/');
    await page.keyboard.type('SHELL.exec');
    expect(await page.locator('nav .row-name').allInnerTexts()).toEqual([
      'research-agent picks search then fetch',
    ]);
    await page.locator('#search').fill('予約');
    expect(await page.locator('nav .row-name bdi').allTextContents()).toEqual([
      'books a table in 東京 🍣',
    ]);
    await page.locator('#search').fill('no such thing');
    expect(await page.locator('#shown').innerText()).toBe('0 of 6 shown');
    await page.keyboard.press('Escape');
    expect(await page.locator(rows).count()).toBe(6);
    await page.context().close();
  });

  test('the keyboard moves, opens and goes back', async () => {
    const { page } = await openReport(sampleReport());
    const title = page.locator('main h2');
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    expect(await title.innerText()).toBe('research-agent picks search then fetch');
    await page.keyboard.press('ArrowDown');
    expect(await title.innerText()).toBe('refunds the right order');
    await page.keyboard.press('k');
    expect(await title.innerText()).toBe('research-agent picks search then fetch');
    const current = page.locator('nav .row[aria-current=true]');
    expect(await current.count()).toBe(1);
    expect(await page.locator('nav .row[aria-current=true]:focus').count()).toBe(1);
    await page.keyboard.press('Enter');
    expect(await page.locator('main h2:focus').count()).toBe(1);
    await page.keyboard.press('Escape');
    expect(await page.locator('nav .row[aria-current=true]:focus').count()).toBe(1);
    for (let step = 0; step < 20; step += 1) await page.keyboard.press('j');
    expect(await title.innerText()).toBe('answers small talk without a tool');
    await page.context().close();
  });

  test('an address opens its test again after a reload, and Back undoes a click', async () => {
    const { page } = await openReport(sampleReport());
    const title = page.locator('main h2');
    await page.getByRole('button', { name: /refunds the right order/ }).click();
    expect(new URL(page.url()).hash).toBe('#test=refunds+the+right+order');
    await page.reload();
    expect(await title.innerText()).toBe('refunds the right order');
    await page.getByRole('button', { name: /research-agent/ }).click();
    await page.goBack();
    await page.getByRole('heading', { level: 2, name: 'refunds the right order' }).waitFor();
    await page.context().close();
  });

  test('an eval shows its metrics with gates, and the evidence of the case in its address', async () => {
    const { page } = await openReport(sampleReport(), '#eval=orders&case=order-5');
    const metrics = page.getByRole('table', { name: 'Metrics' }).first();
    const row = metrics.getByRole('row').filter({ hasText: 'required.all_required_calls_made' });
    expect(await row.locator('td').allInnerTexts()).toEqual([
      'required.all_required_calls_made',
      '0.6 (60 %)',
      '0.2307-0.8824',
      '✕ >= 0.95',
    ]);
    const opened = page.locator('.case-evidence');
    await opened.waitFor();
    const text = await opened.innerText();
    expect(text).toContain('order-5');
    expect(text).toContain('orders.search');
    expect(text).toContain('did you mean "orders.find"?');
    expect(text).not.toContain('orders.history');
    await page
      .locator('main .chips')
      .getByRole('button', { name: /Passed/ })
      .click();
    expect(await page.locator('.cases .row').allInnerTexts()).toEqual([
      expect.stringContaining('order-1'),
      expect.stringContaining('order-3'),
      expect.stringContaining('order-4'),
    ]);
    await page.context().close();
  });

  test('the overview holds warnings, suites with their hashes and the version', async () => {
    const report = sampleReport();
    const { page } = await openReport(report, '#overview');
    const text = await page.getByRole('main').innerText();
    expect(text).toContain('whichtool.yaml:12:11');
    expect(text).toContain('SUITE_OVERLAPPING_CLASSES');
    expect(text).toContain('give each class its own members');
    expect(text).toContain(report.suites[1]?.sha256);
    expect(text).toContain('whichtool 0.1.0');
    await page.context().close();
  });

  test('the theme follows the system until someone chooses, and the choice is kept', async () => {
    const { page } = await openReport(sampleReport(), '', { colorScheme: 'dark' });
    const ground = (): Promise<string> =>
      page.evaluate('getComputedStyle(document.body).backgroundColor');
    expect(await ground()).toBe('rgb(19, 20, 22)');
    await page.getByRole('button', { name: 'Switch to light theme' }).click();
    expect(await ground()).toBe('rgb(246, 246, 244)');
    // The browser writes choices down in its own time.
    const reloaded = async (): Promise<string> => {
      await page.reload();
      return ground();
    };
    await expect.poll(reloaded).toBe('rgb(246, 246, 244)');
    await page.getByRole('button', { name: 'Switch to dark theme' }).click();
    expect(await ground()).toBe('rgb(19, 20, 22)');
    await page.context().close();
  });

  test('on paper all that did not pass is written out', async () => {
    const { page } = await openReport(sampleReport());
    await page.emulateMedia({ media: 'print' });
    await page.evaluate("void dispatchEvent(new Event('beforeprint'))");
    const text = await page.locator('.print').innerText();
    expect(text).toContain('no class has a member "shell.exec"');
    expect(text).toContain('READ_TORN_RECORD');
    expect(text).not.toContain('answers small talk without a tool');
    await page.evaluate("void dispatchEvent(new Event('afterprint'))");
    expect(await page.locator('.print').count()).toBe(0);
    await page.context().close();
  });

  test('without scripts the verdict still stands', async () => {
    const { page } = await openReport(sampleReport(), '', { javaScriptEnabled: false });
    expect(await page.locator('.counts').innerText()).toContain('1 eval failed');
    expect(await page.getByRole('main').innerText()).toContain('Allow scripts');
    await page.context().close();
  });
});

describe('a report with a baseline', () => {
  const change = { before: { k: 1, n: 1 }, after: { k: 0, n: 1 } };
  const none = { total: 0, items: [] };
  const { drift: _drift, ...plain } = hostileComparison('orders').parts[1]!;
  const orders: PartComparison = {
    ...plain,
    verdict: 'inconclusive',
    outcome: null,
    pairs: 5,
    worse: 1,
    better: 0,
    deciding: 283,
    changes: { total: 1, items: [{ id: 'order-5', change: 'worse', ...change }] },
    metrics: {
      total: 1,
      items: [
        { name: 'orders', metric: 'm', unit: 'ratio', before: 0.8, after: 0.6, change: 'worse' },
      ],
    },
    gates: {
      total: 1,
      items: [
        {
          name: 'orders',
          metric: 'm',
          before: null,
          after: { op: '>=', value: 0.5, unit: 'ratio', certify: false },
        },
      ],
    },
    onlyBefore: { total: 1, items: ['order-0'] },
    onlyAfter: { total: 30, items: Array.from({ length: 30 }, (_, i) => `new-${i}`) },
    unmeasured: none,
  };
  const tests: PartComparison = {
    ...orders,
    kind: 'tests',
    name: 'tests',
    changes: {
      total: 1,
      items: [
        {
          id: 'refunds the right order',
          change: 'worse',
          before: { k: 3, n: 3 },
          after: { k: 1, n: 3 },
        },
      ],
    },
    metrics: none,
    gates: none,
    onlyBefore: none,
    onlyAfter: none,
  };
  const baseline: Comparison = {
    ...hostileComparison('suite'),
    verdict: 'inconclusive',
    regression: null,
    parts: [tests, orders],
    onlyBefore: none,
    onlyAfter: none,
  };
  const report = { ...sampleReport(), baseline };

  test('shows what changed, and how sure that is, before anything else', async () => {
    const { page, mischief } = await openReport(report);
    expect(await page.locator('.counts').innerText()).toContain('worse, but too few to tell');
    const box = page.locator('main section').first();
    const row = box.getByRole('table', { name: 'Against the baseline' }).getByRole('row').nth(2);
    expect(await row.locator('td').allInnerTexts()).toEqual([
      'orders',
      'worse, but too few to tell',
      '5 cases',
      '45/50 90 %',
      '38/50 76 %',
      '1',
      '0',
      '0.0391',
    ]);
    const metrics = box.getByRole('table', { name: 'metrics' });
    expect(await metrics.locator('td').allInnerTexts()).toEqual(['m', '0.8', '0.6', 'worse']);
    const gates = box.getByRole('table', { name: 'gates redefined' });
    expect(await gates.locator('td').allInnerTexts()).toEqual(['m', 'not a gate', '>= 0.5']);
    const text = await box.innerText();
    expect(text).toContain('about 283 cases would decide');
    expect(text).toMatch(/only before 1\s+order-0/);
    expect(text).toContain('refunds the right order (3/3 -> 1/3 runs)');
    expect(await page.getByText('new-29').isVisible()).toBe(false);
    await page.getByText('only after 30').click();
    expect(await page.getByText('new-29').isVisible()).toBe(true);
    expect(mischief).toEqual([]);
    await page.context().close();
  });

  test('a case opens its evidence, a test its own, and Back the comparison again', async () => {
    const { page } = await openReport(report);
    await page.getByRole('button', { name: 'order-5', exact: true }).click();
    const opened = page.locator('.case-evidence');
    await opened.getByText('order-5').waitFor();
    expect((await opened.boundingBox())?.y).toBeLessThan(page.viewportSize()?.height ?? 0);
    await page.goBack();
    await page
      .getByRole('main')
      .getByRole('button', { name: /^refunds the right order/ })
      .click();
    expect(await page.locator('main h2').innerText()).toBe('refunds the right order');
    await page.locator('#baseline').click();
    await page.getByRole('heading', { level: 3, name: /Against the baseline/ }).waitFor();
    await page.context().close();
  });

  test('fits a phone', async () => {
    const { page } = await openReport(report, '', { viewport: { width: 390, height: 844 } });
    expect(await widest(page)).toBeLessThanOrEqual(390);
    await page.locator('#baseline').click();
    expect(await page.getByRole('main').isVisible()).toBe(true);
    expect(await widest(page)).toBeLessThanOrEqual(390);
    await page.context().close();
  });
});

describe('a confusion matrix', () => {
  test('a cell opens the cases behind it, and a case its evidence', async () => {
    const report = sampleReport();
    const [measured] = report.evals;
    if (measured === undefined) throw new Error('the sample has an eval');
    const accuracy = { k: 1, n: 2, rate: 0.5, interval: [0.0945, 0.9055] as const };
    const cells = [{ expected: 'status', observed: '(none)', count: 1, cases: ['order-2'] }];
    const matrix = [
      [1, 1],
      [0, 0],
    ];
    const confusion = { labels: ['status', '(none)'], matrix, accuracy, cells, readings: [] };
    const { page, mischief } = await openReport(
      { ...report, evals: [{ ...measured, confusion }] },
      `#eval=${encodeURIComponent(measured.name)}`,
    );
    await page.getByRole('table', { name: 'Confusion matrix' }).getByRole('button').click();
    await page.locator('.cell-cases').getByRole('button', { name: 'order-2' }).click();
    await page.locator('.cell-cases .case-evidence').getByText('order-2').waitFor();
    expect(mischief).toEqual([]);
    await page.context().close();
  });
});

describe('a report of several models', () => {
  const MODELS = ['openai:gpt-5-mini', 'openai-compatible:qwen3-8b', 'lexical'];

  /** The first test of the sample as it ran with each of these. */
  function withModels(models: readonly string[]): Report {
    const report = sampleReport();
    const [first] = report.tests;
    if (first === undefined) throw new Error('the sample has a test');
    const tests = models.map((model, place) => ({
      ...first,
      name: `picks (${model})`,
      verdict: place === 0 ? ('fail' as const) : ('pass' as const),
      variant: { of: 'picks', model },
      planned: 20,
    }));
    return { ...report, tests: [...report.tests, ...tests] };
  }

  test('shows them side by side, and a cell opens its test', async () => {
    const { page, mischief } = await openReport(withModels(MODELS));
    const table = page.getByRole('table', { name: 'Models side by side' });
    expect(await table.getByRole('columnheader').allTextContents()).toEqual([
      'openai:gpt-5-mini0 of 1 passed',
      'openai-compatible:qwen3-8b1 of 1 passed',
      'lexical1 of 1 passed',
    ]);
    expect(await table.getByRole('rowheader').allTextContents()).toEqual(['picks']);
    expect(await table.getByRole('button').allTextContents()).toEqual(['✕75 %', '✓75 %', '✓75 %']);
    await table.getByRole('button', { name: 'Passed 75 %' }).last().click();
    await page.locator('main h2').getByText('picks (lexical)').waitFor();
    expect(await page.locator('main .facts').first().textContent()).toContain(
      '2 of 20 runs decided it',
    );
    expect(mischief).toEqual([]);
    await page.context().close();
  });

  test('is text whatever its models are called, and fits a phone', async () => {
    const names = ['<img src=x onerror=alert(1)>', 'W'.repeat(3000), '__proto__', '\u202ea#b'];
    const phone = { viewport: { width: 390, height: 844 } };
    const { page, mischief } = await openReport(withModels(names), '#overview', phone);
    const table = page.getByRole('table', { name: 'Models side by side' });
    expect(await table.locator('thead bdi').allTextContents()).toEqual(names.map(makeVisible));
    expect(await page.locator('img').count()).toBe(0);
    expect(await widest(page)).toBeLessThanOrEqual(390);
    expect(mischief).toEqual([]);
    await page.context().close();
  });
});

describe('a report on a phone', () => {
  const phone: BrowserContextOptions = { viewport: { width: 390, height: 844 } };

  test.each([
    ['ordinary', sampleReport()],
    ['very long', hostileReport('W'.repeat(3000))],
  ])('shows one thing at a time and never scrolls sideways with %s names', async (_, report) => {
    const { page } = await openReport(report, '', phone);
    expect(await widest(page)).toBeLessThanOrEqual(390);
    expect(await page.getByRole('main').isVisible()).toBe(false);
    for (let row = 0; row < 3; row += 1) {
      await page.locator(rows).nth(row).click();
      expect(await page.getByRole('navigation').isVisible()).toBe(false);
      expect(await page.locator('main h2').isVisible()).toBe(true);
      expect(await widest(page)).toBeLessThanOrEqual(390);
      await page.getByRole('button', { name: 'All tests' }).click();
    }
    await page.locator('#about').click();
    expect(await widest(page)).toBeLessThanOrEqual(390);
    await page.goBack();
    expect(await page.getByRole('navigation').isVisible()).toBe(true);
    await page.context().close();
  });
});

describe('a report of 10,000 tests', () => {
  test('keeps few rows in the page, and finds, reaches and opens any of them', async () => {
    const { page, mischief } = await openReport(largeReport(10_000));
    await page.locator(rows).first().waitFor();
    expect(await page.locator(rows).count()).toBeLessThan(60);
    await page.locator('#list').evaluate((list) => list.scrollTo(0, list.scrollHeight));
    const last = page.getByRole('button', { name: /variant 10000\b/ });
    await last.click();
    expect(await page.locator('main h2').innerText()).toMatch(/variant 10000$/);
    await page.locator('#search').fill('variant 7776');
    expect(await page.locator(rows).count()).toBe(1);
    await page.locator('#search').fill('shell.exec');
    expect(await page.locator('#shown').innerText()).toBe('1,000 of 10,001 shown');
    await page.goto(
      `${page.url().split('#')[0]}#test=agent+1+picks+search+then+fetch%2C+variant+2`,
    );
    await page.getByRole('heading', { level: 2, name: /variant 2$/ }).waitFor();
    expect(mischief).toEqual([]);
    await page.context().close();
  });

  test('reaches the last case of an eval with more cases than a page is tall', async () => {
    const report = largeReport(1);
    const cases = Array.from({ length: 300_000 }, (_, place) => ({
      id: `row-${place + 1}`,
      verdict: 'pass' as const,
    }));
    const evals = report.evals.map((entry) => ({ ...entry, cases }));
    const { page } = await openReport({ ...report, evals }, '#eval=rows&case=row-299999');
    const current = page.locator('.cases .row[aria-current=true]');
    await current.waitFor();
    const [list, row] = [await page.locator('.cases').boundingBox(), await current.boundingBox()];
    const middle = (row?.y ?? 0) + (row?.height ?? 0) / 2 - (list?.y ?? 0);
    expect(middle).toBeGreaterThan(0);
    expect(middle).toBeLessThan(list?.height ?? 0);
    await page.locator('.cases').evaluate((box) => box.scrollTo(0, box.scrollHeight));
    await page.getByRole('button', { name: /row-300000$/ }).click();
    expect(await current.innerText()).toContain('row-300000');
    await page.context().close();
  });

  test('lists the 10,000 cases of an eval the same way', async () => {
    const { page } = await openReport(largeReport(10_000), '#eval=rows&case=row-9999');
    await page.locator('.case-evidence', { hasText: 'row-9999' }).waitFor();
    expect(await page.locator('.cases .row').count()).toBeLessThan(60);
    expect(await page.locator('.cases .row[aria-current=true]').innerText()).toContain('row-9999');
    await page.context().close();
  });

  test('shows its rows while the evidence is still on its way', async () => {
    const text = write(largeReport(10_000));
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
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(`http://127.0.0.1:${port}/`, { waitUntil: 'commit' });
    await page.locator('#search').fill('variant 9999');
    await page.getByRole('button', { name: /variant 9999\b/ }).click();
    expect(await page.getByRole('main').innerText()).toContain('Reading the evidence');
    for (const response of waiting) response.end(halves[1]);
    await page.getByRole('heading', { level: 2, name: /variant 9999$/ }).waitFor();
    await context.close();
    server.close();
  });
});
