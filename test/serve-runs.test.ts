import { readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closePages, openBrowser } from './support/browser.ts';
import { jsonl, whichtool, workspace } from './support/cli.ts';
import { faultsOf, type ServedViews, serveViews } from './support/served-views.ts';

const SUITE = `evals:
  - name: orders
    dataset: rows.jsonl
    scorers: [{ type: tool_name_match }, { type: failure_modes }]
    expect: [{ tool_name_match: { ">=": 0.9 } }]
tests:
  - name: long session
    traces: session.jsonl
    function_call_coverage: { function_calls: [search, deploy] }
  - name: gone session
    traces: gone.jsonl
    function_call_coverage: { function_calls: [search] }
`;
const HARM = '<img src=x onerror="window.harmed=1"><script>window.harmed=1</script>';

/** 300 rows; those for which it says so call another tool than expected. */
const rows = (isWrong: (place: number) => boolean): string =>
  jsonl(
    ...Array.from({ length: 300 }, (_, place) => ({
      id: `row-${place}`,
      input: `Where is order ${place}? ${place === 0 ? HARM : ''}`,
      expected_tool: 'status',
      trace: { tool_calls: [{ name: isWrong(place) ? 'history' : 'status' }] },
    })),
  );

/** 400 calls: parallel ones, a sub-agent, broken arguments, JSON in strings, a secret and hostile text. */
const session = jsonl({
  input: `Refactor it ${HARM}`,
  tool_calls: Array.from({ length: 400 }, (_, place) => ({
    name: place % 2 === 0 ? 'search' : 'edit',
    turn: place < 2 ? 1 : place,
    ...(place >= 200 && place < 210 ? { requester: 'scout' } : {}),
    arguments:
      place === 3
        ? '{"path": "a.ts", '
        : {
            path: `src/file-${place}.ts`,
            options: JSON.stringify({ deep: { list: [place, 'two', 'three'], harm: HARM } }),
            api_key: 'sk-proj-Zx81kQmPwT4nLr7vYb2Ce93DfGh6JkLm',
          },
    result: JSON.stringify({ found: place, text: place === 350 ? 'needle in the stack' : '' }),
  })),
  output: 'Done.',
});

const project = workspace({
  'package.json': '{}',
  'whichtool.yaml': SUITE,
  'rows.jsonl': rows((place) => place < 260),
  'session.jsonl': session,
  'gone.jsonl': jsonl({ input: 'Find it', tool_calls: [{ name: 'search' }] }),
});
let browser: Browser;
let serving: ServedViews;

beforeAll(async () => {
  const run = async (): Promise<void> => void (await whichtool(['run'], { cwd: project.path }));
  await run();
  // 20 that failed pass now, 5 that passed fail.
  writeFileSync(
    join(project.path, 'rows.jsonl'),
    rows((place) => place < 240 || (place >= 290 && place < 295)),
  );
  await run();
  await run();
  [browser, serving] = await Promise.all([openBrowser(), serveViews(project.path)]);
});
afterAll(async () => {
  await serving?.stop();
  await closePages();
  project.remove();
});

