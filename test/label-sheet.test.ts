import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { LabelSheet, SheetRow } from '#reporters';
import { PAYLOADS } from '../src/reporters/fixtures/reports.ts';
import { sheetHtml } from '../src/reporters/label-sheet/sheet-html.ts';
import { launchBrowser } from './support/browser.ts';

let browser: Browser;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'whichtool-sheet-'));
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await rm(folder, { recursive: true, force: true });
});

function row(n: number, more: Partial<SheetRow> = {}): SheetRow {
  return {
    id: `case${n}`,
    caseHash: `hash${n}`,
    input: { messages: [{ role: 'user', content: `Where is order ${n}?` }] },
    before: n === 2 ? [{ name: 'status', arguments: { order: 'A1' } }] : [],
    tools: ['status', 'history', 'refund'],
    rated: null,
    opinions: [],
    answer: null,
    rationale: null,
    ...more,
  };
}

function sheetOf(rows: readonly SheetRow[], more: Partial<LabelSheet> = {}): LabelSheet {
  const guide = '# How to label\n\nPick one.';
  return { task: 'label', reviewer: 'ann', guide, guideHash: null, rows, ...more };
}

async function open(
  sheet: LabelSheet,
  options: BrowserContextOptions = {},
): Promise<{ page: Page; mischief: string[] }> {
  const file = join(folder, 'sheet.html');
  await writeFile(file, [...sheetHtml(sheet)].join(''));
  const context = await browser.newContext(options);
  context.setDefaultTimeout(15_000);
  const page = await context.newPage();
  const mischief: string[] = [];
  page.on('console', (message) => mischief.push(message.text()));
  page.on('pageerror', (error) => mischief.push(error.message));
  page.on('request', (request) => {
    if (!request.isNavigationRequest()) mischief.push(request.url());
  });
  await page.goto(pathToFileURL(file).href);
  return { page, mischief };
}

async function saved(page: Page): Promise<unknown[]> {
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('s')]);
  expect(download.suggestedFilename()).toBe('ann.jsonl');
  const text = await readFile(await download.path(), 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);
}

it('labels by keyboard alone, and saves a file to import', async () => {
  const { page, mischief } = await open(sheetOf([row(1), row(2), row(3), row(4)]));
  await page.keyboard.press('1');
  await page.keyboard.press('a');
  await page.keyboard.type('{"order": "A1"}');
  await page.keyboard.press('Escape');
  await page.keyboard.press('r');
  await page.keyboard.type('it asks where');
  await page.keyboard.press('Escape');
  await page.keyboard.press('j');
  expect(await page.textContent('#case')).toContain('Called before');
  await page.keyboard.press('n');
  await page.keyboard.press('j');
  await page.keyboard.press('o');
  await page.keyboard.type('track.it');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  expect(await page.textContent('#progress')).toBe('3 of 4 done');
  expect(await saved(page)).toEqual([
    {
      id: 'case1',
      case_hash: 'hash1',
      expected_tool: 'status',
      expected_args: { order: 'A1' },
      rationale: 'it asks where',
    },
    { id: 'case2', case_hash: 'hash2', expected_tool: 'none' },
    { id: 'case3', case_hash: 'hash3', expected_tool: 'track.it' },
  ]);
  expect(mischief).toEqual([]);
});

it('takes several tools of which any will do, takes back, and tells which guide was seen', async () => {
  const { page } = await open(sheetOf([row(1), row(2), row(3)], { guideHash: 'abc' }));
  await page.keyboard.press('1');
  await page.keyboard.press('a');
  await page.keyboard.type('{}');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Shift+Digit3');
  await page.keyboard.press('j');
  await page.keyboard.press('2');
  await page.keyboard.press('Shift+Digit1');
  await page.keyboard.press('Shift+Digit2');
  await page.keyboard.press('j');
  await page.keyboard.press('n');
  await page.keyboard.press('u');
  expect(await page.textContent('#progress')).toBe('2 of 3 done');
  const seen = { guide_hash: 'abc' };
  expect(await saved(page)).toEqual([
    {
      id: 'case1',
      case_hash: 'hash1',
      ...seen,
      expected_tool: ['status', 'refund'],
      expected_args: {},
    },
    { id: 'case2', case_hash: 'hash2', ...seen, expected_tool: 'status' },
  ]);
});

