import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ListedRun, Report, RunEvidence } from '#core';
import { parseReport } from '#schema';
import { driveOptions, runOptions } from './fixtures/run-options.ts';
import { loadSuites } from './load-suites.ts';
import { mergeReports } from './merge-reports.ts';
import { runSuites, type RunOptions } from './run.ts';
import { compileSelector } from './selection/selector.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'whichtool-evidence-'));
  write('package.json', '{}');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, text: string): void {
  writeFileSync(join(folder, name), text);
}

function writeLines(name: string, lines: readonly object[]): void {
  write(name, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
}

async function run(suite: string, more: Partial<RunOptions> = {}): Promise<Report> {
  write('whichtool.yaml', suite);
  return runSuites(await loadSuites([], folder), runOptions(folder, more));
}

const listed = ({ tests }: Report, test = 0): readonly ListedRun[] => tests[test]?.listedRuns ?? [];

const SUITE = `
traces: traces.jsonl
tests:
  - name: orders
    equal_function_sets:
      classes: [{ name: status, members: [get_order_status] }]
      expect: [{ tool_selection.f1: { ">=": 80 } }]
`;

describe('the evidence of a test', () => {
  it('says what was asked, called, expected and answered, and where that stands', async () => {
    const tools = [{ name: 'get_order_status', server: 'shop', description: 'Where an order is.' }];
    writeLines('traces.jsonl', [
      {
        input: "where's my package?",
        model: 'model-1',
        tools,
        tool_calls: [
          { name: 'get_order_history', server: 'shop', arguments: { n: 3 }, status: 'ok', turn: 1 },
        ],
        output: 'You have three orders.',
        usage: { input_tokens: 10, output_tokens: 5, cost: 0.01 },
        duration_ms: 120,
      },
      { input: 'and A-2?', tool_calls: [{ name: 'get_order_status', server: 'shop' }], tools },
    ]);
    const report = await run(SUITE);
    expect(listed(report)).toEqual([
      {
        run: 1,
        verdict: 'fail',
        evidence: {
          where: 'traces.jsonl:1',
          question: "where's my package?",
          answer: 'You have three orders.',
          calls: [
            {
              tool: 'shop.get_order_history',
              arguments: { n: 3 },
              status: 'ok',
              verdict: 'unexpected',
              turn: 1,
            },
          ],
          expected: { calls: [{ tool: 'status' }] },
          failedGates: [
            {
              scorer: 'equal_function_sets',
              metric: 'tool_selection.f1',
              op: '>=',
              value: 80,
              unit: 'percent',
              observed: 0,
            },
          ],
          model: 'model-1',
          catalog: 0,
          tokens: 15,
          cost: 0.01,
          durationMs: 120,
        },
      },
      {
        run: 2,
        verdict: 'pass',
        evidence: {
          where: 'traces.jsonl:2',
          question: 'and A-2?',
          calls: [{ tool: 'shop.get_order_status' }],
          expected: { calls: [{ tool: 'status' }] },
          catalog: 0,
        },
      },
    ]);
    expect(report.tests[0]?.catalogs).toEqual([
      [{ tool: 'shop.get_order_status', description: 'Where an order is.' }],
    ]);
    expect(parseReport(JSON.stringify(report)).ok).toBe(true);
  });

  it('is there for runs that could not be measured, as far as they were read', async () => {
    write(
      'traces.jsonl',
      `${JSON.stringify({ input: 'hello', error: 'it crashed', tool_calls: [{ name: 'get' }] })}\nnot json\n`,
    );
    const report = await run(`${SUITE}    runs: 3\n`);
    expect(listed(report)).toMatchObject([
      {
        verdict: 'error',
        evidence: { where: 'traces.jsonl:1', question: 'hello', calls: [{ tool: 'get' }] },
      },
      { verdict: 'error', evidence: { where: 'traces.jsonl:2' } },
      { verdict: 'error', evidence: { where: 'whichtool.yaml:4' } },
    ]);
    expect(listed(report)[1]?.evidence.calls).toBeUndefined();
  });

  it('says where each run is that a list of the report names, beyond the first hundred too', async () => {
    writeLines(
      'traces.jsonl',
      Array.from({ length: 150 }, (_, i) => ({
        input: 'status?',
        tool_calls: [{ name: i === 139 ? 'other' : 'get_order_status' }],
      })),
    );
    const report = await run(SUITE.replace('80', '0'));
    expect(report.tests[0]?.scores[0]?.misses.items).toMatchObject([{ run: 140 }]);
    expect(listed(report)).toHaveLength(101);
    expect(listed(report).at(-1)).toEqual({
      run: 140,
      verdict: 'pass',
      evidence: { where: 'traces.jsonl:140' },
    });
  });

  it('quotes calls as they count, and those that do not as they are', async () => {
    writeLines('traces.jsonl', [
      {
        tool_calls: [
          { name: 'think', arguments: { about: 'it' } },
          { name: 'call_tool', arguments: { tool: 'get_order_status', args: { id: 'A-1' } } },
          { name: 'old_status' },
        ],
      },
    ]);
    const report = await run(
      `${SUITE}neutral: [think]\nunwrap: [{ tool: call_tool, name: $.tool, arguments: $.args }]\naliases: { old_status: get_order_status }\n`,
    );
    expect(listed(report)[0]?.evidence.calls).toEqual([
      { tool: 'think', arguments: { about: 'it' } },
      { tool: 'get_order_status', arguments: { id: 'A-1' } },
      { tool: 'get_order_status' },
    ]);
  });

  it('has no secrets, and names each as the rest of the report does', async () => {
    const key = `sk-${'a1B2c3D4'.repeat(4)}`;
    const other = `ghp_${'z9Y8x7W6'.repeat(4)}`;
    writeLines('traces.jsonl', [
      {
        input: `use ${other} or ${key}`,
        tool_calls: [
          {
            name: 'login',
            arguments: { key, password: 'correct horse' },
            result: `{"token":"${other}"}`,
          },
        ],
        output: 'the password is correct horse',
      },
    ]);
    const suite = `
traces: traces.jsonl
tests:
  - name: t
    tool_call_f1: { expected: [{ tool: login, args: { key: other } }] }
`;
    const report = await run(suite);
    const evidence = listed(report)[0]?.evidence as RunEvidence;
    expect(evidence).toMatchObject({
      question: 'use [secret-3] or [secret-1]',
      answer: 'the password is [secret-2]',
      calls: [
        {
          arguments: { key: '[secret-1]', password: '[secret-2]' },
          result: '{"token":"[secret-3]"}',
        },
      ],
    });
    expect(report.tests[0]?.scores[0]?.calls[0]?.arguments).toBe(
      '{"key":"[secret-1]","password":"[secret-2]"}',
    );
    expect(JSON.stringify(await run(suite, { redaction: 'none' }))).toContain(key);
    writeLines('traces.jsonl', [{ input: 'write to ann@example.org', tool_calls: [] }]);
    const pii = await run(SUITE, { redaction: 'pii' });
    expect(listed(pii)[0]?.evidence.question).toBe('write to [email-1]');
  });

  it('has names and verdicts alone where texts are left out', async () => {
    const secret = 'nobody may keep this';
    writeLines('traces.jsonl', [
      {
        input: secret,
        tools: [{ name: 'login', description: secret }],
        tool_calls: [{ name: 'login', arguments: { note: secret }, result: secret }],
        said: [{ role: 'user', text: secret, turn: 0 }],
        output: secret,
      },
    ]);
    const report = await run(
      `
traces: traces.jsonl
tests:
  - name: t
    tool_call_f1: { expected: [{ tool: login, args: { note: ${secret} too } }] }
`,
      { evidenceText: false },
    );
    expect(report.evidenceText).toBe(false);
    expect(listed(report)[0]).toEqual({
      run: 1,
      verdict: 'pass',
      evidence: {
        where: 'traces.jsonl:1',
        calls: [{ tool: 'login', verdict: 'mismatch' }],
        expected: { calls: [{ tool: 'login' }] },
        catalog: 0,
      },
    });
    expect(report.tests[0]?.catalogs).toEqual([[{ tool: 'login' }]]);
    expect(JSON.stringify(report)).not.toContain(secret);
  });
});

describe('the evidence of an eval', () => {
  const EVAL = `
dataset: rows.jsonl
scorers: [{ type: tool_name_match }]
expect: [{ tool_name_match: { ">=": 0.5 } }]
`;

  it('is that of each case, with what its label says', async () => {
    writeLines('rows.jsonl', [
      {
        id: 'a',
        input: 'where is A-1?',
        expected_tool: ['get_order_status', 'track_order'],
        expected_args: { id: 'A-1' },
        rationale: 'one order is meant',
        agreed: ['ann', 'bob'],
        tool_calls: [{ name: 'get_order_history' }],
      },
      { id: 'b', input: 'hello', expected_tool: 'none', tool_calls: [] },
      { id: 'c', input: 'anyone?', expected_tool: 'get_order_status' },
    ]);
    const [found] = (await run(EVAL)).evals;
    expect(found?.cases).toEqual([
      {
        id: 'a',
        verdict: 'fail',
        modes: ['wrong_tool'],
        confused: [['get_order_status', 'get_order_history']],
        evidence: {
          where: 'rows.jsonl:1',
          question: 'where is A-1?',
          calls: [{ tool: 'get_order_history', verdict: 'unexpected' }],
          expected: {
            calls: [{ tool: 'get_order_status', arguments: { id: 'A-1' } }],
            alternatives: ['track_order'],
            rationale: 'one order is meant',
            agreed: ['ann', 'bob'],
          },
        },
      },
      {
        id: 'b',
        verdict: 'pass',
        evidence: {
          where: 'rows.jsonl:2',
          question: 'hello',
          calls: [],
          expected: { calls: [] },
        },
      },
      {
        id: 'c',
        verdict: 'error',
        evidence: {
          where: 'rows.jsonl:3',
          question: 'anyone?',
          expected: { calls: [{ tool: 'get_order_status' }] },
        },
      },
    ]);
  });

  it('is quoted of the first hundred cases of each verdict; all others say where they are', async () => {
    writeLines(
      'rows.jsonl',
      Array.from({ length: 250 }, (_, i) => ({
        input: `question ${i}`,
        expected_tool: 'a',
        tool_calls: [{ name: i % 2 === 0 ? 'a' : 'b' }],
      })),
    );
    const [found] = (await run(EVAL)).evals;
    const cases = found?.cases ?? [];
    expect(cases.map(({ evidence }) => evidence?.where)).toEqual(
      cases.map((_, i) => `rows.jsonl:${i + 1}`),
    );
    expect(cases.map(({ evidence }) => evidence?.question)).toEqual(
      cases.map((_, i) => (i < 200 ? `question ${i}` : undefined)),
    );
    expect(Object.keys(cases[249]?.evidence ?? {})).toEqual(['where']);
  });

  it('names traces that were joined to rows by their own place, and documents by their line', async () => {
    writeLines('rows.jsonl', [
      { id: 'a', input: 'one', expected_tool: 'x' },
      { id: 'b', input: 'two', expected_tool: 'x' },
    ]);
    const traces = [
      { case: 'b', tool_calls: [{ name: 'x' }] },
      { case: 'a', tool_calls: [{ name: 'y' }] },
    ];
    write('traces.json', JSON.stringify(traces, null, 2));
    const [found] = (await run(`traces: traces.json${EVAL}`)).evals;
    expect(found?.cases.map(({ evidence }) => [evidence?.where, evidence?.question])).toEqual([
      ['traces.json:10', 'one'],
      ['traces.json:2', 'two'],
    ]);
  });
});

describe('the evidence of driven runs', () => {
  const TOOLS = [{ name: 'get_status', description: 'The status of an order.' }];
  const DRIVEN = `
agents:
  desk: { model: lexical, catalog: tools.json }
tests:
  - name: asks
    agent: desk
    prompt: What is the status of my order?
    runs: 2
    function_call_coverage: { function_calls: [get_status] }
evals:
  - name: rows
    agent: desk
    dataset: rows.jsonl
    scorers: [{ type: tool_name_match }]
    expect: [{ tool_name_match: { ">=": 0.5 } }]
`;

  it('names them by the suite and the rows, and a replay from elsewhere has the same bytes', async () => {
    write('tools.json', JSON.stringify(TOOLS));
    writeLines('rows.jsonl', [{ id: 'a', input: 'the status?', expected_tool: 'get_status' }]);
    const drive = driveOptions(join(folder, 'cassettes'));
    const live = await run(DRIVEN, { drive });
    expect(listed(live).map(({ evidence }) => evidence.where)).toEqual([
      'whichtool.yaml:5 run 1',
      'whichtool.yaml:5 run 2',
    ]);
    expect(listed(live)[0]?.evidence).toMatchObject({
      question: 'What is the status of my order?',
      calls: [{ tool: 'get_status' }],
    });
    expect(live.evals[0]?.cases[0]?.evidence).toMatchObject({
      where: 'rows.jsonl:1',
      question: 'the status?',
    });
    cpSync(join(folder, 'cassettes'), join(folder, 'kept'), { recursive: true });
    const replay = driveOptions(join(folder, 'kept'), { isReplay: true });
    expect(JSON.stringify(await run(DRIVEN, { drive: replay }))).toBe(JSON.stringify(live));
  });
});

describe('the evidence of shards', () => {
  const shards = `${SUITE}  - name: others
    traces: others.jsonl
    equal_function_sets:
      classes: [{ name: other, members: [get_order_status] }]
      expect: [{ tool_selection.f1: { ">=": 80 } }]
`;
  const part = (index: number, more: Partial<RunOptions> = {}): Promise<Report> =>
    run(shards, { selector: compileSelector(null, `${index}/2`), ...more });

  it('is merged byte for byte, and never with that of other shards', async () => {
    const trace = (i: number): object => ({
      input: `question ${i}`,
      tool_calls: [{ name: i % 3 === 0 ? 'get_order_status' : 'other' }],
    });
    writeLines(
      'traces.jsonl',
      Array.from({ length: 20 }, (_, i) => ({ ...trace(i), test: 'orders' })),
    );
    writeLines(
      'others.jsonl',
      Array.from({ length: 20 }, (_, i) => trace(i)),
    );
    const whole = await run(shards);
    const merged = mergeReports([await part(2), await part(1)]);
    expect(JSON.stringify(merged)).toBe(JSON.stringify(whole));
    const without = await part(1, { evidenceText: false });
    const second = await part(2);
    expect(() => mergeReports([without, second])).toThrow('some shards have texts');
    expect(mergeReports([without, await part(2, { evidenceText: false })]).evidenceText).toBe(
      false,
    );
  });
});
