import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '#core';
import type { LabelSheet, SheetRow, SheetTool } from '#reporters';
import { PAYLOADS } from '../src/reporters/fixtures/reports.ts';
import { closePages, openBrowser } from './support/browser.ts';
import { exportLabels, type OpenSheet, openSheet, press } from './support/sheet-page.ts';

let browser: Browser;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'whichtool-sheet-'));
  browser = await openBrowser();
});
afterAll(async () => {
  await closePages();
  await rm(folder, { recursive: true, force: true });
});

function tool(name: string, schema: JsonObject | null = null): SheetTool {
  return { name, description: `What ${name} does.`, schema };
}

const SCHEMA = {
  type: 'object',
  required: ['order'],
  additionalProperties: false,
  properties: {
    order: { type: 'string', description: 'The order.' },
    count: { type: 'integer', minimum: 1 },
    isGift: { type: 'boolean' },
    speed: { enum: ['slow', 'fast'], default: 'slow' },
    tags: { type: 'array', items: { type: 'string' } },
    address: { type: 'object', properties: { city: { type: 'string' } } },
  },
} as const;

function row(n: number, more: Partial<SheetRow> = {}): SheetRow {
  return {
    id: `case${n}`,
    caseHash: `hash${n}`,
    input: { messages: [{ role: 'user', content: `Where is order ${n}?` }] },
    before: [],
    tools: [tool('status', SCHEMA), tool('history'), tool('refund')],
    rated: null,
    opinions: [],
    answer: null,
    rationale: null,
    isUnsure: false,
    labelledAt: null,
    ...more,
  };
}

function sheetOf(rows: readonly SheetRow[], more: Partial<LabelSheet> = {}): LabelSheet {
  return {
    dataset: 'orders',
    task: 'label',
    reviewer: 'ann',
    isDecision: false,
    guide: '# How to label\n\nPick **one**.',
    guideHash: 'abcdef0123456789',
    rows,
    ...more,
  };
}

const open = (sheet: LabelSheet, options?: BrowserContextOptions): Promise<OpenSheet> =>
  openSheet(browser, folder, sheet, options);
const status = (page: Page): Promise<string> => page.getByRole('status').first().innerText();
const place = (page: Page): Promise<string> => page.locator('.where').innerText();

describe('the arguments', () => {
  it('are typed into a form that is made from the schema', async () => {
    const { page } = await open(sheetOf([row(1)]));
    await press(page, '1', 'a');
    await page.keyboard.type('D81');
    await page.getByLabel('count').fill('3');
    await page.getByRole('group', { name: 'isGift' }).getByText('true').click();
    await page.getByLabel('speed').selectOption('fast');
    await page.getByRole('button', { name: 'Add an item to tags' }).click();
    await page.getByLabel('1 of tags').fill('blue');
    await page.getByRole('textbox', { name: 'city' }).fill('Oslo');
    await expect.poll(() => page.locator('.check').innerText()).toContain('fits the schema');
    await press(page, 'Control+Enter');
    expect((await exportLabels(page)).lines).toMatchObject([
      {
        expected_tool: 'status',
        expected_args: {
          order: 'D81',
          count: 3,
          isGift: true,
          speed: 'fast',
          tags: ['blue'],
          address: { city: 'Oslo' },
        },
      },
    ]);
  });

  it('cannot be saved where they break the schema, and the page says why', async () => {
    const { page } = await open(sheetOf([row(1), row(2)]));
    await press(page, '1');
    await page.getByLabel('count').fill('0');
    await press(page, 'Control+Enter');
    await expect.poll(() => status(page)).toBe('Not saved: order: is required');
    await page.keyboard.type('D81');
    await press(page, 'Control+Enter');
    await expect.poll(() => status(page)).toBe('Not saved: count: must be >= 1');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('many');
    await expect
      .poll(() => page.locator('.member.wrong').innerText())
      .toContain('is not a value: many');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('Delete');
    await press(page, 'Control+Enter');
    await expect.poll(() => place(page)).toBe('case 2 of 2');
  });

  it('are JSON in the other view, with all digits', async () => {
    const { page } = await open(sheetOf([row(1)]));
    await press(page, '3');
    await page.getByRole('button', { name: 'JSON' }).click();
    await page.getByLabel('Arguments as JSON').fill('{"id": 12345678901234567890, "n": 1.0');
    await press(page, 'Control+Enter');
    await expect.poll(() => status(page)).toContain('Not saved: not JSON');
    await page.keyboard.press('End');
    await page.keyboard.type('}');
    await page.getByRole('button', { name: 'Form' }).click();
    await page.getByLabel('n', { exact: false }).first().waitFor();
    await press(page, 'Escape', 'Enter');
    const { text } = await exportLabels(page);
    expect(text).toContain('"expected_args":{"id":12345678901234567890,"n":1.0}');
  });
});

