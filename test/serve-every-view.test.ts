// Every view of the web app, with data, without any, while it waits and where the server fails: axe, light, dark, narrow.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiLabelCase, ApiPage, ViewName } from '../src/schema/index.ts';
import { lastAgainstBefore } from '../src/web/app/drift/drift-windows.ts';
import { closePages, openBrowser } from './support/browser.ts';
import { workspace } from './support/cli.ts';
import { isFull } from './support/full.ts';
import { LiveServer, newId, requestOf, runSpans } from './support/live-server.ts';
import { findFaults, findWide, type Screen, visit } from './support/web-app.ts';
import { until } from './support/workers.ts';

const empty = workspace({ 'package.json': '{}' });
const home = mkdtempSync(join(tmpdir(), 'whichtool-test-'));
let demo: LiveServer;
let bare: LiveServer;
let browser: Browser;
let sample = '';
let caseId = '';
let suite = '';
/** When the last of the traces were sent. */
let middle = 0;

beforeAll(async () => {
  browser = await openBrowser();
  [demo, bare] = await Promise.all([
    LiveServer.start(home, '--demo'),
    LiveServer.start(empty.path),
  ]);
  const question = (tool: string): string => `Where is my parcel (${tool})?`;
  for (const tool of ['get_order_status', 'get_order_history', 'unknown']) {
    if (tool === 'unknown') middle = Date.now();
    await demo.send(requestOf(...runSpans(newId(16), question(tool), tool)));
    await until(async () => JSON.stringify((await demo.traces())[0]).includes(question(tool)));
  }
  const namesOf = async (path: string, key: 'id' | 'file'): Promise<readonly string[]> => {
    const { items } = await demo.get<{ items: readonly Record<string, string>[] }>(path);
    return items.map((item) => item[key] ?? '');
  };
  [sample = ''] = await namesOf('samples', 'id');
  // The other suite of the example has no evals: it scores what arrives live.
  suite = (await namesOf('suites', 'file')).find((file) => !file.startsWith('production')) ?? '';
  const queue = `samples/${encodeURIComponent(sample)}/queue?reviewer=ann`;
  caseId = (await demo.get<ApiPage<ApiLabelCase>>(queue)).items[0]?.row.id ?? '';
});
afterAll(async () => {
  await closePages();
  await Promise.all([demo?.stop(), bare?.stop()]);
  empty.remove();
  rmSync(home, { recursive: true, force: true });
});

interface Walked {
  readonly path: () => string;
  /** What the view shows when all of it is there. */
  readonly ready: string;
}

const inSample = (part: string): string => `/labels/${encodeURIComponent(sample)}${part}`;

/** The hour before the last traces were sent against the one after. */
function windows(): string {
  const { before, after } = lastAgainstBefore(3_600_000, middle + 3_600_000);
  return new URLSearchParams({ before, after }).toString();
}

/** A view that is not here does not compile. */
const WALK: Readonly<Record<ViewName, Walked>> = {
  overview: { path: () => '/', ready: '.run-chart' },
  runs: { path: () => '/runs', ready: 'tbody tr' },
  run: { path: () => '/runs/8', ready: '.case-question' },
  entry: { path: () => '/runs/8/1?show=all', ready: '.case-question' },
  trace: { path: () => '/runs/8/1/trace?case=get-order-status-01', ready: '.call-head' },
  compare: { path: () => '/compare?before=7&after=8', ready: 'main h1' },
  models: { path: () => '/models?runs=6,7,8', ready: 'tbody tr' },
  live: { path: () => '/live', ready: '.live-row' },
  drift: { path: () => `/drift?${windows()}`, ready: 'main table' },
  labels: { path: () => '/labels', ready: '.tasks' },
  queue: { path: () => inSample(''), ready: '.reviewers' },
  adjudicate: { path: () => inSample('/adjudicate?reviewer=cleo'), ready: '.opinion' },
  agreement: { path: () => inSample('/agreement'), ready: '.figures' },
  case: {
    path: () => inSample(`/${encodeURIComponent(caseId)}?reviewer=ann`),
    ready: '.tool',
  },
  suites: { path: () => '/suites', ready: 'main a' },
  suite: { path: () => `/suites/${encodeURIComponent(suite)}`, ready: '.suite-edit' },
  try: { path: () => `/try?suite=${suite}&eval=shop+assistant`, ready: '.empty' },
};
const NAMES = Object.keys(WALK) as ViewName[];

const LIGHT: Screen = ['light', 400];
const DARK: Screen = ['dark', 1400];

/** Waits until no part of a view is still being read. */
async function isRead(page: Page): Promise<void> {
  await expect.poll(() => page.locator('.loading').count()).toBe(0);
}

/** The states of a view. */
interface State {
  readonly words: string;
  readonly server: () => LiveServer;
  /** Answers what views ask of the server; absent where the server does. */
  readonly answer?: (route: Route) => Promise<void> | void;
  /** The screens of the usual level; every second view is looked at in the other one of two. */
  readonly screens: readonly [Screen, Screen];
  /** Waits until the view is as it should be. */
  readonly settle: (page: Page, name: ViewName) => Promise<void>;
}

const STATES: readonly State[] = [
  {
    words: 'of a project with runs, labels and traces',
    server: () => demo,
    screens: [DARK, LIGHT],
    settle: async (page, name) => {
      await page.locator(WALK[name].ready).first().waitFor();
      await isRead(page);
      expect(await page.locator('.failure').count()).toBe(0);
    },
  },
  {
    words: 'of a project without anything',
    server: () => bare,
    screens: [DARK, DARK],
    settle: async (page) => {
      await page.locator('main').first().waitFor();
      await isRead(page);
      expect((await page.locator('main').first().innerText()).trim()).not.toBe('');
    },
  },
  {
    words: 'while the server does not answer',
    server: () => demo,
    answer: () => {},
    screens: [LIGHT, LIGHT],
    settle: (page) => page.locator('[role=status]:has-text("Reading")').first().waitFor(),
  },
  {
    words: 'where the server fails',
    server: () => demo,
    answer: (route) =>
      route.fulfill({ status: 500, json: { error: { message: 'the disk is on fire' } } }),
    screens: [DARK, LIGHT],
    settle: async (page) => {
      await page.getByText('the disk is on fire').first().waitFor();
      expect(await page.locator('.loading').count()).toBe(0);
    },
  },
];

describe.each(STATES)('every view $words', ({ server, answer, screens, settle }) => {
  let opened: Awaited<ReturnType<typeof visit>>;
  beforeAll(async () => {
    opened = await visit(browser, `${server().origin}/healthz`, { bypassCSP: true });
    if (answer !== undefined) await opened.page.route(/\/api\/v1\/(?!session)/, answer);
  });

  it.each(NAMES)('%s', async (name) => {
    const { page, mischief } = opened;
    const url = new URL(WALK[name].path(), server().origin);
    url.searchParams.set('token', server().token);
    await page.goto(url.href);
    await settle(page, name);
    const screen = screens[NAMES.indexOf(name) % 2]!;
    expect(await findFaults(page, isFull ? undefined : [screen])).toEqual([]);
    expect(await findWide(page, 400)).toEqual([]);
    expect(mischief).toEqual([]);
  });
});
