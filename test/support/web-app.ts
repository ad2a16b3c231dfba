import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { CLI } from './cli.ts';

/** A process that serves the web app. */
export interface WebApp {
  /** The link that it printed. */
  readonly link: string;
  stop(): Promise<void>;
}

/** Starts `whichtool <args> --no-open` and waits for its link. */
export async function startWebApp(cwd: string, ...args: readonly string[]): Promise<WebApp> {
  const server = spawn(process.execPath, [CLI, ...args, '--no-open'], { cwd });
  const [link] = (await once(createInterface({ input: server.stdout }), 'line')) as [string];
  return {
    link,
    stop: async () => {
      const ended = once(server, 'close');
      server.kill('SIGTERM');
      await ended;
    },
  };
}

/** A person at the web app: a browser of their own, and what it should not do. */
export interface Visit {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly mischief: string[];
}

/** Opens a link in a browser context of its own. */
export async function visit(
  browser: Browser,
  link: string,
  options: BrowserContextOptions = {},
): Promise<Visit> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(30_000);
  const mischief: string[] = [];
  const { origin } = new URL(link);
  context.on('page', (page) => {
    page.on('pageerror', (error) => mischief.push(error.message));
    page.on('dialog', (dialog) => {
      mischief.push(`${dialog.type()} ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on('request', (request) => {
      const isOwn = request.url().startsWith(origin) || request.isNavigationRequest();
      if (!isOwn) mischief.push(request.url());
    });
  });
  const page = await context.newPage();
  await page.goto(link);
  return { page, context, mischief };
}

const require = createRequire(import.meta.url);

/** What axe finds; it must have looked at something. */
const RUN_AXE = `axe.run().then(({ violations, passes }) => [
  ...(passes.length > 10 ? [] : ['axe looked at nothing']),
  ...violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html.slice(0, 300))),
])`;

/** The colours and width of a screen. */
export type Screen = readonly ['light' | 'dark', number];

const SCREENS: readonly Screen[] = [
  ['light', 1400],
  ['dark', 1400],
  ['light', 400],
];

/** What is not accessible or does not fit: in light, dark and on a narrow screen. The context must bypass the policy. */
export async function findFaults(
  page: Page,
  screens: readonly Screen[] = SCREENS,
): Promise<readonly string[]> {
  const axe = await readFile(require.resolve('axe-core/axe.min.js'), 'utf8');
  await page.addScriptTag({ content: axe });
  const faults: string[] = [];
  for (const [colorScheme, width] of screens) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    const found = await page.evaluate<string[]>(RUN_AXE);
    const all = [...found, ...(await findWide(page, width))];
    faults.push(...all.map((fault) => `${colorScheme} ${width}: ${fault}`));
  }
  return faults;
}

/** Says where a page must be scrolled sideways. */
export async function findWide(page: Page, width: number): Promise<readonly string[]> {
  await page.setViewportSize({ width, height: 800 });
  const wide = await page.evaluate<number>('document.documentElement.scrollWidth');
  return wide > width ? [`${wide} wide`] : [];
}
