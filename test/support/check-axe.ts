import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** What axe finds; it must have looked at something. */
const RUN_AXE = `axe.run().then(({ violations, passes }) => [
  ...(passes.length > 10 ? [] : ['axe looked at nothing']),
  ...violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ target }) => target.join(' ')).join(', ')),
])`;

/** Findings of axe on a page that was opened with `bypassCSP`. */
export async function checkAxe(page: Page): Promise<readonly string[]> {
  await page.addScriptTag({ content: readFileSync(AXE, 'utf8') });
  return page.evaluate<readonly string[]>(RUN_AXE);
}
