import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Comparison, Report } from '#core';
import { closePages, openBrowser } from './support/browser.ts';
import { jsonl, whichtool, workspace } from './support/cli.ts';

/** What each of three judges says about the final answer of a case; text is not a usable answer. */
const VERDICTS: Readonly<Record<string, readonly (number | string)[]>> = {
  right: [1, 1, 1],
  'right by a wrong tool': [1, 1, 1],
  partly: [0.5, 0.5, 0.5],
  wrong: [0, 0, 0],
  'split, decided': [1, 0, 1],
  'split, undecided': [1, 0.5, 0],
  unjudged: ['no', 'no', 'no'],
};

const IDS = Object.keys(VERDICTS);
const REASON = 'because <b>I</b> say so\n::error::x';

/** Three judges that speak Chat Completions. */
function judges(): Server {
  return createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => {
      const { model, messages } = JSON.parse(body) as {
        model: string;
        messages: { content: string }[];
      };
      const asked = messages.map(({ content }) => content).join('\n');
      const id = IDS.find((one) => asked.includes(`"user_input":"${one}"`)) ?? '';
      const said = VERDICTS[id]?.[Number(model.at('judge-'.length)) - 1];
      const content =
        typeof said === 'number'
          ? JSON.stringify({ statements: [], reason: REASON, score: said })
          : String(said);
      response.setHeader('content-type', 'application/json');
      response.end(
        JSON.stringify({
          id: 'x',
          model,
          choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }],
          usage: { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 },
        }),
      );
    });
  });
}

const server = judges();
const files = workspace({
  'rows.jsonl': jsonl(
    ...IDS.map((id) => ({
      id,
      expected_tool: 'get_order',
      trace: {
        input: id,
        output: 'It was sent.',
        tool_calls: [{ name: id.includes('wrong tool') ? 'search' : 'get_order', arguments: {} }],
      },
    })),
  ),
});

function suite(...models: readonly number[]): string {
  const { port } = server.address() as AddressInfo;
  const jury = models.map(
    (n) =>
      `{ model: "openai-compatible:judge-${n}-2025-08-07", base_url: "http://127.0.0.1:${port}/v1", prices: { input: 3, output: 15 } }`,
  );
  const evals = ['orders', 'again'].map(
    (name) => `
  - name: ${name}
    dataset: rows.jsonl
    scorers: [{ type: answer, rubric: It says where the order is. }, { type: tool_name_match }]
    expect: [{ answer.pass: { ">=": 0.9 } }, { tool_name_match: { ">=": 0.8 } }]`,
  );
  return `judge: { jury: [${jury.join(', ')}] }\nevals:${evals.join('')}
  - name: chosen
    dataset: rows.jsonl
    scorers: [{ type: tool_name_match }]
    expect: [{ tool_name_match: { ">=": 0.8 } }]\n`;
}

const run = (args: readonly string[]): ReturnType<typeof whichtool> =>
  whichtool(args, { cwd: files.path });
const read = (name: string): string => readFileSync(join(files.path, name), 'utf8');

beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  files.write('whichtool.yaml', suite(1, 2, 3));
});
afterAll(() => {
  files.remove();
  server.closeAllConnections();
  server.close();
});

