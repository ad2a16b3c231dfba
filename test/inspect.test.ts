import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { InspectionReport } from '#core';
import { afterEach, describe, expect, it } from 'vitest';
import { jsonl, whichtool, workspace } from './support/cli.ts';

let folder: ReturnType<typeof workspace>;
afterEach(() => folder.remove());

const TOOLS = [
  { name: 'search', server: 'brave' },
  { name: 'get', server: 'http' },
];
const TRACES = jsonl(
  {
    id: 'a',
    tools: TOOLS,
    tool_calls: [{ name: 'search', server: 'brave' }],
    usage: { cost: 0.5 },
  },
  {
    id: 'a',
    tools: TOOLS,
    tool_calls: [{ name: 'serch', server: 'brave' }],
    usage: { cost: 0.25 },
  },
  { tools: TOOLS, tool_calls: [], usage: { cost: 0.25 } },
);

async function inspect(...args: string[]): ReturnType<typeof whichtool> {
  return await whichtool(['inspect', ...args], { cwd: folder.path });
}

describe('inspect', () => {
  it('tells what is wrong with traces without a suite, and passes', async () => {
    folder = workspace({ 't.jsonl': TRACES });
    const { code, stdout, stderr } = await inspect('t.jsonl');
    expect(stderr).toBe('');
    expect(stdout).toContain('3 runs · 2 calls · 2 tools · 1 run without a call · cost 1.00');
    expect(stdout).toContain('brave.serch      1     1  perhaps brave.search was meant  t.jsonl:2');
    expect(stdout).toContain('Offered and never called    http.get');
    expect(code).toBe(0);
  });

  it.each([
    ['hallucinated.calls=0', 1],
    ['hallucinated.calls=1', 0],
    ['unused.tools=0', 1],
    ['unused.tools=1', 0],
    ['cost.total=1', 0],
    ['cost.total=0.9999', 1],
    ['calls.mean=0.67', 0],
    ['tokens.total=5', 3],
    ['no.such=1', 2],
    ['unused.tools=-1', 2],
  ])('gates any figure: %s exits %d', async (threshold, wanted) => {
    folder = workspace({ 't.jsonl': TRACES });
    expect((await inspect('t.jsonl', '--threshold', threshold)).code).toBe(wanted);
  });

  it('takes the same figures as gates of a suite', async () => {
    folder = workspace({
      't.jsonl': TRACES.replaceAll('"id":"a",', ''),
      'whichtool.yaml':
        'tests:\n  - name: all\n    traces: t.jsonl\n    expect: [ { cost.total: { "<=": 1 } }, { runs.without_calls: { "==": 1 } }, { hallucinated.calls: { "==": 1 } } ]\n',
    });
    const { code, stdout } = await whichtool(['run'], { cwd: folder.path });
    expect(stdout).toContain('PASS');
    expect(code).toBe(0);
  });

  it('counts crashed runs and unreadable records as not measured, up to --max-errors', async () => {
    folder = workspace({ 't.jsonl': `${TRACES}{"tool_calls":[],"error":"boom"}\nnot json\n` });
    const { code, stdout } = await inspect('t.jsonl');
    expect(stdout).toContain('2 runs not measured');
    expect(code).toBe(3);
    expect((await inspect('t.jsonl', '--max-errors', '2')).code).toBe(0);
    expect((await inspect('t.jsonl', '--max-errors', '1')).code).toBe(3);
    expect((await inspect('t.jsonl', '--max-errors', 'x')).code).toBe(2);
  });

  it('gives the same bytes each time, in json, markdown and html', async () => {
    folder = workspace({ 't.jsonl': TRACES });
    const outputs = ['json=a.json', 'markdown=a.md', 'html=a.html'].flatMap((o) => [
      '--reporter',
      o,
    ]);
    expect((await inspect('t.jsonl', ...outputs)).code).toBe(0);
    const read = (): string[] =>
      ['a.json', 'a.md', 'a.html'].map((name) => readFileSync(join(folder.path, name), 'utf8'));
    const first = read();
    await inspect('t.jsonl', ...outputs);
    expect(read()).toEqual(first);
    const report = JSON.parse(first[0]!) as InspectionReport;
    expect(report).toMatchObject({ kind: 'inspection', verdict: 'pass', calls: 2 });
    expect(report.formats).toEqual([{ format: 'native', files: 1, first: 't.jsonl' }]);
  });

  it('reads standard input, and refuses what it cannot use', async () => {
    folder = workspace({ 'empty.jsonl': '' });
    const piped = await whichtool(['inspect', '-', '--json'], { cwd: folder.path, input: TRACES });
    expect((JSON.parse(piped.stdout) as InspectionReport).calls).toBe(2);
    expect((await inspect('empty.jsonl')).code).toBe(2);
    expect((await inspect('nothing.jsonl')).code).toBe(2);
    const wrong = await inspect('empty.jsonl', '--format', 'nope');
    expect(wrong.code).toBe(2);
    expect(wrong.stderr).toContain('the formats are');
    expect((await inspect('empty.jsonl', '--reporter', 'junit')).stderr).toContain(
      'there are terminal, json, markdown, html',
    );
  });

  it('counts the calls of the requesters that are asked for', async () => {
    folder = workspace({
      't.jsonl': jsonl({ tool_calls: [{ name: 'a' }, { name: 'b', requester: 'user' }] }),
    });
    const calls = async (...flags: string[]): Promise<number> =>
      (JSON.parse((await inspect('t.jsonl', '--json', ...flags)).stdout) as InspectionReport).calls;
    expect(await calls()).toBe(1);
    expect(await calls('--requester', 'user')).toBe(1);
    expect(await calls('--requester', 'agent,user')).toBe(2);
  });

  it('reads a run of more calls than fit on the stack', async () => {
    const parts = Array.from({ length: 150_000 }, (_, i) => {
      return { type: 'tool_call', id: `c${i}`, name: 'get', arguments: {} };
    });
    const told = (key: string, stringValue: string): object => ({ key, value: { stringValue } });
    const attributes = [
      told('gen_ai.operation.name', 'chat'),
      told('gen_ai.input.messages', JSON.stringify([{ role: 'assistant', parts }])),
    ];
    const span = { traceId: '0a', spanId: '0b', name: 'chat', attributes };
    folder = workspace({
      't.jsonl': jsonl({ resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] }),
    });
    const { stdout } = await inspect('t.jsonl', '--json');
    expect((JSON.parse(stdout) as InspectionReport).calls).toBe(150_000);
  });
});
