import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Report } from '#core';
import {
  hasPostgres,
  NO_POSTGRES,
  POSTGRES_PASSWORD,
  POSTGRES_USER,
  type PostgresServer,
  startPostgres,
} from '../../../test/support/postgres.ts';
import { runOptions } from '../fixtures/run-options.ts';
import { runSuites, type RunOptions } from '../run.ts';
import { suiteOf } from './fixtures/compare-runs.ts';

const folder = mkdtempSync(join(tmpdir(), 'whichtool-take-runs-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const LABELS = [
  { id: 'a', expected_tool: 'get_order' },
  { id: 'b', expected_tool: 'search' },
];
writeFileSync(join(folder, 'rows.jsonl'), LABELS.map((row) => JSON.stringify(row)).join('\n'));

describe.skipIf(!hasPostgres)(`evals by names${hasPostgres ? '' : `: ${NO_POSTGRES}`}`, () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
    await server.query(
      'CREATE TABLE runs (run text, of text, agent int, tools text[], passed text[])',
    );
    await server.query(
      `INSERT INTO runs VALUES ('1', 'a', 7, '{get_order}', '{"{}"}'), ('2', 'b', 7, '{get_order,get_order}', '{"{\\"id\\":1}","{\\"id\\":2}"}')`,
    );
  });
  afterAll(() => server.stop());

  /** Runs evals over the table, with further lines of its mapping. */
  async function runEvals(
    evals: readonly object[],
    mapping: string,
    more: Partial<RunOptions> = {},
  ): Promise<Report> {
    const file = join(folder, 'mapping.yaml');
    writeFileSync(file, `run: run\ncase: of\ntools: tools\narguments: passed\n${mapping}`);
    const named = evals.map((one, i) => ({ name: `eval ${i}`, dataset: 'rows.jsonl', ...one }));
    const suite = await suiteOf({ evals: named }, join(folder, 'suite.json'));
    const user = `${POSTGRES_USER}:${POSTGRES_PASSWORD}`;
    const table = `postgres://${user}@127.0.0.1:${server.port}/postgres/runs`;
    const traces = [`${table}?mapping=${encodeURIComponent(file)}`];
    return runSuites([suite!], { ...runOptions(folder, { traces }), pushDown: true, ...more });
  }

  const notesOf = ({ issues }: Report): readonly string[] =>
    issues.filter(({ code }) => code.startsWith('PUSH_DOWN')).map(({ message }) => message);
  const BY_NAME = { scorers: [{ type: 'tool_name_match' }] };

  it('say that arguments were not read, and never that there were none', async () => {
    const report = await runEvals([BY_NAME], '');
    expect(notesOf(report)).toEqual([
      '"eval 0" is scored by the names of calls: arguments, results, texts and times of its runs are not read',
    ]);
    const [part] = report.evals;
    expect(part?.failureModes).toMatchObject({ duplicate_call: null, unparsed_args: null });
    expect(part?.cases.map(({ verdict }) => verdict)).toEqual(['pass', 'fail']);
    expect(part?.cases[1]?.modes).toEqual(['over_tooling', 'wrong_tool']);
    expect(part?.cases[1]?.evidence).toMatchObject({
      namesOnly: true,
      calls: [{ tool: 'get_order' }, { tool: 'get_order' }],
    });
  });

  it('are streamed where another eval reads the same runs', async () => {
    const others = { scorers: [{ type: 'tool_name_match' }, { type: 'failure_modes' }] };
    const report = await runEvals([BY_NAME, others], '');
    expect(notesOf(report)).toEqual([
      '"eval 0" is streamed: "eval 1" reads the same runs',
      '"eval 1" is streamed: failure_modes needs whole traces',
    ]);
    expect(report.evals[0]?.failureModes?.duplicate_call).toBe(0);
    expect(report.evals[0]?.cases[1]?.evidence?.calls?.[0]?.arguments).toEqual({ id: 1 });
  });

  it('are streamed where every run is passed on', async () => {
    const passed: unknown[] = [];
    const report = await runEvals([BY_NAME], '', { onScored: ({ trace }) => passed.push(trace) });
    expect(notesOf(report)).toEqual([
      '"eval 0" is streamed: its runs are passed on as they are scored',
    ]);
    expect(passed[1]).toMatchObject({
      calls: [{ arguments: { value: { id: 1 } } }, { arguments: { value: { id: 2 } } }],
    });
  });

  it('are streamed where a column is not what a run needs', async () => {
    const report = await runEvals([BY_NAME], 'agent: agent\n');
    expect(notesOf(report)).toEqual([
      '"eval 0" is streamed: only a reader can say whether the values of base."agent" are text',
    ]);
    expect(report.evals[0]).toMatchObject({ runs: 0, errors: 2 });
  });
});
