// The web app in Chromium: first paint, interactions, list pages, a long trace, a long history, the size of its scripts.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { gzipSync } from 'node:zlib';
import { chromium } from 'playwright-core';
import { dropIndex, writeHistory, writeLongTrace, writeRun } from './page-data.mjs';
import { CLI, ROOT } from './places.mjs';
import { atMost } from './row.mjs';

const ROUNDS = 3;
const FLAGS = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking'];
const ROW = '.case-question';

export async function measurePage({ quick }) {
  const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
  const browser = await chromium.launch({ executablePath, args: FLAGS });
  try {
    return [
      ...(await measureRun(browser, quick ? 10_000 : 100_000)),
      ...(await measureLists(quick ? 100_000 : 1_000_000)),
      ...(await measureLongTrace(browser)),
      ...(await measureHistory(browser, quick ? 50 : 500)),
      atMost('scripts of the web app, gzipped', sizeOfScripts(), 'kB', 250),
    ];
  } finally {
    await browser.close();
  }
}

/** From the request of a run to its verdict and its first cases on the screen, and what keys and clicks take then. */
async function measureRun(browser, cases) {
  const folder = writeRun(cases);
  const cold = [];
  const warm = [];
  for (let round = 0; round < ROUNDS; round++) {
    dropIndex(folder);
    await withServer(folder, async (server) => {
      cold.push(await paintOf(browser, server, '/runs/1', ROW));
      warm.push(await paintOf(browser, server, '/runs/1', ROW));
    });
  }
  const taken = await withServer(folder, (server) => interact(browser, server));
  const count = cases.toLocaleString('en');
  return [
    atMost(`first paint of ${count} cases, without an index`, Math.min(...cold), 'ms', 1000),
    atMost(`first paint of ${count} cases, again`, Math.min(...warm), 'ms', 1000),
    ...Object.entries(taken).map(([what, ms]) => atMost(`${count} cases: ${what}`, ms, 'ms', 100)),
  ];
}

async function interact(browser, server) {
  const page = await openPage(browser, server, '/runs/1');
  await page.locator(ROW).first().waitFor();
  const status = '.cases-search [role=status]';
  const taken = {};
  const time = async (what, change, isDone) => {
    taken[what] = await timeInPage(page, change, isDone);
  };
  const chip = (name) =>
    `[...document.querySelectorAll('.chips a')].find((a) => a.innerText.startsWith('${name}')).click()`;
  const total = `document.querySelector('${status}').innerText`;
  const isOther = (before) => `${total} !== ${JSON.stringify(before)} && !/Reading/.test(${total})`;
  const shown = () => page.evaluate(total);
  await time('all cases', chip('All'), isOther(await shown()));
  await time('the cases of a failure mode', chip('wrong tool'), isOther(await shown()));
  await time('all cases again', chip('wrong tool'), isOther(await shown()));
  const cell = `document.querySelector('.matrix a.cell.wrong').click()`;
  await time('the cases of a cell', cell, isOther(await shown()));
  const search = `(() => { const field = document.querySelector('.cases-search input');
    field.value = 'order 43'; field.dispatchEvent(new Event('input', { bubbles: true })); })()`;
  await time('drop the cell', `document.querySelector('.chips a').click()`, isOther(await shown()));
  await time('search', search, isOther(await shown()));
  const title = `document.querySelector('.trace-id')?.innerText`;
  const before = JSON.stringify(await page.evaluate(title));
  const key = `document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true }))`;
  await time('the next case', key, `${title} !== ${before}`);
  const byConfusion = `[...document.querySelectorAll('button')].find((b) => b.innerText === 'By confusion').click()`;
  const first = `document.querySelector('.matrix tbody th').innerText`;
  const head = JSON.stringify(await page.evaluate(first));
  await time('the matrix by confusion', byConfusion, `${first} !== ${head}`);
  await page.context().close();
  return taken;
}