describe('a run with a jury', () => {
  it('shows what it decided apart, in every report', async () => {
    const sinks = ['json', 'html', 'markdown', 'junit', 'csv', 'github'];
    const shown = await run([
      'run',
      ...sinks.flatMap((name) => ['--reporter', `${name}=out.${name}`]),
      '--reporter',
      'terminal',
    ]);
    expect(shown.code).toBe(1);
    expect(shown.stdout).toContain('2 failed, 1 passed · decided by judged gates alone');
    expect(shown.stdout).toMatch(/│ ✓ tool_name_match +85\.71 % +needs >= 80 %/);
    expect(shown.stdout).toContain(
      'judged · 7 questions · 2 without a verdict (JUDGE_ERROR 1, JUDGE_SPLIT 1) · judges split on 2',
    );
    expect(shown.stdout).toMatch(/│ ✗ answer\.pass +71\.43 % +needs >= 90 %/);
    expect(shown.stdout).toContain('at most this: 2 of 7 runs have no verdict of the judge');
    expect(shown.stdout).toContain(
      '1 case judged good that deterministic scorers find wrong: right by a wrong tool',
    );
    expect(shown.stdout.match(/2 of 3 must agree/g)).toHaveLength(1);
    expect(shown.stdout).not.toMatch(/^\s*::error/m);
    expect(read('out.markdown')).toContain(
      '`the judge gives 0.5: because <b>I</b> say so\\n::error::x`',
    );
    expect(
      read('out.github')
        .split('\n')
        .filter((line) => line.startsWith('::error::')),
    ).toEqual([]);
    const { evals } = JSON.parse(read('out.json')) as Report;
    expect(evals.map(({ judge }) => judge?.split)).toEqual([2, 2, undefined]);
  });

  it('is a page that says so, also where it is narrow', async () => {
    const browser = await openBrowser();
    try {
      for (const width of [1200, 360]) {
        const page = await browser.newPage({ viewport: { width, height: 900 } });
        await page.goto(pathToFileURL(join(files.path, 'out.html')).href);
        await page.locator('.item').first().click();
        const judged = page.locator('.judged');
        await judged.waitFor();
        expect(
          await page.locator('.gates').first().locator('.gate-name code').allTextContents(),
        ).toEqual(['tool_name_match']);
        await expect
          .poll(() => judged.locator('.gate-name code').allTextContents())
          .toEqual(['answer.pass']);
        const text = await judged.innerText();
        expect(text).toContain('2 of 3 must agree');
        expect(text).toContain('right by a wrong tool');
        await expect.poll(() => page.locator('main b', { hasText: /^I$/ }).count()).toBe(0);
        const widest = await page.evaluate('document.documentElement.scrollWidth');
        expect(widest).toBeLessThanOrEqual(width);
        await page.close();
      }
    } finally {
      await closePages();
    }
  });

  it('is put together from shards byte for byte, of one judge', async () => {
    for (const shard of ['1', '2'])
      await run(['run', '--shard', `${shard}/2`, '--reporter', `json=s${shard}.json`]);
    await run(['merge-reports', 's1.json', 's2.json', '--reporter', 'json=merged.json']);
    expect(read('merged.json')).toBe(read('out.json'));
    files.write('s2.json', read('s2.json').replaceAll('"judge-2-2025-08-07"', '"judge-2-other"'));
    const refused = await run(['merge-reports', 's1.json', 's2.json']);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('judged by different judges');
  });
});

describe('a run with another judge', () => {
  it('is not compared where judges decide, and as before elsewhere', async () => {
    files.write('whichtool.yaml', suite(2));
    const alone = await run(['run', '--reporter', 'json=other.json']);
    expect(alone.code).toBe(1);
    const shown = await run(['compare', 'out.json', 'other.json', '--fail-on-regression=any']);
    expect(shown.code).toBe(3);
    expect(shown.stdout).toMatch(
      /^! compare: not compared in full, because the judge is not the same/,
    );
    expect(shown.stdout).toContain('(JUDGE_DRIFT)');
    expect(shown.stdout).not.toContain('nothing is worse');
    const json = await run(['compare', 'out.json', 'other.json', '--reporter', 'json']);
    const { parts } = JSON.parse(json.stdout) as Comparison;
    expect(parts.map(({ name, pairs, drift }) => [name, pairs, drift?.units.total])).toEqual([
      ['orders', 0, 5],
      ['again', 0, 5],
      ['chosen', 7, undefined],
    ]);
  });

  it('does not pass a rule against a baseline of the first', async () => {
    const shown = await run(['run', '--baseline', 'out.json', '--fail-on-regression=any']);
    expect(shown.stdout).toContain(
      'baseline: not compared in full, because the judge is not the same',
    );
  });
});