describe('keys', () => {
  it('search tools, and number those that are left', async () => {
    const tools = Array.from({ length: 30 }, (_, i) => tool(`tool_${i}`));
    const { page } = await open(sheetOf([row(1, { tools: [...tools, tool('find_me')] })]));
    await press(page, '/');
    await page.keyboard.type('find');
    await expect
      .poll(() => page.locator('.tool-name').allInnerTexts())
      .toEqual(['No tool', 'find_me']);
    await press(page, 'Escape', '1', 'u', '/');
    // Enter takes the first one; it is saved by the next Enter.
    await press(page, 'Enter');
    await expect
      .poll(() => page.locator('.tool[aria-pressed=true]').innerText())
      .toContain('find_me');
    await press(page, 'Enter');
    expect((await exportLabels(page)).lines).toMatchObject([{ expected_tool: 'find_me' }]);
  });

  it('take a tool that was not offered', async () => {
    const { page } = await open(sheetOf([row(1)]));
    await press(page, '/');
    await page.keyboard.type('track.it');
    await page.getByRole('button', { name: 'Choose “track.it” all the same' }).click();
    await press(page, 'Escape', 'Enter');
    expect((await exportLabels(page)).lines).toMatchObject([{ expected_tool: 'track.it' }]);
  });

  it('are shown only while they do something', async () => {
    const { page } = await open(sheetOf([row(1, { tools: [tool('only')] }), row(2)]));
    const shown = (): Promise<string[]> =>
      page.locator('.keys:not(.off) kbd:visible').allInnerTexts();
    const before = await shown();
    expect(before).toEqual(expect.arrayContaining(['1', 'n', '?', 'x', 'g', 'q']));
    expect(before).not.toContain('u');
    expect(before).not.toContain('9');
    expect(before).not.toContain('a');
    await press(page, '1');
    await expect.poll(() => shown()).toEqual(expect.arrayContaining(['u', 'a']));
    await press(page, 'r');
    await expect.poll(() => shown()).toEqual(['Esc', 'Ctrl', '⏎']);
    // They are text now.
    await page.keyboard.type('nx?u');
    await expect.poll(() => page.getByLabel('Why').inputValue()).toBe('nx?u');
  });

  it('move between cases, and are listed', async () => {
    const { page } = await open(sheetOf([row(1), row(2), row(3)]));
    await press(page, 'ArrowRight', 'j', 'ArrowLeft');
    await expect.poll(() => place(page)).toBe('case 2 of 3');
    await press(page, '?');
    const list = page.getByRole('dialog', { name: 'Keys' });
    await expect.poll(() => list.innerText()).toContain('also acceptable');
    // A dialog has the keys for itself.
    await press(page, 'x', '1', 'Escape');
    await expect.poll(() => page.locator('.saved-state').innerText()).toBe('');
  });

  it('can be changed by the reviewer; a key that is taken is refused', async () => {
    const { page } = await open(sheetOf([row(1), row(2), row(3)]));
    await press(page, '?');
    const list = page.getByRole('dialog', { name: 'Keys' });
    await list.getByRole('button', { name: 'change the key for: skip' }).click();
    await press(page, 'u');
    await expect
      .poll(() => list.getByRole('status').innerText())
      .toContain('“u” is the key for: undo.');
    await press(page, 'm');
    await list.getByRole('button', { name: 'Close' }).click();
    await press(page, 'x');
    await expect.poll(() => place(page)).toBe('case 1 of 3');
    await press(page, 'm');
    await expect.poll(() => place(page)).toBe('case 2 of 3');
    await page.reload();
    await page.locator('.where').waitFor();
    await press(page, 'm');
    await expect.poll(() => page.getByRole('button', { name: 'Skipped 2' }).count()).toBe(1);
  });

  it('move between fields by arrows; numbers are shown where they choose', async () => {
    const { page } = await open(sheetOf([row(1), row(2)]));
    const numbers = page.locator('.tool .keys:not(.off) kbd:visible', { hasText: '1' });
    await expect.poll(() => numbers.count()).toBe(1);
    await press(page, 'ArrowDown');
    await page.keyboard.type('1 it says so');
    await expect.poll(() => page.getByLabel('Why').inputValue()).toBe('1 it says so');
    await expect.poll(() => numbers.count()).toBe(0);
    await press(page, 'ArrowLeft', 'ArrowUp', 'Control+Home', 'ArrowUp', '1');
    await expect.poll(() => page.locator('.tool[aria-pressed=true]').count()).toBe(1);
  });

  it('press a focused button, and save what it has chosen', async () => {
    const { page } = await open(sheetOf([row(1), row(2)]));
    await page.getByRole('button', { name: 'history What' }).press('Enter');
    await expect.poll(() => place(page)).toBe('case 1 of 2');
    await page.keyboard.press('Enter');
    await expect.poll(() => place(page)).toBe('case 2 of 2');
  });
});