/** Pages of the list of cases over the API, the first ones of a new filter among them. */
async function measureLists(cases) {
  const folder = writeRun(cases);
  return withServer(folder, async (server) => {
    const base = '/api/v1/runs/1/entries/0/cases?limit=100';
    await server.get(base);
    const filters = ['', '&show=fail', '&show=pass', '&q=order+4321', '&mode=wrong_tool'];
    const times = [];
    for (const filter of [...filters, '&tool=tool_3', '&expected=tool_8&called=tool_16'])
      for (const cursor of [0, 100, 5000]) {
        const began = performance.now();
        await server.get(`${base}${filter}&cursor=${cursor}`);
        times.push([performance.now() - began, `${filter} from ${cursor}`]);
      }
    times.sort(([a], [b]) => a - b);
    for (const [ms, what] of times.slice(-4))
      process.stderr.write(`  ${ms.toFixed(0)} ms: ${what}\n`);
    const count = cases.toLocaleString('en');
    return [
      atMost(`a page of ${count} cases, median`, times[Math.floor(times.length / 2)][0], 'ms', 50),
      atMost(`a page of ${count} cases, the slowest`, times.at(-1)[0], 'ms', 50),
    ];
  });
}

/** Scrolls a trace of ten thousand calls, and looks at the frames. */
async function measureLongTrace(browser) {
  return withServer(writeLongTrace(), async (server) => {
    const paint = await paintOf(browser, server, '/runs/1/1/trace?run=1', '.call-head');
    const page = await openPage(browser, server, '/runs/1/1/trace?run=1');
    await page.locator('.call-head').first().waitFor();
    const frames = await page.evaluate(`new Promise((resolve) => {
      const frames = []; let last = performance.now(); let left = 120;
      const step = () => { const now = performance.now(); frames.push(now - last); last = now;
        document.scrollingElement.scrollBy(0, 300);
        for (const box of document.querySelectorAll('[data-scroll], .tall-list')) box.scrollBy(0, 300);
        if (left-- > 0) requestAnimationFrame(step); else resolve(frames); };
      requestAnimationFrame(step); })`);
    await page.context().close();
    const sorted = frames.slice(1).sort((a, b) => a - b);
    return [
      atMost('first paint of a trace of 10,000 calls', paint, 'ms', null),
      atMost(
        'a frame while it scrolls, 95 of 100',
        sorted[Math.floor(0.95 * sorted.length)],
        'ms',
        50,
      ),
    ];
  });
}

async function measureHistory(browser, runs) {
  return withServer(writeHistory(runs), async (server) => {
    const cold = await paintOf(browser, server, '/', '.run-chart, .metric-table');
    const warm = await paintOf(browser, server, '/', '.run-chart, .metric-table');
    return [
      atMost(`overview of ${runs} kept runs, first request`, cold, 'ms', 1000),
      atMost(`overview of ${runs} kept runs, again`, warm, 'ms', 1000),
    ];
  });
}

/** From asking for an address to an element on the screen, in a browser that has nothing of it. */
async function paintOf(browser, server, path, selector) {
  const context = await signedIn(browser, server);
  const page = await context.newPage();
  const began = performance.now();
  await page.goto(`${server.origin}${path}`, { waitUntil: 'commit' });
  await page.locator(selector).first().waitFor();
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))');
  const taken = performance.now() - began;
  await context.close();
  return taken;
}

async function openPage(browser, server, path) {
  const context = await signedIn(browser, server);
  const page = await context.newPage();
  await page.goto(`${server.origin}${path}`);
  return page;
}

async function signedIn(browser, { origin, token }) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  await context.request.get(`${origin}/assets/app.js?token=${token}`);
  return context;
}

/** Makes a change in the page, and waits for the frame that shows its outcome. */
async function timeInPage(page, change, isDone) {
  return page.evaluate(`new Promise((resolve, reject) => {
    const began = performance.now();
    const look = () => {
      if (performance.now() - began > 10000) reject(new Error('nothing changed'));
      else if (${isDone}) requestAnimationFrame(() => resolve(performance.now() - began));
      else setTimeout(look, 1);
    };
    ${change};
    look();
  })`);
}

async function withServer(cwd, use) {
  const args = [CLI, 'serve', '--no-open'];
  const child = spawn(process.execPath, args, { cwd, stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    const [line] = await once(createInterface({ input: child.stdout }), 'line');
    const { origin, searchParams } = new URL(line);
    const token = searchParams.get('token');
    const get = async (path) => {
      const answer = await fetch(`${origin}${path}`, {
        headers: { Authorization: `Bearer ${token}` },
      });
      if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
      return answer.json();
    };
    return await use({ origin, token, get });
  } finally {
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
}

function sizeOfScripts() {
  const folder = join(ROOT, 'dist/web');
  const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'));
  const bytes = scripts.reduce(
    (sum, name) => sum + gzipSync(readFileSync(join(folder, name)), { level: 9 }).length,
    0,
  );
  return Math.round(bytes / 1000);
}
