import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type Decision, type LoopbackModel, startLoopbackModel } from './loopback-model/server.mjs';
import { closePages, openBrowser } from './support/browser.ts';
import { jsonl, whichtool, workspace } from './support/cli.ts';
import { findBarriers, type Served, serveProject, watchFaults } from './support/serve.ts';

const HOSTILE = '<img src=x onerror=alert(1)>\u202e';
const BETTER = 'Shows one article by its id.';
const text = { type: 'string' };
const TOOLS = [
  {
    name: 'search_kb',
    description: `Finds articles. ${HOSTILE}`,
    input_schema: { type: 'object', properties: { q: text } },
  },
  {
    name: 'get_kb_article',
    description: 'An article.',
    input_schema: { type: 'object', properties: { q: text } },
  },
];
const ROWS = Array.from({ length: 16 }, (_, i) => ({
  id: `${i < 8 ? 'search' : 'read'}-${i}`,
  input: `${i < 8 ? 'find' : 'show'} ${i}`,
  expected_tool: i < 8 ? 'search_kb' : 'get_kb_article',
}));

let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(closePages);

interface Desk {
  readonly served: Served;
  readonly model: LoopbackModel;
  readonly page: Page;
  readonly faults: string[];
}

/** A model that takes the wrong tool for articles until it reads the better description. */
async function openDesk(more: {
  readonly delay_ms?: number;
  readonly env?: Readonly<Record<string, string>>;
  readonly agent?: string;
  readonly path?: string;
}): Promise<Desk> {
  let slow = false;
  const model: LoopbackModel = await startLoopbackModel({
    decide: ({ user }): Decision => {
      const seesBetter = model.requests.at(-1)?.text.includes(BETTER) === true;
      const name = user.startsWith('show') && seesBetter ? 'get_kb_article' : 'search_kb';
      return {
        calls: [{ name, arguments: { q: user } }],
        ...(slow ? { delay_ms: more.delay_ms ?? 0 } : {}),
      };
    },
  });
  const project = workspace({
    'package.json': '{}',
    'tools.json': JSON.stringify(TOOLS),
    'rows.jsonl': jsonl(...ROWS),
    'whichtool.yaml': `agents:
  desk:
    model: openai-compatible:m
    base_url: ${model.baseUrls['openai-compatible']}
    catalog: tools.json
    tools: select${more.agent ?? ''}
evals:
  - name: desk
    agent: desk
    dataset: rows.jsonl
    scorers: [{ type: tool_name_match }]
    expect: []
`,
  });
  await whichtool(['run'], { cwd: project.path, env: { DESK_KEY: 'k' } });
  slow = true;
  const served = await serveProject(project.path, more.env);
  const page = await browser.newPage();
  const faults = watchFaults(page);
  onTestFinished(async () => {
    await page.close();
    await served.stop();
    await model.close();
    project.remove();
  });
  await page.goto(served.link);
  await page.goto(served.address(more.path ?? '/suites/whichtool.yaml'));
  return { served, model, page, faults };
}

const PAIR = `/try?${new URLSearchParams({
  suite: 'whichtool.yaml',
  eval: 'desk',
  expected: 'get_kb_article',
  called: 'search_kb',
}).toString()}`;

async function describeArticle(page: Page): Promise<void> {
  const field = page.getByLabel('Description of get_kb_article');
  await field.waitFor();
  await field.fill(BETTER);
}

describe('trying other descriptions from a cell of the matrix', () => {
  it('opens from the cell, says what it takes, and shows the paired verdict of the command', async () => {
    const { page, model, faults } = await openDesk({});
    const cell = page.getByRole('link', { name: '8', exact: true }).first();
    await cell.waitFor();
    await page.locator('a.cell.wrong', { hasText: '8' }).focus();
    await page.keyboard.press('Enter');
    await describeArticle(page);
    // The hostile description of the other tool is text.
    await expect
      .poll(() => page.getByLabel('Description of search_kb').inputValue())
      .toContain('<img');
    await expect.poll(() => page.locator('img').count()).toBe(0);
    const asked = model.requests.length;
    await expect.poll(() => page.getByRole('button', { name: 'Try it' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'What would it take?' }).click();
    await page.getByText('16 of 16 cases, 16 runs to make').waitFor();
    expect(model.requests.length).toBe(asked);
    await page.getByRole('button', { name: 'Try it' }).click();
    await page.getByText('Better than before, and not by chance').waitFor();
    const report = await page.locator('.try-text').innerText();
    expect(report).toContain('8 cases changed, 8 for the better');
    expect(report).toContain(`+ ${BETTER}`);
    expect(model.requests.length).toBe(asked + 16);
    expect(await findBarriers(page)).toEqual([]);
    expect(faults).toEqual([]);
  });

  it('makes one trial at a time, and cancels it', async () => {
    const { page, served } = await openDesk({ delay_ms: 20_000, path: PAIR });
    await describeArticle(page);
    await page.getByRole('button', { name: 'What would it take?' }).click();
    await page.getByText('16 runs to make').waitFor();
    await page.getByRole('button', { name: 'Try it' }).click();
    await page.getByText(/of 16 runs/).waitFor();
    const body = {
      suite: 'whichtool.yaml',
      eval: 'desk',
      descriptions: { search_kb: 'x' },
      maxCost: null,
    };
    const again = await served.ask('/api/v1/try', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(again.status).toBe(409);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('Cancelled.').waitFor();
  });

  it('spends nothing where a key is missing, and says so', async () => {
    const { page, model } = await openDesk({
      agent: '\n    api_key_env: DESK_KEY',
      env: { DESK_KEY: '' },
      path: PAIR,
    });
    await describeArticle(page);
    const asked = model.requests.length;
    await page.getByRole('button', { name: 'What would it take?' }).click();
    await page.getByText('16 runs to make').waitFor();
    await page.getByRole('button', { name: 'Try it' }).click();
    await page.getByText('DESK_KEY').waitFor();
    expect(model.requests.length).toBe(asked);
  });

  it('is refused where nothing may be executed', async () => {
    const { page } = await openDesk({
      agent: '\n    api_key_env: DESK_KEY',
      env: { DESK_KEY: 'k', WHICHTOOL_NO_EXEC: '1' },
      path: PAIR,
    });
    await page.getByText('Nothing can be tried here.').waitFor();
    await page.getByText('WHICHTOOL_NO_EXEC is set').waitFor();
  });

  it('says why recorded runs cannot be tried', async () => {
    const project = workspace({
      'package.json': '{}',
      'rows.jsonl': jsonl({ id: 'a', expected_tool: 'x', tool_calls: [{ name: 'y' }] }),
      'whichtool.yaml':
        'evals: [{ name: desk, dataset: rows.jsonl, scorers: [{ type: tool_name_match }], expect: [] }]\n',
    });
    await whichtool(['run'], { cwd: project.path });
    const served = await serveProject(project.path);
    onTestFinished(async () => {
      await served.stop();
      project.remove();
    });
    const answer = await served.ask('/api/v1/try?suite=whichtool.yaml&eval=desk');
    expect(((await answer.json()) as { obstacle: string }).obstacle).toContain(
      'no test or eval of these suites drives an agent with a model',
    );
    expect((await fetch(served.address('/api/v1/try/events'))).status).toBe(401);
  });
});