it('opens a long conversation at its end, with the question and the guide in view', async () => {
  const messages = Array.from({ length: 60 }, (_, i) => ({
    role: i % 2 === 0 ? 'user' : 'assistant',
    content: `Line ${i} `.repeat(20),
  }));
  const { page } = await open(sheetOf([row(1, { input: { messages } }), row(2)]));
  const isInView = async (text: string): Promise<boolean> => {
    const box = await page.getByText(text).first().boundingBox();
    return box !== null && box.y >= 0 && box.y + box.height <= page.viewportSize()!.height;
  };
  expect(await isInView('Which tool should be called now?')).toBe(true);
  expect(await isInView('Pick one.')).toBe(true);
  await page.keyboard.press('j');
  expect(await page.evaluate('scrollY')).toBe(0);
});

it('keeps what was labelled when the page is opened again', async () => {
  const { page } = await open(sheetOf([row(1), row(2)]));
  await page.keyboard.press('2');
  await page.reload();
  expect(await page.textContent('#progress')).toBe('1 of 2 done');
  expect(await page.textContent('.where')).toContain('Case 2 of 2');
});

it('does not take arguments that are no JSON object', async () => {
  const { page } = await open(sheetOf([row(1)]));
  await page.keyboard.press('1');
  await page.fill('#arguments', '[1]');
  expect(await page.getAttribute('#arguments', 'aria-invalid')).toBe('true');
  await page.keyboard.press('Escape');
  expect(await saved(page)).toEqual([{ id: 'case1', case_hash: 'hash1', expected_tool: 'status' }]);
});

it('rates arguments that are side by side, by a clause of the guide', async () => {
  const rated = {
    expected: { expected_tool: 'status', expected_args: { q: 'a', day: 1 } },
    called: [{ name: 'status', arguments: { day: 1, q: 'b', all: true } }],
  };
  const { page } = await open(sheetOf([row(1, { rated })], { task: 'rate' }));
  const lines = await page.locator('#case table tr').allInnerTexts();
  expect(lines.map((line) => line.split(/\s*\t\s*/))).toEqual([
    ['Argument', 'Expected · status', 'Called · status'],
    ['q', 'a', 'b'],
    ['day', '1', '1'],
    ['all', '(not given)', 'true'],
  ]);
  expect(await page.locator('#case tr.same').count()).toBe(1);
  await page.keyboard.press('2');
  await page.keyboard.press('c');
  await page.keyboard.type('dates');
  await page.keyboard.press('Escape');
  const answer = { id: 'case1', case_hash: 'hash1', rating: 0.5, clause: 'dates' };
  expect(await saved(page)).toEqual([answer]);
  // The clause stays when the rating changes.
  await page.keyboard.press('3');
  expect(await saved(page)).toEqual([{ ...answer, rating: 0 }]);
});

const RUN = {
  input: 'Refund A-1',
  steps: [
    { role: 'assistant', text: 'Let me look.' },
    { call: 'shop.refund', arguments: { order: 'A-1' }, status: 'ok', result: 'refunded 20.00' },
    { call: 'mail', arguments: {}, status: 'error' },
  ],
  output: 'I refunded A-1.',
  cut: 12,
};
const ANSWER = {
  kind: 'answer',
  run: RUN,
  rubric: 'Says what was done.',
  statements: [
    { id: 's1', text: 'Names the amount.' },
    { id: 'not2', text: 'Promises a date.' },
  ],
} as const;

