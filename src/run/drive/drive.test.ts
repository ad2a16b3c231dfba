import {
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Report, UserError } from '#core';
import { lockFile } from '#platform';
import type { DriveProgress } from '#schema';
import { Interrupted } from '../limits/interrupted.ts';
import { loadSuites } from '../load-suites.ts';
import { driveOptions, runOptions } from '../fixtures/run-options.ts';
import { runSuites } from '../run.ts';
import type { DriveOptions } from './drive.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'whichtool-drive-'));
  write('package.json', '{}');
  write('tools.json', JSON.stringify(TOOLS));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const TOOLS = [
  {
    server: 'shop',
    name: 'get_order_status',
    description: 'Tells where an order is and when it arrives.',
    input_schema: { type: 'object', properties: { order: { type: 'string' } } },
  },
  {
    server: 'shop',
    name: 'refund_order',
    description: 'Pays back the money of an order.',
    input_schema: { type: 'object', properties: { order: { type: 'string' } } },
  },
];

const SUITE = `
agents:
  desk: { model: lexical, catalog: tools.json, max_turns: 3 }
tests:
  - name: asks for the status
    agent: desk
    prompt: What is the status of order "D81"?
    function_call_coverage: { function_calls: [get_order_status] }
  - name: asks for money
    agent: desk
    prompt: Please refund my order "D82", I want the money back.
    function_call_coverage: { function_calls: [refund_order] }
`;

function write(name: string, text: string): void {
  writeFileSync(join(folder, name), text);
}

const cassettes = (): string => join(folder, 'cassettes');

async function run(suite: string, more: Partial<DriveOptions> = {}): Promise<Report> {
  write('whichtool.yaml', suite);
  const options = runOptions(folder, { drive: driveOptions(cassettes(), more) });
  return runSuites(await loadSuites([], folder), options);
}

const replay = (suite: string): Promise<Report> => run(suite, { isReplay: true });

async function files(): Promise<readonly string[]> {
  const all = await readdir(cassettes(), { recursive: true });
  return all.filter((name) => name.endsWith('.json')).sort();
}

async function codesOf(running: Promise<Report>): Promise<readonly string[]> {
  const error: unknown = await running.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(UserError);
  return (error as UserError).issues.map(({ code }) => code);
}

/** Everything but the hash of the suite, which differs when the suite does. */
const partsOf = ({ tests, evals, verdict, issues }: Report): unknown => ({
  tests,
  evals,
  verdict,
  issues,
});

describe('a test without recorded runs', () => {
  it('is measured by driving its agent, and the run is kept as a native trace', async () => {
    const report = await run(SUITE);
    expect(report.tests.map(({ name, verdict, runs }) => [name, verdict, runs])).toEqual([
      ['asks for the status', 'pass', 1],
      ['asks for money', 'pass', 1],
    ]);
    const found = await files();
    expect(found).toHaveLength(2);
    const cassette = JSON.parse(readFileSync(join(cassettes(), found[1] as string), 'utf8')) as {
      tool_calls: { name: string; server: string }[];
      cassette: { version: number; name: string };
    };
    expect(cassette.tool_calls).toMatchObject([{ server: 'shop', name: 'get_order_status' }]);
    expect(cassette.cassette).toMatchObject({ version: 1, name: 'asks for the status', run: 1 });
  });

  it('gives the same report from its cassettes, and starts nothing', async () => {
    const live = await run(SUITE);
    rmSync(join(folder, 'tools.json'));
    write('tools.json', JSON.stringify(TOOLS));
    expect(await replay(SUITE)).toEqual(live);
  });

  it('says that the lexical agent is only a floor', async () => {
    const notes: string[] = [];
    await run(SUITE, { onNote: (note) => notes.push(note) });
    expect(notes).toEqual([expect.stringContaining('a floor, not your agent')]);
  });

  it('is run as often as it says', async () => {
    const progress: DriveProgress[] = [];
    const suite = SUITE.replace('    prompt: What', '    runs: 3\n    prompt: What');
    const report = await run(suite, { onProgress: (one) => progress.push(one) });
    expect(report.tests.map(({ runs }) => runs)).toEqual([3, 1]);
    expect(progress.at(-1)).toMatchObject({ done: 4, total: 4, running: 0, failed: 0, calls: 4 });
  });

  it('needs a prompt and an agent that is declared', async () => {
    expect(await codesOf(run(SUITE.replaceAll(/ {4}prompt: .*\n/g, '')))).toEqual([
      'DRIVE_NO_PROMPT',
      'DRIVE_NO_PROMPT',
    ]);
    expect(await codesOf(run(SUITE.replaceAll('agent: desk', 'agent: dsk')))).toEqual([
      'DRIVE_UNKNOWN_AGENT',
      'DRIVE_UNKNOWN_AGENT',
    ]);
  });
});

