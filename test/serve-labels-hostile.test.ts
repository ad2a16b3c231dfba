// Hostile text in questions, tools, comments, clauses and the guide, in the views of those who decide.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { closePages, openBrowser } from './support/browser.ts';
import { jsonl, whichtool, workspace } from './support/cli.ts';
import { startWebApp, visit, type WebApp } from './support/web-app.ts';

const FLAG = 'window.harmed=1';
const PAYLOADS = [
  `</script><script>${FLAG}</script><iframe srcdoc="<script>parent.harmed=1</script>"></iframe>`,
  `"><img src=x onerror=${FLAG}><svg onload=${FLAG}>' onmouseover='${FLAG}' autofocus onfocus='${FLAG}`,
  `javascript:${FLAG}`,
  `</style><style>*{display:none}</style><base href="http://127.0.0.1:9/">![x](http://127.0.0.1:9/x)`,
  '\u202eevil\u2066\u200b\ufeff \u001b]8;;http://127.0.0.1:9\u0007%00%2e%2e%2f&amp;{{constructor}}#?&=/..',
  '__proto__',
  'W'.repeat(1500),
];

const project = workspace({
  'package.json': '{}',
  'h.jsonl': jsonl(
    ...PAYLOADS.map((text, i) => ({
      id: `${i} ${text}`,
      input: `${i} ${text}`,
      tools: [
        { name: 'search', description: text },
        { name: `tool${text.slice(0, 40)}`, description: text },
      ],
      tool_calls: [],
      output: text,
    })),
  ),
});
let browser: Browser;
let app: WebApp;

const run = async (...args: string[]): Promise<string> =>
  (await whichtool(args, { cwd: project.path })).stdout;

beforeAll(async () => {
  await run('sample', 'h.jsonl', '--out', 'samples/h', '--size', '7', '--answers', 'all');
  const guide = PAYLOADS.map((text) => `## ${text}\n\n${text}`).join('\n\n');
  project.write('samples/h/guide.md', guide);
  await run('label', 'assign', 'samples/h', '--reviewers', 'eve,dan', '--overlap', '100%');
  const lines = readFileSync(join(project.path, 'samples/h/sample.jsonl'), 'utf8')
    .trim()
    .split('\n');
  const ids = lines.map((line) => (JSON.parse(line) as { id: string }).id);
  for (const [reviewer, tool] of [
    ['eve', 'search'],
    ['dan', 'none'],
  ] as const) {
    const labels = ids.map((id, i) => ({
      id,
      expected_tool: tool,
      rationale: `${PAYLOADS[i]} by ${reviewer}`,
      clause: PAYLOADS[i]?.slice(0, 100),
    }));
    project.write(`${reviewer}.jsonl`, jsonl(...labels));
    await run('label', 'import', 'samples/h', `${reviewer}.jsonl`, '--reviewer', reviewer);
  }
  app = await startWebApp(project.path, 'label', 'samples/h');
  browser = await openBrowser();
});
afterAll(async () => {
  await closePages();
  await app?.stop();
  project.remove();
});

async function linkOf(view: string): Promise<string> {
  const { origin } = new URL(app.link);
  const printed = await run('label', 'link', 'samples/h', '--adjudicator', 'cleo', '--url', origin);
  return (printed.trim().split('\t')[1] ?? '').replace('/adjudicate', view);
}

it('is text where reviewers are decided between, for every case', async () => {
  const { page, mischief, context } = await visit(browser, await linkOf('/adjudicate'));
  const seen = new Set<string>();
  for (let i = 0; i < PAYLOADS.length; i++) {
    await page.locator('.opinion').nth(1).waitFor();
    const text = await page.locator('.opinion').allInnerTexts();
    seen.add(text.join('\n'));
    expect(text.join('\n')).toMatch(/by (eve|dan)/);
    await expect
      .poll(() => page.locator('iframe, object, embed, base, img[src="x"]').count())
      .toBe(0);
    await page.keyboard.press('ArrowRight');
    if (i + 1 < PAYLOADS.length)
      await expect
        .poll(async () => seen.has((await page.locator('.opinion').allInnerTexts()).join('\n')))
        .toBe(false);
  }
  expect(seen.size).toBe(PAYLOADS.length);
  expect(await page.evaluate(() => 'harmed' in globalThis)).toBe(false);
  expect(mischief).toEqual([]);
  await context.close();
});

it('is text where agreement is shown', async () => {
  const { page, mischief, context } = await visit(browser, await linkOf('/agreement'));
  await page.locator('.figures').first().waitFor();
  const text = await page.locator('main').innerText();
  expect(text).toContain('onerror=');
  await expect
    .poll(() => page.locator('iframe, object, embed, base, img[src="x"]').count())
    .toBe(0);
  expect(await page.evaluate(() => 'harmed' in globalThis)).toBe(false);
  for (const width of [1400, 400]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
  }
  expect(mischief).toEqual([]);
  await context.close();
});
