import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Report } from '#core';
import { type LoopbackModel, startLoopbackModel } from '../../../test/loopback-model/server.mjs';
import { driveOptions, runOptions } from '../fixtures/run-options.ts';
import { loadSuites } from '../load-suites.ts';
import { runSuites } from '../run.ts';

let folder: string;
let server: LoopbackModel;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'whichtool-settings-'));
  writeFileSync(join(folder, 'package.json'), '{}');
  writeFileSync(
    join(folder, 'tools.json'),
    JSON.stringify([{ server: 's', name: 'look', description: 'Looks.', input_schema: {} }]),
  );
  server = await startLoopbackModel({
    decisions: [{ when: { answer: 1 }, calls: [{ name: 'look' }] }],
  });
});
afterEach(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

function suiteOf(agent: string, test = ''): string {
  return `
agents:
  desk: { ${agent}, catalog: tools.json, tools: select }
tests:
  - { name: t, agent: desk, prompt: What is this?, function_call_coverage: { function_calls: [look] }${test} }
`;
}

const compatible = (more = ''): string =>
  `model: "openai-compatible:m", base_url: "${server.baseUrls['openai-compatible']}"${more}`;

async function run(suite: string, isReplay = false): Promise<Report> {
  writeFileSync(join(folder, 'whichtool.yaml'), suite);
  const options = runOptions(folder, {
    drive: driveOptions(join(folder, 'cassettes'), { isReplay }),
  });
  return runSuites(await loadSuites([], folder), options);
}

describe('settings of a model', () => {
  it('are a part of what a recording depends on', async () => {
    const before = suiteOf(compatible(', reasoning_effort: low, extra_body: { user: u1 }'));
    expect((await run(before)).verdict).toBe('pass');
    expect((await run(before, true)).verdict).toBe('pass');
    for (const more of [
      ', reasoning_effort: high, extra_body: { user: u1 }',
      ', reasoning_effort: low, extra_body: { user: u2 }',
      ', reasoning_effort: low, extra_body: { user: u1 }, top_p: 0.5',
      ', reasoning_effort: low, extra_body: { user: u1 }, thinking: true',
    ]) {
      const { issues } = await run(suiteOf(compatible(more)), true);
      expect(issues.map(({ code }) => code)).toContain('CASSETTE_STALE');
    }
    expect(server.requests).toHaveLength(1);
  });
});

describe('several models with keys of their own', () => {
  it('are asked at their own addresses, with their own keys and prices', async () => {
    const other = await startLoopbackModel({
      key: 'k-other',
      decisions: [{ calls: [{ name: 'look' }] }],
    });
    process.env['WT_TEST_OTHER_KEY'] = 'k-other';
    try {
      const models = `models: [
        { model: "openai-compatible:m", base_url: "${server.baseUrls['openai-compatible']}", prices: { input: 1, output: 1 } },
        { model: "anthropic:claude-x", base_url: "${other.baseUrls.anthropic}", api_key_env: WT_TEST_OTHER_KEY, prices: { input: 10, output: 10 } }
      ]`;
      expect((await run(suiteOf(models))).verdict).toBe('pass');
      expect(server.requests.map(({ headers }) => headers.authorization ?? null)).toEqual([null]);
      expect(other.requests.map(({ headers }) => headers['x-api-key'])).toEqual(['k-other']);
      const texts = await cassettes();
      // 100 tokens of input and 20 of output.
      expect(
        texts.map((text) => Number(JSON.parse(text).usage.cost)).sort((a, b) => a - b),
      ).toEqual([0.00012, 0.0012]);
      expect(texts.join('')).not.toContain('k-other');
    } finally {
      delete process.env['WT_TEST_OTHER_KEY'];
      await other.close();
    }
  });
});

describe('images of a test', () => {
  const PNG = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.from('pixels')]);

  it('go along with the first message, and are a part of the prompt', async () => {
    writeFileSync(join(folder, 'a.png'), PNG);
    const suite = suiteOf(compatible(), ', images: [a.png]');
    expect((await run(suite)).verdict).toBe('pass');
    const body = Object(server.requests[0]?.body);
    expect(body.messages).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'What is this?' },
          {
            type: 'image_url',
            image_url: { url: `data:image/png;base64,${PNG.toString('base64')}` },
          },
        ],
      },
    ]);
    const [cassette = ''] = await cassettes();
    expect(JSON.parse(cassette).input.messages[0].content[1]).toMatchObject({
      type: 'image',
      media_type: 'image/png',
    });
    expect((await run(suite, true)).verdict).toBe('pass');
    writeFileSync(join(folder, 'a.png'), Buffer.concat([PNG, PNG]));
    expect((await run(suite, true)).issues.map(({ code }) => code)).toContain('CASSETTE_STALE');
  });

  it('come with rows of a dataset, by their path', async () => {
    writeFileSync(join(folder, 'a.png'), PNG);
    const row = { id: 'r', input: 'What is this?', images: ['a.png'], expected_tool: 'look' };
    writeFileSync(join(folder, 'rows.jsonl'), JSON.stringify(row));
    const agents = suiteOf(compatible()).split('tests:')[0];
    const rows =
      '{ name: e, agent: desk, dataset: rows.jsonl, scorers: [{ type: tool_name_match }] }';
    const suite = `${agents}evals:\n  - ${rows}\n`;
    expect((await run(suite)).evals[0]).toMatchObject({ passing: { k: 1, n: 1 } });
    const { messages } = Object(server.requests[0]?.body);
    expect(messages[0].content[1].image_url.url).toBe(
      `data:image/png;base64,${PNG.toString('base64')}`,
    );
    writeFileSync(join(folder, 'a.png'), Buffer.concat([PNG, PNG]));
    expect((await run(suite, true)).issues.map(({ code }) => code)).toContain('CASSETTE_STALE');
    writeFileSync(join(folder, 'rows.jsonl'), JSON.stringify({ ...row, images: ['../a.png'] }));
    await expect(run(suite)).rejects.toMatchObject({ issues: [{ code: 'DRIVE_MESSAGES' }] });
  });

  it('must be images', async () => {
    writeFileSync(join(folder, 'a.png'), 'text');
    const suite = suiteOf(compatible(), ', images: [a.png, missing.png]');
    await expect(run(suite)).rejects.toMatchObject({
      issues: [
        { code: 'DRIVE_MESSAGES', message: '"t": a.png is not a PNG, JPEG, GIF or WebP image' },
        { code: 'DRIVE_MESSAGES', message: '"t": missing.png cannot be read (ENOENT)' },
      ],
    });
  });
});

async function cassettes(): Promise<readonly string[]> {
  const root = join(folder, 'cassettes');
  const names = (await readdir(root, { recursive: true })).filter((name) => name.endsWith('.json'));
  return names.sort().map((name) => readFileSync(join(root, name), 'utf8'));
}