describe('a cassette', () => {
  it('is stale when what the run depends on changed, and says what', async () => {
    await run(SUITE);
    const changed = SUITE.replace('max_turns: 3', 'max_turns: 4').replace('D82', 'D83');
    const report = await replay(changed);
    expect(report.verdict).toBe('error');
    expect(report.issues.map(({ code, message }) => `${code} ${message}`)).toEqual([
      'CASSETTE_STALE "asks for money", run 1: the prompt, the settings of the agent changed since it was recorded',
      'CASSETTE_STALE "asks for the status", run 1: the settings of the agent changed since it was recorded',
    ]);
    expect(report.tests.map(({ errors }) => errors)).toEqual([1, 1]);
  });

  it('that is missing leaves its run unmeasured', async () => {
    await run(SUITE);
    const [first] = await files();
    rmSync(join(cassettes(), first as string));
    const report = await replay(SUITE);
    expect(report.tests.map(({ verdict }) => verdict)).toEqual(['pass', 'error']);
  });

  it('is made again only where it is missing or stale', async () => {
    await run(SUITE);
    const found = await files();
    const times = (): readonly number[] =>
      found.map((name) => statSync(join(cassettes(), name)).mtimeMs);
    for (const name of found) utimesSync(join(cassettes(), name), 1000, 1000);
    const before = times();
    const changed = SUITE.replace('D82', 'D83');
    const report = await run(changed, { keepsFresh: true });
    expect(report.verdict).toBe('pass');
    const after = times();
    expect(after[1]).toBe(before[1]);
    expect(after[0]).not.toBe(before[0]);
    expect(partsOf(await replay(changed))).toEqual(partsOf(report));
  });

  it('recorded with other tools is stale when runs are made', async () => {
    await run(SUITE);
    write('tools.json', JSON.stringify(TOOLS.slice(0, 1)));
    const report = await run(SUITE, { keepsFresh: true });
    expect(report.tests.map(({ verdict }) => verdict)).toEqual(['pass', 'fail']);
  });

  it('that was cut off counts as missing', async () => {
    await run(SUITE);
    const [first] = await files();
    const path = join(cassettes(), first as string);
    writeFileSync(path, readFileSync(path, 'utf8').slice(0, 200));
    expect((await replay(SUITE)).verdict).toBe('error');
    expect((await run(SUITE, { keepsFresh: true })).verdict).toBe('pass');
  });

  it('holds no secret', async () => {
    const secret = `sk-${'a1B2c3D4'.repeat(4)}`;
    await run(SUITE.replace('"D82"', `"D82" with key ${secret}`));
    for (const name of await files()) {
      expect(readFileSync(join(cassettes(), name), 'utf8')).not.toContain(secret);
    }
  });
});

describe('an eval without recorded runs', () => {
  const EVAL = `
agents:
  desk: { model: lexical, catalog: tools.json }
evals:
  - name: orders
    dataset: rows.jsonl
    agent: desk
    scorers: [{ type: tool_name_match }]
    expect: [{ tool_name_match: { ">=": 0.5 } }]
`;
  const writeRows = (...rows: readonly object[]): void =>
    write('rows.jsonl', rows.map((row) => `${JSON.stringify(row)}\n`).join(''));

  it('drives its agent once for every row, whatever run the row carries', async () => {
    writeRows(
      { id: 'a', input: 'What is the status of my order?', expected_tool: 'get_order_status' },
      {
        id: 'b',
        input: { messages: [{ role: 'user', content: 'Give me my money back for the order' }] },
        expected_tool: 'refund_order',
        tool_calls: [],
      },
    );
    const report = await run(EVAL);
    expect(report.evals[0]?.cases).toMatchObject([
      { id: 'a', verdict: 'pass', evidence: { where: 'rows.jsonl:1' } },
      { id: 'b', evidence: { question: 'Give me my money back for the order' } },
    ]);
    expect(await replay(EVAL)).toEqual(report);
  });

  it('refuses rows that ask nothing', async () => {
    writeRows({ id: 'a', expected_tool: 'x' }, { id: 'b', input: '', expected_tool: 'x' });
    expect(await codesOf(run(EVAL))).toEqual(['DRIVE_NO_PROMPT', 'DRIVE_NO_PROMPT']);
    expect(existsSync(cassettes())).toBe(false);
  });
});