it('rates an answer by its rubric and statements, with all that the judge sees', async () => {
  const rows = [row(1, { question: ANSWER }), row(2, { question: { ...ANSWER, rubric: null } })];
  const { page, mischief } = await open(sheetOf(rows, { task: 'rate' }));
  const shown = await page.locator('#case').innerText();
  for (const text of [
    'Let me look.',
    'shop.refund',
    '{"order":"A-1"}',
    'refunded 20.00',
    'error',
    'I refunded A-1.',
    '12 characters are left out, as for the judge.',
    'Says what was done.',
    'Names the amount.',
    'Promises a date.',
  ])
    expect(shown).toContain(text);
  expect(await page.locator('aside').innerText()).toContain('next statement yes, no');
  await page.keyboard.press('2');
  await page.keyboard.press('y');
  expect(await page.locator('#progress').innerText()).toBe('0 of 2 done');
  await page.keyboard.press('x');
  expect(await page.locator('#progress').innerText()).toBe('1 of 2 done');
  await page.keyboard.press('c');
  await page.keyboard.type('amounts');
  await page.keyboard.press('Escape');
  await page.keyboard.press('j');
  expect(await page.locator('#answer').innerText()).not.toContain('0.5');
  const group = page.getByRole('group', { name: 'Promises a date.' });
  await group.getByRole('button', { name: 'yes' }).click();
  expect(await saved(page)).toEqual([
    {
      id: 'case1',
      case_hash: 'hash1',
      score: 0.5,
      met: { s1: true, not2: false },
      clause: 'amounts',
    },
  ]);
  await page
    .getByRole('group', { name: 'Names the amount.' })
    .getByRole('button', { name: 'no' })
    .click();
  expect((await saved(page))[1]).toEqual({
    id: 'case2',
    case_hash: 'hash2',
    met: { s1: false, not2: true },
  });
  await page.keyboard.press('u');
  expect(await page.locator('#progress').innerText()).toBe('1 of 2 done');
  expect(mischief).toEqual([]);
});

it('rates an answer by a rubric alone, and whether a goal was achieved', async () => {
  const rows = [
    row(1, { question: { ...ANSWER, statements: [] } }),
    row(2, { question: { kind: 'goal', run: RUN, reference: 'The refund is made.' } }),
  ];
  const { page } = await open(sheetOf(rows, { task: 'rate' }));
  await page.keyboard.press('3');
  await page.keyboard.press('j');
  expect(await page.locator('#case').innerText()).toContain('The refund is made.');
  await page.getByRole('button', { name: 'not achieved' }).click();
  await page.keyboard.press('3');
  expect(await saved(page)).toEqual([
    { id: 'case1', case_hash: 'hash1', rating: 0 },
    { id: 'case2', case_hash: 'hash2', rating: 0 },
  ]);
  await page.keyboard.press('1');
  expect((await saved(page))[1]).toMatchObject({ rating: 1 });
});

it.each(['light', 'dark'] as const)('a rated run fits a phone, %s', async (colorScheme) => {
  const long = 'x'.repeat(3000);
  const run = { ...RUN, output: long, steps: [{ call: long, arguments: long, result: long }] };
  const statements = [{ id: 's1', text: long }];
  const { page } = await open(
    sheetOf([row(1, { question: { ...ANSWER, run, rubric: long, statements } })], { task: 'rate' }),
    { viewport: { width: 360, height: 800 }, colorScheme },
  );
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
});

it('shows several calls in two columns', async () => {
  const rated = {
    expected: { expected_calls: [{ tool: 'a', args: { q: 1 } }, { tool: 'b' }] },
    called: [{ name: 'a', arguments: { q: 2 } }],
  };
  const { page } = await open(sheetOf([row(1, { rated })], { task: 'rate' }));
  const columns = await page.locator('#case .pair section h2').allInnerTexts();
  expect(columns).toEqual(['Expected', 'Called']);
});

