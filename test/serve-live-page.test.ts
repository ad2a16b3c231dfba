// The pages of live traces and of drift, in a real browser against a real server.
import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closePages, openBrowser } from './support/browser.ts';
import { workspace } from './support/cli.ts';
import { LiveServer, newId, requestOf, runSpans } from './support/live-server.ts';

const SUITE = `tests:
  - name: finds the order
    function_call_coverage: { function_calls: [get_order] }
`;
const HOSTILE = [
  '<img src=x onerror=alert(1)>',
  '"><script>alert(2)</script>',
  'javascript:alert(3)',
  '\u202eevil\u2066',
];

const project = workspace({ 'package.json': '{}', 'whichtool.yaml': SUITE });
let server: LiveServer;
let browser: Browser;
let page: Page;
const faults: string[] = [];
beforeAll(async () => {
  server = await LiveServer.start(project.path, '--suite', 'whichtool.yaml');
  browser = await openBrowser();
  page = await browser.newPage({ viewport: { width: 1300, height: 900 } });
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('dialog', (dialog) => faults.push(dialog.message()));
  await page.goto(server.link);
});
afterAll(async () => {
  await closePages();
  await server.stop();
  project.remove();
});

const send = async (question: string, tool: string): Promise<string> => {
  const id = newId(16);
  await server.send(requestOf(...runSpans(id, question, tool)));
  return id;
};
const rows = (text: string) => page.locator('.live-row', { hasText: text });
const openedTrace = () => page.getByRole('complementary', { name: 'Opened trace' });
const query = (name: string): string | null => new URL(page.url()).searchParams.get(name);

async function findBreaches(): Promise<unknown> {
  await page.evaluate(axe.source);
  return page.evaluate(
    `axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes[0].html.slice(0, 200)))`,
  );
}