describe('a run', () => {
  test('lists its tests and evals, opens one, and Back returns to where the list was', async () => {
    const { page, mischief } = await serving.open(browser, '/runs/1');
    await page.getByRole('link', { name: 'orders' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'orders' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/runs/1/1');
    await page.locator('.case').first().waitFor();
    await page.evaluate('scrollTo(0, 3000)');
    await expect.poll(() => page.evaluate('scrollY')).toBe(3000);
    // A click of the test would scroll to the bar, which is always in view.
    await page.getByRole('link', { name: 'Runs', exact: true }).dispatchEvent('click');
    await page.getByRole('heading', { name: 'Runs' }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'orders' }).waitFor();
    await expect.poll(() => page.evaluate('scrollY')).toBe(3000);
    expect(mischief).toEqual([]);
    await page.context().close();
  });

  test('has filters and the opened case in its address', async () => {
    const { page } = await serving.open(browser, '/runs/1/1');
    await page.locator('.chip', { hasText: /^Passed/ }).click();
    await expect.poll(() => page.url()).toContain('show=pass');
    await page.locator('.cases-search [role=status]').getByText('40 of 300').waitFor();
    await page.locator('.case').nth(2).click();
    await page.locator('.trace-id', { hasText: 'row-262' }).waitFor();
    await page.reload();
    await page.locator('.trace-id', { hasText: 'row-262' }).waitFor();
    await expect.poll(() => page.locator('.case[aria-current]').innerText()).toContain('order 262');
    await page.goBack();
    await expect.poll(() => page.url()).not.toContain('case=');
    await page.context().close();
  });

  test('opens the cases of a cell, and is walked by keys', async () => {
    const { page } = await serving.open(browser, '/runs/1/1');
    await page.locator('.matrix .cell.wrong').first().click();
    await page.locator('.cases-search [role=status]').getByText('260 of 300').waitFor();
    expect(page.url()).toContain('expected=status&called=history');
    await page.locator('.trace-id', { hasText: 'row-0' }).waitFor();
    for (const [key, row] of [
      ['j', 'row-1'],
      ['j', 'row-2'],
      ['j', 'row-3'],
      ['k', 'row-2'],
    ] as const) {
      await page.keyboard.press(key);
      await page.locator('.trace-id', { hasText: row }).waitFor();
    }
    await page.keyboard.press('/');
    await page.keyboard.type('row-25');
    await page.locator('.cases-search [role=status]').getByText('11 of 300').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Keys' });
    await expect.poll(() => help.innerText()).toContain('the whole trace');
    await page.context().close();
  });

  test('reads pages of its cases, and only those that are looked at', async () => {
    const { page, requests } = await serving.open(browser, '/runs/1/1?show=all');
    await page.locator('.case').first().waitFor();
    const pages = (): readonly string[] => requests.filter((path) => path.includes('/cases?'));
    expect(pages()).toHaveLength(1);
    await expect.poll(() => page.locator('.case').count()).toBeLessThan(80);
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
    await page.getByRole('link', { name: 'order 299' }).waitFor();
    expect(pages().some((path) => path.includes('cursor=200'))).toBe(true);
    await page.context().close();
  });

  test('can be saved as one file', async () => {
    const { page } = await serving.open(browser, '/runs/1');
    const waiting = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Save as one file' }).click();
    const text = readFileSync(await (await waiting).path(), 'utf8');
    expect(text).toContain('long session');
    await page.context().close();
  });

  test('says what is wrong where it is not kept', async () => {
    const { page } = await serving.open(browser, '/runs/99');
    await page.getByRole('alert').getByText('run 99 is not kept here').waitFor();
    await page.context().close();
  });
});

describe('a trace', () => {
  const path = '/runs/1/2/trace?case=1';

  test('is read whole from its file, with few rows in the page', async () => {
    const { page, mischief } = await serving.open(browser, path);
    await page.getByText('400 calls').waitFor();
    await page.getByText('Read from session.jsonl:1').waitFor();
    await expect.poll(() => page.locator('.call').count()).toBeLessThan(40);
    expect(await page.locator('.trace-page').innerText()).not.toContain('sk-proj');
    await page.getByText('2 calls at once').waitFor();
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
    await page.getByText('Done.').waitFor();
    expect(await page.evaluate('window.harmed')).toBeUndefined();
    expect(mischief).toEqual([]);
    await page.context().close();
  });

  test('scrolls as far as it is scrolled, while rows are measured', async () => {
    const { page } = await serving.open(browser, path);
    await page.locator('.call').first().waitFor();
    const end = await page.evaluate(`(async () => {
      for (let i = 0; i < 100; i += 1) {
        scrollBy(0, i < 50 ? 400 : -300);
        await new Promise((done) => requestAnimationFrame(done));
      }
      return scrollY;
    })()`);
    expect(end).toBe(5000);
    await page.context().close();
  });

  test('is walked by keys: calls, turns, agents', async () => {
    const { page } = await serving.open(browser, path);
    const current = page.locator('.trace-row.current');
    await page.locator('.call').first().waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await expect.poll(() => current.innerText()).toContain('#2');
    await page.keyboard.press(']');
    await expect.poll(() => current.innerText()).toContain('#3');
    await page.keyboard.press('}');
    await expect.poll(() => current.innerText()).toContain('#201');
    expect(page.url()).toContain('call=201');
    await expect.poll(async () => (await current.boundingBox())?.y ?? 9999).toBeLessThan(400);
    await page.keyboard.press('}');
    await expect.poll(() => current.innerText()).toContain('#211');
    await page.keyboard.press('{');
    await expect.poll(() => current.innerText()).toContain('#201');
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { level: 1, name: 'long session' }).waitFor();
    await page.context().close();
  });

  test('has a link to each call, below the bars', async () => {
    const { page } = await serving.open(browser, `${path}&call=300`);
    const current = page.locator('.trace-row.current');
    await expect.poll(() => current.innerText()).toContain('#300');
    const top = async (): Promise<number> => (await current.boundingBox())?.y ?? -1;
    await expect.poll(top).toBeGreaterThan(150);
    await expect.poll(top).toBeLessThan(500);
    await page.context().close();
  });

  test('shows broken arguments, unfolds JSON in strings, and shows both as recorded', async () => {
    const { page } = await serving.open(browser, `${path}&call=4`);
    const broken = page.locator('.trace-row.current');
    await broken.getByText('not a JSON object').waitFor();
    await expect.poll(() => broken.innerText()).toContain('{"path": "a.ts",');
    const next = page.locator('.trace-row', { hasText: '#5' }).first();
    await expect.poll(() => next.innerText()).toContain('JSON in a string');
    await page.keyboard.press('r');
    await expect.poll(() => next.innerText()).not.toContain('JSON in a string');
    await expect.poll(() => next.innerText()).toContain(String.raw`"options":"{\"deep\"`);
    await page.keyboard.press('e');
    await expect.poll(() => page.locator('.call-result[open]').count()).toBeGreaterThan(3);
    await page.keyboard.press('e');
    await expect.poll(() => page.locator('.call-result[open]').count()).toBe(0);
    await page.context().close();
  });

  test('is searched, and shows one sub-agent alone', async () => {
    const { page } = await serving.open(browser, path);
    await page.locator('.call').first().waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('needle');
    await page.getByText('1 found').waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('.trace-row.current').innerText()).toContain('#351');
    await page.keyboard.press('Escape');
    await page.locator('.chip', { hasText: 'scout' }).click();
    const first = page.locator('.tall > li').first();
    await expect.poll(() => first.getAttribute('aria-setsize')).toBe('10');
    await expect.poll(() => first.innerText()).toContain('#201');
    await page.context().close();
  });

  test('is copied as Markdown for a model', async () => {
    const { page } = await serving.open(browser, path, {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await page.locator('.call').first().waitFor();
    await page.keyboard.press('y');
    await page.getByText('Copied').waitFor();
    const text: string = await page.evaluate('navigator.clipboard.readText()');
    expect(text).toContain('# run 1');
    expect(text.match(/^- `/gm)).toHaveLength(401);
    await page.context().close();
  });

  test('says where its file changed after the run, or is gone', async () => {
    const file = join(project.path, 'gone.jsonl');
    const traceOf = async (): Promise<unknown> =>
      ((await serving.api('runs/1/entries/2/trace?run=1')) as { whole: unknown }).whole;
    expect(await traceOf()).toMatchObject({ state: 'read', isNewer: false });
    utimesSync(file, new Date(Date.now() + 60_000), new Date(Date.now() + 60_000));
    expect(await traceOf()).toMatchObject({ state: 'read', isNewer: true });
    writeFileSync(file, jsonl({ input: 'x', tool_calls: [{ name: 'other' }] }));
    utimesSync(file, new Date(Date.now() + 60_000), new Date(Date.now() + 60_000));
    expect(await traceOf()).toMatchObject({ state: 'absent', reason: /another run/ });
    rmSync(file);
    const { page } = await serving.open(browser, '/runs/1/3/trace?case=1');
    await page.getByText('The file gone.jsonl is not there any more.').waitFor();
    await page.getByText('search').first().waitFor();
    await page.context().close();
  });
});

describe('two runs', () => {
  test('are compared case by case, only what changed first', async () => {
    const { page, mischief } = await serving.open(browser, '/compare?before=1&after=2');
    await page.getByText('5 now fail and 20 now pass').waitFor();
    const status = page.locator('.cases-search [role=status]');
    await status.getByText('25', { exact: true }).waitFor();
    await page.locator('.chip', { hasText: 'better' }).last().click();
    await status.getByText('20', { exact: true }).waitFor();
    await page.locator('.chip', { hasText: /^all\s*300/ }).click();
    await status.getByText('300', { exact: true }).waitFor();
    expect(mischief).toEqual([]);
    await page.context().close();
  });

  test('show both traces of a case side by side, and keys go on', async () => {
    const { page } = await serving.open(browser, '/compare?before=1&after=2');
    await page.locator('.side-row').first().click();
    const pair = page.locator('.side-pair');
    await pair.getByText('before: run 1').waitFor();
    await expect.poll(() => pair.locator('.trace').count()).toBe(2);
    await expect
      .poll(() => pair.locator('.verdict').allInnerTexts())
      .toEqual(['✓ Passed', '✗ Failed']);
    expect(page.url()).toMatch(/before=1&after=2.*case=row-290/);
    await page.keyboard.press('j');
    await expect.poll(() => page.url()).toContain('case=row-291');
    await page.keyboard.press('Escape');
    await pair.waitFor({ state: 'detached' });
    await page.context().close();
  });

  test('are chosen from a list', async () => {
    const { page } = await serving.open(browser, '/compare?before=1');
    await page.getByText('Choose two runs.').waitFor();
    await page.getByLabel('After').selectOption('2');
    await page.getByText('5 now fail and 20 now pass').waitFor();
    await page.getByRole('button', { name: 'Swap' }).click();
    await page.getByText('20 now fail and 5 now pass').waitFor();
    await page.context().close();
  });
});

describe('several runs', () => {
  test('are columns with intervals, and the cases on which they differ', async () => {
    const { page, mischief } = await serving.open(browser, '/models');
    await page.getByRole('checkbox').nth(0).check();
    await page.getByRole('checkbox').nth(1).check();
    await page.getByRole('checkbox').nth(2).check();
    await page.getByRole('button', { name: 'Show side by side' }).click();
    await page.getByText('25 of 300 cases differ').waitFor();
    const row = page.locator('table.sides tr', { hasText: 'tool_name_match' }).first();
    await expect
      .poll(() => row.locator('td').allInnerTexts())
      .toEqual([
        expect.stringMatching(/^13\.33 %/),
        expect.stringMatching(/^18\.33 %/),
        expect.stringMatching(/^18\.33 %/),
      ]);
    await page.locator('.side-row').first().click();
    await expect.poll(() => page.locator('.side-pair .trace').count()).toBe(3);
    expect(mischief).toEqual([]);
    await page.context().close();
  });
});

describe('every view', () => {
  const VIEWS = [
    '/runs/1',
    '/runs/1/1',
    '/runs/1/1?view=about',
    '/runs/1/2/trace?case=1',
    '/compare?before=1&after=2&eval=orders&case=row-290',
    '/models?runs=1,2,3',
  ];

  test.each(VIEWS)(
    '%s shows hostile text as text, fits a narrow screen, and axe finds nothing',
    async (path) => {
      const { page, mischief } = await serving.open(browser, path);
      await page.locator('h1').first().waitFor();
      await page.waitForLoadState('networkidle');
      expect(await faultsOf(page)).toEqual([]);
      await page.emulateMedia({ colorScheme: 'dark' });
      expect(await faultsOf(page)).toEqual([]);
      await page.setViewportSize({ width: 400, height: 800 });
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(400);
      expect(await page.evaluate('window.harmed')).toBeUndefined();
      expect(mischief).toEqual([]);
      await page.context().close();
    },
  );
});