describe('the work', () => {
  it('is kept as a draft, and a saved answer stays until another one is saved', async () => {
    const { page } = await open(sheetOf([row(1), row(2)]));
    await press(page, '2', 'Enter', 'ArrowLeft', '3');
    await expect
      .poll(() => page.locator('.saved-state').innerText())
      .toContain('Changed since it was saved');
    await page.reload();
    await expect.poll(() => place(page)).toBe('case 1 of 2');
    expect((await exportLabels(page)).lines).toMatchObject([{ expected_tool: 'history' }]);
    await page.getByRole('button', { name: 'Show what is saved' }).click();
    await expect
      .poll(() => page.locator('.tool[aria-pressed=true]').innerText())
      .toContain('history');
  });

  it('is shown in another tab at once', async () => {
    const { page, context } = await open(sheetOf([row(1), row(2)]));
    const other = await context.newPage();
    await other.goto(page.url());
    await other.locator('.decision').waitFor();
    await press(page, '2', 'Enter');
    await other.locator('.pace', { hasText: '1 saved' }).waitFor();
    await expect
      .poll(() => other.locator('.tool[aria-pressed=true]').innerText())
      .toContain('history');
  });

  it('is never lost where two tabs answer one case', async () => {
    const { page, context } = await open(sheetOf([row(1)]));
    const other = await context.newPage();
    // A tab that sleeps hears of no change.
    await other.addInitScript(
      "addEventListener('storage', (e) => e.stopImmediatePropagation(), true)",
    );
    await other.goto(page.url());
    await other.locator('.decision').waitFor();
    await press(page, '2');
    // Another tab is another process: what one stores reaches the other a moment later.
    await other.waitForFunction(() => JSON.stringify(localStorage).includes('history'));
    await press(other, '3');
    await expect.poll(() => other.getByRole('alert').innerText()).toContain('There: history');
    await other.getByRole('button', { name: 'Keep what is here' }).click();
    await page.locator('.tool[aria-pressed=true]', { hasText: 'refund' }).waitFor();
  });

  it('warns where the browser keeps nothing', async () => {
    const { page, context } = await open(sheetOf([row(1)]));
    const other = await context.newPage();
    await other.addInitScript(
      "Object.defineProperty(window, 'localStorage', { get() { throw new Error('denied'); } })",
    );
    await other.goto(page.url());
    await other.locator('.decision').waitFor();
    await press(other, '1');
    await expect
      .poll(() => other.getByRole('alert').innerText())
      .toContain('export before you close');
  });

  it('is found again by its state, and each case has an address', async () => {
    const { page } = await open(sheetOf([row(1), row(2), row(3)]));
    await press(page, 'x', '1', 'Enter', 'l');
    const list = page.getByRole('dialog', { name: 'Cases' });
    await list.getByRole('button', { name: /^Skipped/ }).click();
    await expect
      .poll(() => list.locator('.case-list li').allInnerTexts())
      .toEqual([expect.stringContaining('Where is order 1?')]);
    await press(page, 'Escape');
    await page.goto(page.url().replace(/#.*/, '#case=case2'));
    await expect.poll(() => place(page)).toBe('case 2 of 3');
  });

  it('is exported under another name each time', async () => {
    const { page } = await open(sheetOf([row(1)]));
    await press(page, '1', 'Enter');
    const names = [(await exportLabels(page)).name, (await exportLabels(page)).name];
    expect(new Set(names).size).toBe(2);
  });
});

describe('a case', () => {
  it('shows the end of a long conversation, and calls with their results folded', async () => {
    const messages = [
      ...Array.from({ length: 60 }, (_, i) => ({
        role: i % 2 === 0 ? 'user' : 'assistant',
        content: `Line ${i} `.repeat(20),
      })),
      {
        role: 'assistant',
        tool_calls: [{ id: 'a', name: 'status', arguments: { order: 'D81' } }],
      },
      { role: 'tool', tool_call_id: 'a', content: '{"at":{"place":"sea"}}' },
    ];
    const context = { system: 'Orders only.', metadata: { shop: 'north' } };
    const { page } = await open(sheetOf([row(1, { input: { messages, context } })]));
    const question = page.getByRole('heading', { name: 'What should the agent call now?' });
    const box = await question.boundingBox();
    expect(box !== null && box.y > 0 && box.y + box.height < 720).toBe(true);
    const result = page.locator('.call-result');
    await expect.poll(() => result.locator('.json').isVisible()).toBe(false);
    await result.locator('summary').click();
    await expect.poll(() => result.innerText()).toContain('sea');
    await expect
      .poll(() => page.locator('.context summary').allInnerTexts())
      .toEqual(['System Orders only.', 'Run {"shop":"north"}']);
  });

  it('has the guide beside it, rendered, with its version', async () => {
    const { page } = await open(sheetOf([row(1)]));
    await expect.poll(() => page.locator('#guide').count()).toBe(0);
    await press(page, 'g');
    const guide = page.getByRole('complementary', { name: 'Guide' });
    await expect.poll(() => guide.getByRole('heading', { name: 'How to label' }).count()).toBe(1);
    await expect.poll(() => guide.innerText()).toContain('version abcdef0');
    await expect.poll(() => guide.locator('strong').innerText()).toBe('one');
  });

  it('that has no rows says so', async () => {
    const { page } = await open(sheetOf([]));
    await expect.poll(() => page.locator('#page').innerText()).toContain('nothing to label');
  });
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

describe('ratings', () => {
  it('compare arguments side by side', async () => {
    const rated = {
      expected: { expected_tool: 'status', expected_args: { q: 'a', day: 1 } },
      called: [{ name: 'status', arguments: { day: 1, q: 'b', all: true } }],
    };
    const { page } = await open(sheetOf([row(1, { rated })], { task: 'rate' }));
    const lines = await page.locator('.rated tr').allInnerTexts();
    expect(lines.map((line) => line.trim().split(/\s*\t\s*/))).toEqual([
      ['Argument', 'Expected · status', 'Called · status'],
      ['q', '"a"', '"b"'],
      ['day', '1', '1'],
      ['all', 'left out', 'true'],
    ]);
    await expect.poll(() => page.locator('.rated tr.same').count()).toBe(1);
    await press(page, '2', 'c');
    await page.keyboard.type('How to label');
    await press(page, 'Control+Enter');
    expect((await exportLabels(page)).lines).toMatchObject([
      { rating: 0.5, clause: 'How to label' },
    ]);
  });

  it('of answers take the rubric and each statement, with all that the judge sees', async () => {
    const rows = [row(1, { question: ANSWER }), row(2, { question: { ...ANSWER, rubric: null } })];
    const { page, mischief } = await open(sheetOf(rows, { task: 'rate-answer' }));
    const shown = await page.locator('#reading').innerText();
    for (const text of ['Let me look.', 'shop.refund', 'I refunded A-1.', 'the tool failed'])
      expect(shown).toContain(text);
    expect(shown).toContain('12 characters are left out, as for the judge.');
    expect(shown).toContain('Says what was done.');
    await press(page, '2', 'y', 'Enter');
    await expect.poll(() => status(page)).toBe('Not saved: still open is “Promises a date.”');
    await press(page, 'n', 'Enter');
    await expect.poll(() => place(page)).toBe('case 2 of 2');
    for (const [name, mark] of Object.entries({
      'Names the amount.': 'no',
      'Promises a date.': 'yes',
    }))
      await page.getByRole('group', { name }).getByRole('button', { name: mark }).click();
    await press(page, 'Escape', 'Enter');
    expect((await exportLabels(page)).lines).toMatchObject([
      { score: 0.5, met: { s1: true, not2: false } },
      { met: { s1: false, not2: true } },
    ]);
    expect(mischief).toEqual([]);
  });

  it('of goals are two', async () => {
    const question = { kind: 'goal', run: RUN, reference: 'The refund is made.' } as const;
    const { page } = await open(sheetOf([row(1, { question })], { task: 'rate-goal' }));
    await expect.poll(() => page.locator('#reading').innerText()).toContain('The refund is made.');
    await press(page, '3', '2', 'Enter');
    expect((await exportLabels(page)).lines).toMatchObject([{ rating: 0 }]);
  });
});

it('shows hostile text as text, wherever it is', async () => {
  const rows = PAYLOADS.map((text, i) =>
    row(i, {
      input: {
        context: { system: text, [text]: text },
        messages: [{ role: text, content: [{ type: 'text', text }] }],
      },
      before: [text, { name: text, server: text, requester: text, arguments: text, result: text }],
      tools: [
        {
          name: text,
          description: text,
          schema: {
            properties: {
              [text]: { type: 'string', description: text, format: text, default: text },
            },
          },
        },
      ],
      opinions: [{ expected_tool: text, expected_args: { [text]: text }, rationale: text }],
      answer: { expected_tool: text, expected_args: { [text]: text } },
      rationale: text,
    }),
  );
  const guide = PAYLOADS.map((text) => `# ${text}\n\n- ${text} [x](${text})`).join('\n\n');
  const sheet = sheetOf(rows, { guide, dataset: PAYLOADS[0] ?? '', reviewer: 'ann' });
  const { page, mischief } = await open(sheet);
  await press(page, 'ArrowLeft', 'd', 'g');
  for (const [i] of PAYLOADS.entries()) {
    await page.goto(page.url().replace(/#.*/, `#case=case${i}`));
    // The address changes before the page does.
    await page.getByText(`case ${i + 1} of ${PAYLOADS.length}`).waitFor();
    await press(page, '1', 'l');
    await page.locator('dialog').waitFor();
    await press(page, 'Escape');
    await page.locator('dialog').waitFor({ state: 'detached' });
    await expect.poll(() => page.locator('.tool-details').count()).toBe(1);
  }
  const { lines } = await exportLabels(page);
  expect(lines).toHaveLength(PAYLOADS.length);
  expect(mischief).toEqual([]);
});

const LONG = 'a_tool_with_a_name_that_is_longer_than_a_phone_is_wide_by_far_and_then_some_more';
const WIDE: readonly (readonly [string, LabelSheet, readonly string[]])[] = [
  [
    'label',
    sheetOf([row(1, { tools: [tool(LONG, SCHEMA)], input: 'x'.repeat(2000) })]),
    ['1', 'g'],
  ],
  ['full descriptions', sheetOf([row(1)]), ['1', 'd', 'Enter']],
  ['unsure', sheetOf([row(1), row(2)]), ['q']],
  ['cases', sheetOf([row(1), row(2)]), ['1', 'Enter', 'x', 'l']],
  ['keys', sheetOf([row(1)]), ['?']],
  ['export', sheetOf([row(1), row(2)]), ['1', 'Enter', 'e']],
  [
    'decision',
    sheetOf(
      [row(1, { opinions: [{ expected_tool: LONG, rationale: LONG }, { expected_tool: null }] })],
      { isDecision: true },
    ),
    ['o'],
  ],
  [
    'rating',
    sheetOf(
      [
        row(1, {
          question: {
            ...ANSWER,
            rubric: 'x'.repeat(900),
            statements: [{ id: 's1', text: 'y'.repeat(900) }],
          },
        }),
      ],
      { task: 'rate-answer' },
    ),
    ['1'],
  ],
  [
    'rated arguments',
    sheetOf(
      [
        row(1, {
          rated: {
            expected: { expected_tool: LONG, expected_args: { [LONG]: 'x'.repeat(300) } },
            called: [{ name: LONG, arguments: { [LONG]: 'y'.repeat(300) } }],
          },
        }),
      ],
      { task: 'rate' },
    ),
    [],
  ],
];

const require = createRequire(import.meta.url);

/** What axe finds; it must have looked at something. */
const RUN_AXE = `axe.run().then(({ violations, passes }) => [
  ...(passes.length > 10 ? [] : ['axe looked at nothing']),
  ...violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html.slice(0, 300))),
])`;

it.each(WIDE)(
  'the view of %s is accessible and fits: light, dark, narrow',
  async (_, sheet, keys) => {
    const axe = await readFile(require.resolve('axe-core/axe.min.js'), 'utf8');
    // The page allows no other script; this one looks at it.
    const { page, context } = await open(sheet, { bypassCSP: true });
    await press(page, ...keys);
    await page.addScriptTag({ content: axe });
    for (const [colorScheme, width] of [
      ['light', 1400],
      ['dark', 1400],
      ['light', 400],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      expect(await page.evaluate<string[]>(RUN_AXE), `${colorScheme} ${width}`).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(
        width,
      );
    }
    await context.close();
  },
);