describe('the live page', () => {
  it('says how to send traces while there are none', async () => {
    await page.goto(`${server.origin}/live`);
    await page.getByText('No trace has arrived yet.').waitFor();
    const shown = await page.getByLabel('Environment variables').innerText();
    expect(shown).toContain(`export OTEL_EXPORTER_OTLP_ENDPOINT='${server.origin}'`);
    expect(shown).toMatch(/OTEL_EXPORTER_OTLP_HEADERS='Authorization=Bearer%20\S+'/);
    expect(shown).not.toContain(server.token);
    expect(await findBreaches()).toEqual([]);
  });

  it('shows traces as they arrive, with their verdicts', async () => {
    await send('where is order one?', 'get_order');
    await send('where is order two?', 'serach');
    await rows('where is order one?').getByText('Passed').waitFor({ state: 'attached' });
    await rows('where is order two?').getByText('not offered').waitFor();
    await page.getByRole('link', { name: 'Fail 1' }).click();
    expect(query('show')).toBe('fail');
    await rows('where is order one?').waitFor({ state: 'detached' });
    await send('where is order three?', 'get_order');
    await send('where is order four?', 'search');
    await rows('where is order four?').waitFor();
    await expect.poll(() => rows('where is order three?').count()).toBe(0);
    await page.getByRole('link', { name: 'All 4' }).click();
    await rows('where is order three?').waitFor();
  });

  it('opens a trace as a conversation, and moves by key', async () => {
    await rows('where is order two?').click();
    await openedTrace().getByText('finds the order').waitFor();
    await openedTrace().getByText('expected, not called').waitFor();
    const first = query('trace');
    await page.keyboard.press('j');
    await expect.poll(() => query('trace')).not.toBe(first);
    await page.keyboard.press('k');
    await expect.poll(() => query('trace')).toBe(first);
    expect(await findBreaches()).toEqual([]);
    await page.reload();
    await openedTrace().getByText('where is order two?').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => query('trace')).toBeNull();
  });

  it('is searched and paused, with the search in the address', async () => {
    await page.keyboard.press('/');
    await page.keyboard.type('order four');
    await rows('where is order one?').waitFor({ state: 'detached' });
    await expect.poll(() => rows('where is order four?').count()).toBe(1);
    expect(query('text')).toBe('order four');
    await page.goto(`${server.origin}/live`);
    await rows('where is order one?').waitFor();
    await page.keyboard.press('p');
    await page.getByRole('button', { name: 'Paused' }).waitFor();
    await send('what came during the pause', 'get_order');
    await page.getByRole('button', { name: /Paused, \d+ change/ }).waitFor();
    await expect.poll(() => rows('what came during the pause').count()).toBe(0);
    await page.keyboard.press('p');
    await rows('what came during the pause').waitFor();
  });

  it('goes on after the server was started again', async () => {
    const { port } = new URL(server.origin);
    await page.goto('about:blank');
    await server.stop();
    server = await LiveServer.start(project.path, '--suite', 'whichtool.yaml', '--port', port);
    await page.goto(server.link.replace('/?', '/live?'));
    await rows('where is order one?').waitFor();
    await server.stop('SIGKILL');
    await page.getByRole('alert').getByText('connection to the server is lost').waitFor();
  });

  it('executes nothing of what traces say', async () => {
    const { port } = new URL(server.origin);
    server = await LiveServer.start(project.path, '--suite', 'whichtool.yaml', '--port', port);
    await page.goto(server.link.replace('/?', '/live?'));
    for (const text of HOSTILE) await send(`hostile ${text}`, text);
    await expect.poll(() => rows('hostile').count()).toBe(HOSTILE.length);
    for (let i = 0; i < HOSTILE.length; i += 1) {
      await rows('hostile').nth(i).click();
      await openedTrace().getByText('hostile').first().waitFor();
    }
    await expect.poll(() => page.locator('img').count()).toBe(0);
    expect(faults).toEqual([]);
  });

  it('starts and stops the labelling queue', async () => {
    await page.goto(`${server.origin}/live`);
    await page.getByText('Labelling queue').click();
    await page.getByLabel('Share in percent').fill('100');
    await page.getByRole('combobox', { name: 'Which runs' }).selectOption('all');
    await page.getByLabel('Into the sample').fill('../outside');
    await page.getByRole('button', { name: 'Start' }).click();
    await page.getByText('folder is a folder within the project').waitFor();
    await page.getByLabel('Into the sample').fill('samples/queue');
    await page.getByRole('button', { name: 'Start' }).click();
    await page.getByRole('button', { name: 'Stop' }).waitFor();
    expect(await findBreaches()).toEqual([]);
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByText('No run is written to a sample.').waitFor();
  });
});

describe('the drift page', () => {
  it('compares two windows that are in the address', async () => {
    await page.goto(`${server.origin}/drift`);
    await page.getByText('Choose two windows of time.').waitFor();
    await page.getByRole('button', { name: 'Last hour' }).click();
    await page.getByText('nothing to compare').waitFor();
    const [from, to] = [query('before')?.split('/')[0], query('after')?.split('/')[1]];
    const windows = new URLSearchParams({ before: `${from}/${to}`, after: `${from}/${to}` });
    await page.goto(`${server.origin}/drift?${windows.toString()}`);
    await page.getByText('no tool drifted').waitFor();
    await page.getByRole('cell', { name: 'get_order' }).waitFor();
    expect(await findBreaches()).toEqual([]);
    await page.goto(`${server.origin}/drift?before=x&after=y`);
    await page.getByRole('alert').getByText('two times with a slash').waitFor();
  });

  it.each([
    ['dark', 1300],
    ['light', 400],
  ] as const)('has no breach of axe in %s, %i pixels wide', async (colorScheme, width) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    for (const path of ['live', 'drift']) {
      await page.goto(`${server.origin}/${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      if (path === 'live') await rows('where is order one?').waitFor();
      expect([path, await findBreaches()]).toEqual([path, []]);
      const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
      expect(overflow).toBeLessThanOrEqual(0);
    }
  });
});
