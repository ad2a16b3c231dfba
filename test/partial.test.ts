import type { InspectionReport, Report } from '#core';
import { afterEach, describe, expect, it } from 'vitest';
import { jsonl, whichtool, workspace } from './support/cli.ts';

let folder: ReturnType<typeof workspace>;
afterEach(() => folder.remove());

const WHOLE = { tool_calls: [{ name: 'search' }] };
const PART = { ...WHOLE, partial: true };

const suiteOf = (more: string): string => `tests:\n  - { name: t, traces: t.jsonl, ${more} }\n`;
const NO_DELETE = 'forbidden: [delete]';
const COVERED = 'function_call_coverage: { function_calls: [search] }';

async function runOf(
  suite: string,
  ...traces: readonly object[]
): Promise<{ code: number; report: Report }> {
  folder = workspace({ 'whichtool.yaml': suite, 't.jsonl': jsonl(...traces) });
  const { code, stdout } = await whichtool(['run', '--reporter', 'json'], { cwd: folder.path });
  return { code: code as number, report: JSON.parse(stdout) as Report };
}

describe('a run of which a part was observed', () => {
  it('does not pass a gate that further calls could fail', async () => {
    const { code, report } = await runOf(suiteOf(NO_DELETE), WHOLE, PART);
    expect(code).toBe(3);
    expect(report).toMatchObject({
      totals: { runs: 2, partial: 1 },
      tests: [
        {
          partial: 1,
          passing: { k: 1, n: 1 },
          gates: [{ outcome: 'error', note: expect.stringContaining('1 of 2 runs is partial') }],
        },
      ],
    });
  });

  it('passes a gate that no further call could fail', async () => {
    const { code, report } = await runOf(suiteOf(COVERED), PART);
    expect(code).toBe(0);
    expect(report.tests[0]).toMatchObject({ verdict: 'pass', partial: 1, passing: { k: 1, n: 1 } });
  });

  it('fails by what was seen', async () => {
    const { code } = await runOf(suiteOf(NO_DELETE), {
      tool_calls: [{ name: 'delete' }],
      partial: true,
    });
    expect(code).toBe(1);
  });

  it.each([
    ['the test', suiteOf(`${NO_DELETE}, complete: true`)],
    ['the agent', `agents: { a: { complete: true } }\n${suiteOf(`${NO_DELETE}, agent: a`)}`],
  ])('is a whole run where %s says that captures are complete', async (_, suite) => {
    const { code, report } = await runOf(suite, PART);
    expect(code).toBe(0);
    expect(report.tests[0]).not.toHaveProperty('partial');
  });

  it('is partial where a test contradicts its agent', async () => {
    const suite = `agents: { a: { complete: true } }\n${suiteOf(`${NO_DELETE}, agent: a, complete: false`)}`;
    expect((await runOf(suite, PART)).code).toBe(3);
  });

  it('leaves cases of an eval and gates on single tools open', async () => {
    folder = workspace({
      'whichtool.yaml':
        'dataset: rows.jsonl\nscorers: [ { type: tool_name_match } ]\nexpect: [ { tool_name_match: { ">=": 0.5 } }, { per_tool.recall: { ">=": 0.9 } } ]\n',
      'rows.jsonl': jsonl(
        { id: 'a', expected_tool: 'search', trace: WHOLE },
        { id: 'b', expected_tool: 'search', trace: PART },
      ),
    });
    const { code, stdout } = await whichtool(['run', '--reporter', 'json'], { cwd: folder.path });
    expect(code).toBe(3);
    expect((JSON.parse(stdout) as Report).evals[0]).toMatchObject({
      partial: 1,
      cases: [
        { id: 'a', verdict: 'pass' },
        { id: 'b', verdict: 'error' },
      ],
      passing: { k: 1, n: 1 },
      gates: [
        { metric: 'tool_name_match', outcome: 'pass', observed: 0.5 },
        { metric: 'per_tool.recall', outcome: 'error', observed: null, tool: 'search' },
      ],
    });
  });

  it('is counted by inspect, whose figures further calls could raise', async () => {
    folder = workspace({ 't.jsonl': jsonl(WHOLE, PART) });
    const gate = (limit: string): Promise<{ code: number | null; stdout: string }> =>
      whichtool(['inspect', 't.jsonl', '--threshold', limit, '--reporter', 'json'], {
        cwd: folder.path,
      });
    const open = await gate('calls.total=100');
    expect(open.code).toBe(3);
    expect(JSON.parse(open.stdout) as InspectionReport).toMatchObject({
      runs: { measured: 2, partial: 1, withoutCalls: 0 },
      metrics: { 'calls.total': null, 'called.tools': null, 'duplicate.calls': null },
      notMeasured: { 'called.tools': '1 of 2 runs is partial' },
    });
    expect((await gate('calls.total=1')).code).toBe(1);
    const { stdout } = await whichtool(['inspect', 't.jsonl'], { cwd: folder.path });
    expect(stdout).toContain('1 run partial');
  });

  it('merges from shards to the bytes of the whole', async () => {
    const tests = ['a', 'b', 'c'].map(
      (name) => `  - { name: ${name}, traces: ${name}.jsonl, ${COVERED}, ${NO_DELETE} }\n`,
    );
    folder = workspace({
      'whichtool.yaml': `tests:\n${tests.join('')}`,
      'a.jsonl': jsonl(PART),
      'b.jsonl': jsonl(WHOLE),
      'c.jsonl': jsonl(WHOLE, PART, PART),
    });
    const { path: cwd } = folder;
    const whole = await whichtool(['run', '--reporter', 'json'], { cwd });
    for (const shard of [1, 2])
      await whichtool(['run', '--shard', `${shard}/2`, '--reporter', `json=${shard}.json`], {
        cwd,
      });
    const merged = await whichtool(['merge-reports', '2.json', '1.json'], { cwd });
    expect(merged).toMatchObject({ code: 3, stdout: whole.stdout });
    expect(JSON.parse(whole.stdout)).toMatchObject({ totals: { runs: 5, partial: 3 } });
  });
});
