import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { compareReports, type Report, UserError } from '#core';
import { driveOptions, runOptions } from '../fixtures/run-options.ts';
import { loadSuites } from '../load-suites.ts';
import { openRun } from '../open-run.ts';
import type { RunOptions } from '../run.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'whichtool-rows-'));
  write('package.json', '{}');
  write('whichtool.yaml', SUITE);
  write('rows.jsonl', ROWS.map((row) => `${JSON.stringify(row)}\n`).join(''));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, text: string): void {
  writeFileSync(join(folder, name), text);
}

const call = (tool: string): object => ({ tool_calls: [{ name: tool }] });

/** Two rows are tagged smoke, one of them is right; the rest are right. */
const ROWS = [
  { id: 'a', tags: ['smoke', 'new'], expected_tool: 'x', trace: call('x') },
  { id: 'b', tags: 'smoke', expected_tool: 'x', trace: call('y') },
  { id: 'c', tags: ['slow'], expected_tool: 'x', trace: call('x') },
  { id: 'd', expected_tool: 'x', trace: call('x') },
];

const EVAL =
  '{ dataset: rows.jsonl, scorers: [ { type: tool_name_match } ], expect: [ { tool_name_match: { ">=": 0.5 } } ]';
const SUITE = `evals:\n  - ${EVAL}, name: tools }\n`;

async function run(filter: string | null, more: Partial<RunOptions> = {}): Promise<Report> {
  const run = await openRun(await loadSuites([], folder), {
    ...runOptions(folder, more),
    drive: driveOptions(join(folder, 'kept')),
    filter,
    baseline: { baseline: null, regression: null, shard: null, cwd: folder, onNote: () => {} },
  });
  return (await run.make(null, null)).report;
}

async function refusalOf(running: Promise<unknown>): Promise<string> {
  const error: unknown = await running.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(UserError);
  return (error as UserError).issues.map(({ code, severity }) => `${code} ${severity}`).join('\n');
}

const idsOf = ({ evals }: Report): readonly (readonly string[])[] =>
  evals.map(({ cases }) => cases.map(({ id }) => id));

describe('a filter by tag', () => {
  it('selects the rows that have it, and says of how many', async () => {
    const report = await run('tag:smoke');
    expect(idsOf(report)).toEqual([['a', 'b']]);
    expect(report.filter).toBe('tag:smoke');
    expect(report.evals[0]).toMatchObject({
      filtered: { tag: 'smoke', cases: 2, of: 4 },
      passing: { k: 1, n: 2 },
      gates: [{ observed: 0.5 }],
    });
    expect((await run(null)).evals[0]).not.toHaveProperty('filtered');
  });

  it('leaves out evals without such a row, and is refused where nothing is left', async () => {
    write('whichtool.yaml', `${SUITE}  - ${EVAL}, name: untagged, tags: none }\n`);
    expect((await run('tag:smoke')).evals.map(({ name }) => name)).toEqual(['tools']);
    expect(await refusalOf(run('tag:smok'))).toBe('NOTHING_SELECTED error');
    expect(await refusalOf(run('tag:'))).toBe('NOTHING_SELECTED error');
  });

  it('keeps rows that cannot be read: they are not measured', async () => {
    write('rows.jsonl', `${JSON.stringify(ROWS[0])}\n{"id":\n${JSON.stringify(ROWS[2])}\n`);
    const report = await run('tag:smoke');
    expect(report.evals[0]).toMatchObject({
      verdict: 'error',
      errors: 1,
      filtered: { cases: 2, of: 3 },
    });
  });

  it('is refused where the tags of a row cannot be read', async () => {
    write('rows.jsonl', `${JSON.stringify({ ...ROWS[0], tags: { smoke: true } })}\n`);
    expect(await refusalOf(run('tag:smoke'))).toBe('ROW_TAGS error');
  });

  it('skips the traces of other rows without a word', async () => {
    const bare = ROWS.map(({ trace: _trace, ...row }) => `${JSON.stringify(row)}\n`).join('');
    write('rows.jsonl', bare);
    const traces = ROWS.map(({ id, trace }) => `${JSON.stringify({ case: id, ...trace })}\n`);
    write('traces.jsonl', traces.join(''));
    const report = await run('tag:smoke', { traces: [join(folder, 'traces.jsonl')] });
    expect(report).toMatchObject({ issues: [], totals: { runs: 2, errors: 0 } });
    write('traces.jsonl', `${traces.join('')}${JSON.stringify({ case: 'other', ...call('x') })}\n`);
    const other = run('tag:smoke', { traces: [join(folder, 'traces.jsonl')] });
    expect(await refusalOf(other)).toBe('TRACE_UNCLAIMED error');
  });

  it('makes only the runs of its rows', async () => {
    write('tools.json', JSON.stringify([{ name: 'x', description: 'Sings.' }]));
    const driven = EVAL.replace('{ dataset', '{ agent: one, dataset');
    const agents = 'agents: { one: { model: lexical, catalog: tools.json } }\n';
    write('whichtool.yaml', `${agents}evals:\n  - ${driven}, name: tools }\n`);
    const rows = ROWS.map(({ trace: _trace, ...row }) =>
      JSON.stringify({ ...row, input: 'sings' }),
    );
    write('rows.jsonl', rows.join('\n'));
    const report = await run('tag:smoke');
    expect([idsOf(report), report.totals.runs]).toEqual([[['a', 'b']], 2]);
  });

  it('compares with a report of all rows, by the rows that both have', async () => {
    const [all, some] = [await run(null), await run('tag:smoke')];
    const compared = compareReports(all, some);
    expect(compared).toMatchObject({ parts: [{ pairs: 2, before: { k: 1, n: 2 } }] });
    expect(compareReports(some, some)).toMatchObject({ parts: [{ pairs: 2 }] });
  });
});