describe('tools that are mocked', () => {
  const suite = (how: string): string =>
    SUITE.replace('max_turns: 3', `tools: mock, ${how}`).replaceAll('"', "'");
  const results = async (): Promise<readonly unknown[]> =>
    (await files()).map((name) => {
      const { cassette } = JSON.parse(readFileSync(join(cassettes(), name), 'utf8')) as {
        cassette: { exchanges: { tool?: string; result?: unknown; status?: string }[] };
      };
      const called = cassette.exchanges.find(({ tool }) => tool !== undefined);
      return [called?.tool, called?.status, called?.result];
    });

  it('answer as the suite says, and an error where it says nothing', async () => {
    await run(suite('mocks: { refund_order: paid }'));
    expect(await results()).toEqual([
      ['shop.refund_order', 'ok', 'paid'],
      ['shop.get_order_status', 'error', expect.anything()],
    ]);
  });

  it('are asked for by names that exist, which is said once for all runs', async () => {
    const { issues } = await run(suite('mocks: { refund_ordr: paid }'));
    expect(issues.map(({ message, hint }) => [message, hint])).toEqual([
      [
        'agent "desk": mocks name the tool "refund_ordr", which no server has',
        'did you mean "refund_order"?',
      ],
    ]);
  });

  it('answer the same calls as cassettes of other runs say', async () => {
    await run(suite('mocks: { refund_order: paid, get_order_status: under way }'));
    const before = await results();
    renameSync(cassettes(), join(folder, 'recorded'));
    const replayed = suite('mocks_from: recorded');
    await run(replayed);
    expect(await results()).toEqual(before);
    rmSync(join(folder, 'recorded'), { recursive: true });
    const codes = (await replay(replayed)).issues.map(({ code }) => code);
    expect(codes).toEqual(['CASSETTE_STALE', 'CASSETTE_STALE']);
    await expect(run(replayed)).rejects.toMatchObject({ issues: [{ code: 'DRIVE_NO_MOCKS' }] });
  });
});

describe('runs that are interrupted', () => {
  it('are given up, and what was finished is kept for the next time', async () => {
    const stop = new AbortController();
    const suite = SUITE.replace('    prompt: What', '    runs: 5\n    prompt: What');
    const interrupted = run(suite, {
      concurrency: 1,
      listen: () => stop.signal,
      onProgress: ({ done }) => {
        if (done === 3) stop.abort();
      },
    });
    await expect(interrupted).rejects.toBeInstanceOf(Interrupted);
    expect((await files()).length).toBeLessThan(6);
    const resumed = await run(suite, { keepsFresh: true });
    rmSync(cassettes(), { recursive: true });
    expect(resumed).toEqual(await run(suite));
  });

  it('cannot be made by two processes at once', async () => {
    await run(SUITE);
    const [kept] = await files();
    const lock = `.${dirname(kept as string)}.lock`;
    const release = await lockFile(join(cassettes(), lock));
    expect(await codesOf(run(SUITE))).toEqual(['RUN_LOCKED']);
    release();
  });
});

describe('a test that stops when it is decided', () => {
  const suite = (prompt: string): string => `
agents:
  desk: { model: lexical, catalog: tools.json }
tests:
  - name: decided
    agent: desk
    runs: 10
    stop: decided
    prompt: ${prompt}
    function_call_coverage:
      function_calls: [get_order_status]
      expect: [{ all_required_calls_made: { ">=": 0.8 } }]
`;

  it('makes no run that could not change the gate', async () => {
    const failing = await run(suite('Give me my money back'), { concurrency: 1 });
    expect(failing.tests[0]).toMatchObject({ verdict: 'fail', runs: 3, errors: 0, planned: 10 });
    expect(await files()).toHaveLength(3);
    expect(await replay(suite('Give me my money back'))).toEqual(failing);
    const passing = await run(suite('What is the status of the order?'), { concurrency: 1 });
    expect(passing.tests[0]).toMatchObject({ verdict: 'pass', runs: 8, planned: 10 });
  });

  it('stops after the same run however many are made at once', async () => {
    const one = await run(suite('Give me my money back'), { concurrency: 1 });
    expect(await run(suite('Give me my money back'), { concurrency: 8 })).toEqual(one);
  });
});
