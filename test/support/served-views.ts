import axe from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { serve, type Serving } from './serving.ts';

/** A server process of a project, and its views in a browser. */
export interface ServedViews extends Serving {
  /** Reads a path of the API. */
  readonly api: (path: string) => Promise<unknown>;
  /** Opens a view of the app, signed in. */
  readonly open: (browser: Browser, path: string, options?: BrowserContextOptions) => Promise<View>;
}

/** A view in a browser, and everything that it did and must not do. */
interface View {
  readonly page: Page;
  readonly mischief: readonly string[];
  /** The paths of the API that were read. */
  readonly requests: readonly string[];
}

/** Starts `whichtool serve` in a folder. */
export async function serveViews(folder: string): Promise<ServedViews> {
  const serving = await serve(folder);
  const { at, token, link } = serving;
  return {
    ...serving,
    api: async (path) => (await serving.get(`/api/v1/${path}`)).json(),
    async open(browser, path, options = {}) {
      const context = await browser.newContext(options);
      context.setDefaultTimeout(30_000);
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
      await page.goto(`${at(name ?? '/')}?${query}${query === '' ? '' : '&'}token=${token}`);
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
