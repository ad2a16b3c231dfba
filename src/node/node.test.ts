import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { type Issue, scoreTraces } from '#core';
import { planSuite, readTraces, runSuite } from './index.ts';

const cwd = mkdtempSync(join(tmpdir(), 'whichtool-node-'));
afterAll(() => rmSync(cwd, { recursive: true }));

const SUITE = `tests:
  - name: searches
    traces: '*.jsonl'
    equal_function_sets:
      classes: [{ name: search, members: [search] }, { name: fetch, members: [get] }]
      expect: [{ tool_selection.f1: { ">=": 50 } }]
`;
writeFileSync(join(cwd, 'whichtool.yaml'), SUITE);
// Run 1 misses fetch: TP 1, FP 0, FN 1. F1 = 2 / 3.
writeFileSync(join(cwd, 'runs.jsonl'), '{"tool_calls":[{"name":"search"}]}\n');
writeFileSync(join(cwd, 'torn.json'), '[{"tool_calls":[]},{"tool_calls":');

describe('readTraces', () => {
  it('reads files by path, glob and URL', async () => {
    for (const source of ['runs.jsonl', '*.jsonl', pathToFileURL(join(cwd, 'runs.jsonl'))]) {
      const [trace, ...others] = await readTraces(source, { cwd });
      expect(trace?.calls.map(({ name }) => name)).toEqual(['search']);
      expect(others).toEqual([]);
    }
    expect(await readTraces(['runs.jsonl', 'runs.jsonl'], { cwd })).toHaveLength(1);
  });

  it('reads values in any format', async () => {
    const message = {
      role: 'assistant',
      content: [{ type: 'tool_use', id: 'a', name: 'search', input: {} }],
    };
    const [trace] = await readTraces([message]);
    expect(trace?.calls.map(({ name }) => name)).toEqual(['search']);
    await expect(readTraces({}, { format: 'nonsense' })).rejects.toThrow('nonsense');
  });

  it('returns what cannot be read as a run that no scorer scores', async () => {
    const issues: Issue[] = [];
    const traces = await readTraces('torn.json', { cwd, onIssue: (issue) => issues.push(issue) });
    expect(traces.map(({ error }) => error === null)).toEqual([true, false]);
    expect(issues.map(({ code }) => code)).toEqual(['TRACE_TORN_TAIL']);
    expect(() => scoreTraces(traces, { no_tools: true })).toThrow('TRACE_TORN_TAIL');
  });

  it('throws where nothing is found', async () => {
    await expect(readTraces('nothing.json', { cwd })).rejects.toThrow('no such file');
    await expect(readTraces([])).rejects.toThrow('needs a file');
  });
});

describe('runSuite', () => {
  it('returns the report and the exit code', async () => {
    const { report, exitCode } = await runSuite('whichtool.yaml', { cwd });
    expect([report.verdict, exitCode]).toEqual(['pass', 0]);
    expect(report.tests[0]?.scores[0]?.metrics['tool_selection.f1']).toBe(66);
  });

  it('takes other gates, traces and filters', async () => {
    const strict = await runSuite([], { cwd, thresholds: { 'tool_selection.f1': 67 } });
    expect([strict.report.verdict, strict.exitCode]).toEqual(['fail', 1]);
    const equal = await runSuite([], { cwd, thresholds: { 'tool_selection.f1': { '==': 66 } } });
    expect(equal.exitCode).toBe(0);
    const torn = await runSuite([], { cwd, traces: 'torn.json' });
    expect(torn.exitCode).not.toBe(0);
    await expect(runSuite([], { cwd, filter: 'nothing' })).rejects.toThrow('nothing');
    await expect(runSuite('missing.yaml', { cwd })).rejects.toThrow('no suite at missing.yaml');
  });

  it('plans without running', async () => {
    const { summary } = await planSuite([], { cwd });
    expect(summary.toMake).toBe(0);
  });
});