it('shows the context above the conversation', async () => {
  const context = { system: 'Orders only.', metadata: { shop: 'north' } };
  const input = { messages: [{ role: 'user', content: 'Where is D81?' }], context };
  const { page } = await open(sheetOf([row(1, { input })]));
  const [first] = await page.locator('#case section').allInnerTexts();
  expect(first?.replaceAll(/\s+/g, ' ').trim()).toBe(
    'Context system Orders only. metadata {"shop":"north"}',
  );
});

it('shows calls as lines, and what was said as a conversation', async () => {
  const messages = [
    { role: 'user', content: 'Where is D81?' },
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ function: { name: 'status', arguments: '{"order":"D81"}' } }],
    },
    { role: 'tool', name: 'status', content: 'sent '.repeat(100) },
    { role: 'user', content: [{ type: 'tool_result', content: 'sent' }] },
  ];
  const before = [
    { name: 'status', server: 'shop', arguments: { order: 'D81' }, status: 'error', turn: 1 },
    { name: 'mail', arguments: '{half' },
  ];
  const { page } = await open(sheetOf([row(1, { input: messages, before })]));
  const turns = await page.locator('.turn').allInnerTexts();
  expect(turns.map((text) => text.replaceAll(/\s+/g, ' ').slice(0, 32))).toEqual([
    'User Where is D81?',
    'Assistant status {"order":"D81"}',
    'Tool · status sent sent sent sen',
    'Tool sent',
  ]);
  const calls = await page.locator('.calls > li').allInnerTexts();
  expect(calls.map((text) => text.replaceAll(/\s+/g, ' ').trim())).toEqual([
    'shop.status error {"order":"D81"}',
    'mail {half',
  ]);
});

it('keeps what was unfolded open, and the focus, when a tool is chosen', async () => {
  const { page } = await open(
    sheetOf([row(1, { before: [{ name: 'mail', arguments: 'x'.repeat(999) }] })]),
  );
  const text = page.locator('.calls pre');
  expect(await text.isVisible()).toBe(false);
  await page.locator('.calls summary').click();
  await page.getByRole('button', { name: 'history' }).press('Enter');
  expect(await text.innerText()).toBe('x'.repeat(999));
  expect(await page.locator('[aria-pressed=true]:focus').innerText()).toContain('history');
});

it('suggests the tools of other cases where a case does not tell its own', async () => {
  const before = [{ name: 'mail', server: 'shop' }, 'odd'];
  const { page } = await open(sheetOf([row(1, { tools: [], before }), row(3)]));
  const known = page.locator('#known option');
  expect(await known.allTextContents()).toEqual(['shop.mail', 'status', 'history', 'refund']);
});

it('shows hostile text as text', async () => {
  const rows = PAYLOADS.map((text, i) =>
    row(i, {
      input: { messages: [{ role: text, name: text, content: [{ type: 'text', text }] }] },
      tools: [text],
      before: [text, { name: text, server: text, status: text, requester: text, arguments: text }],
      opinions: [{ expected_tool: text, rationale: text }],
    }),
  );
  const { page, mischief } = await open(sheetOf(rows, { guide: PAYLOADS.join('\n') }));
  for (const text of PAYLOADS) {
    expect(await page.textContent('#case .choices button:first-child span')).toBe(text);
    await page.keyboard.press('j');
  }
  expect(mischief).toEqual([]);
});

it.each([
  ['light', 1280],
  ['dark', 1280],
  ['light', 360],
  ['dark', 360],
] as const)('fits a %s screen of %d pixels', async (colorScheme, width) => {
  const long = 'a_tool_with_a_name_that_is_longer_than_a_phone_is_wide_by_far_and_then_some_more';
  const rows = [row(1, { tools: [long, 'status'], input: 'x'.repeat(2000) })];
  const { page } = await open(sheetOf(rows), { colorScheme, viewport: { width, height: 800 } });
  await page.keyboard.press('1');
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
});
