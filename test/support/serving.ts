import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import axe from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { CLI } from './cli.ts';

/** A server process of a project. */
export interface Serving {
  /** The link with the token. */
  readonly link: string;
  readonly address: (path: string) => string;
  /** Reads a path of the API. */
  readonly api: (path: string) => Promise<unknown>;
  /** Opens a view of the app, signed in. */
  readonly open: (browser: Browser, path: string, options?: BrowserContextOptions) => Promise<View>;
  readonly stop: () => void;
}

/** A view in a browser, and everything that it did and must not do. */
interface View {
  readonly page: Page;
  readonly mischief: readonly string[];
  /** The paths of the API that were read. */
  readonly requests: readonly string[];
}

/** Starts `whichtool serve` in a folder. */
export async function startServing(folder: string): Promise<Serving> {
  const server = spawn(process.execPath, [CLI, 'serve', '--no-open'], { cwd: folder });
  const [link] = (await once(createInterface({ input: server.stdout }), 'line')) as [string];
  const address = (path: string): string => new URL(path, link).href;
  const token = new URL(link).searchParams.get('token') ?? '';
  return {
    link,
    address,
    stop: () => void server.kill('SIGTERM'),
    async api(path) {
      const headers = { Authorization: `Bearer ${token}` };
      return (await fetch(address(`/api/v1/${path}`), { headers })).json();
    },
    async open(browser, path, options = {}) {
      const context = await browser.newContext(options);
      context.setDefaultTimeout(15_000);
      const page = await context.newPage();
      const mischief: string[] = [];
      const requests: string[] = [];
      page.on('console', (message) => mischief.push(`console: ${message.text()}`));
      page.on('pageerror', (error) => mischief.push(`error: ${error.message}`));
      page.on('dialog', (dialog) => mischief.push(`dialog: ${dialog.message()}`));
      page.on('request', (request) => {
        const url = new URL(request.url());
        if (url.origin !== new URL(link).origin) mischief.push(`request: ${request.url()}`);
        if (url.pathname.startsWith('/api/v1/')) requests.push(url.pathname.slice(8) + url.search);
      });
      await page.addInitScript({
        content:
          "addEventListener('securitypolicyviolation', (e) => { throw new Error(`policy: ${e.violatedDirective}`); });",
      });
      const [name, query = ''] = path.split('?');
      await page.goto(`${address(name ?? '/')}?${query}${query === '' ? '' : '&'}token=${token}`);
      return { page, mischief, requests };
    },
  };
}

/** What axe-core finds, as the rule and the first element that breaks it. */
export async function faultsOf(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  return page.evaluate(
    `axe.run().then(({ violations, passes }) => [
      ...(passes.length > 10 ? [] : ['axe looked at nothing']),
      ...violations.map(({ id, nodes }) => id + ': ' + nodes[0].html.slice(0, 200)),
    ])`,
  );
}
