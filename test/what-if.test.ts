import { afterEach, describe, expect, it } from 'vitest';
import type { EvalReport, Report } from '#core';
import { MATRIX_ROWS } from './documents/published-matrix.ts';
import { jsonl, type Ran, whichtool, workspace } from './support/cli.ts';

let folder: ReturnType<typeof workspace>;
afterEach(() => folder.remove());

const run = (args: string): Promise<Ran> => whichtool(args.split(' '), { cwd: folder.path });

/** Runs an eval of rows, and counts its report again with two tools as one. */
async function merged(
  rows: readonly object[],
  scorers: string,
  gates: string,
  tools = 'get_order_status,get_order_history',
  more = '',
): Promise<{
  readonly before: Ran;
  readonly after: Ran;
  readonly report: Report;
  readonly one: EvalReport;
}> {
  folder = workspace({
    'package.json': '{}',
    'rows.jsonl': jsonl(...rows),
    'whichtool.yaml': `dataset: rows.jsonl\nscorers: [${scorers}]\nexpect: [${gates}]\n${more}`,
  });
  const before = await run('run --no-history --reporter json=saved.json --reporter terminal');
  const after = await run(`report saved.json --merge-tools ${tools} --json`);
  const report = JSON.parse(after.stdout) as Report;
  return { before, after, report, one: report.evals[0]! };
}

const NAME = '{ type: tool_name_match }';

describe('report --merge-tools', () => {
  it('counts name match, cases, tools, pairs and gates again', async () => {
    const gates =
      '{ tool_name_match: { ">=": 0.93 } }, { per_tool.recall: { ">=": 0.68, min_support: 40 } }, { confusion.mutual: { "<=": 0.015 } }';
    const { before, after, report, one } = await merged(MATRIX_ROWS, NAME, gates);
    expect(before.code).toBe(1);
    expect(after.code).toBe(0);
    expect(report).toMatchObject({
      verdict: 'pass',
      whatIf: { mergedTools: ['get_order_status', 'get_order_history'] },
      totals: { cases: { pass: 280, fail: 20, error: 0, inconclusive: 0 } },
    });
    expect(one.scores[0]).toMatchObject({
      tally: { matched: 280, cases: 300 },
      metrics: { tool_name_match: 0.9333 },
    });
    expect(one.passing).toMatchObject({ k: 280, n: 300, rate: 0.9333 });
    // The ETA has 32 cases: fewer than the gate on tools asks for, before and after.
    expect(
      one.gates.map(({ metric, tool, observed, pass }) => [metric, tool, observed, pass]),
    ).toEqual([
      ['tool_name_match', undefined, 0.9333, true],
      ['per_tool.recall', 'get_order_status+get_order_history', 0.981, true],
      ['per_tool.recall', '(none)', 0.8947, true],
      ['confusion.mutual', undefined, 0.0142, true],
    ]);
    const shown = await run('report saved.json --merge-tools get_order_status,get_order_history');
    expect(shown.stdout.split('\n')[0]).toContain('what-if: 2 tools as one');
  });

  it('fails where the recomputed gate does not hold', async () => {
    const { after, one } = await merged(MATRIX_ROWS, NAME, '{ tool_name_match: { ">=": 0.95 } }');
    expect([after.code, one.verdict]).toEqual([1, 'fail']);
  });

  it('does not guess arguments of calls that were of another tool', async () => {
    const scorers = `${NAME}, { type: tool_args_match }`;
    const gates = '{ tool_name_match: { ">=": 0.9 } }, { tool_args_match: { "==": 1 } }';
    const { before, after, one } = await merged(MATRIX_ROWS, scorers, gates);
    expect([before.code, after.code]).toEqual([1, 3]);
    expect(one.gates).toMatchObject([
      { metric: 'tool_name_match', observed: 0.9333, pass: true },
      { metric: 'tool_args_match', observed: null, outcome: 'error', pass: false },
    ]);
    expect(one.passing).toMatchObject({ rate: null });
    expect(one.cases.filter(({ verdict }) => verdict === 'inconclusive')).toHaveLength(18);
  });

  it('does not say which cases pass where the report does not name them all', async () => {
    const rows = Array.from({ length: 50 }, (_, i) => ({
      id: `c${i}`,
      expected_tool: 'a',
      tool_calls: [{ name: i < 30 ? 'b' : i < 35 ? 'c' : 'a' }],
    }));
    const { after, one } = await merged(rows, NAME, '{ tool_name_match: { ">=": 0.9 } }', 'a,b');
    expect([after.code, one.passing.k]).toEqual([0, 45]);
    const count = (verdict: string): number =>
      one.cases.filter((each) => each.verdict === verdict).length;
    // 20 of 30 are named; five others are named for another tool.
    expect([count('pass'), count('inconclusive'), count('fail')]).toEqual([35, 10, 5]);
  });

  it('knows name match within bounds where cases expect several calls', async () => {
    const rows = Array.from({ length: 10 }, (_, i) => ({
      id: `c${i}`,
      expected_calls: [{ tool: 'a' }, { tool: 'x' }],
      tool_calls: [{ name: i < 4 ? 'b' : 'a' }, { name: 'x' }],
    }));
    // Between 6 and 10 of 10.
    const open = await merged(rows, NAME, '{ tool_name_match: { ">=": 0.9 } }', 'a,b');
    expect([open.after.code, open.one.scores[0]?.metrics.tool_name_match]).toEqual([3, null]);
    folder.remove();
    const held = await merged(rows, NAME, '{ tool_name_match: { ">=": 0.6 } }', 'a,b');
    expect(held.after.code).toBe(0);
  });

  it('counts the reweighted share again, where every case is decided', async () => {
    const rows = Array.from({ length: 10 }, (_, i) => ({
      id: `c${i}`,
      expected_tool: 'a',
      tool_calls: [{ name: i < 4 ? 'b' : i === 9 ? 'c' : 'a' }],
      weight: i === 9 ? 6 : 3,
    }));
    const { before, one } = await merged(rows, NAME, '', 'a,b', 'weights: weight\n');
    // 15 of 33, then 27 of 33.
    expect(before.stdout).toContain('reweighted by weight: 45.45 % pass');
    expect(one.weighting).toMatchObject({ column: 'weight', passing: { rate: 0.8182 } });
    expect(one.passing).toMatchObject({ k: 9, n: 10 });
    const shown = await run('report saved.json --merge-tools a,b');
    expect(shown.stdout).toContain('reweighted by weight: 81.82 % pass');
    folder.remove();
    // Whether the arguments would be right is not recorded, so four cases are undecided.
    const scorers = `${NAME}, { type: tool_args_match }`;
    const open = await merged(rows, scorers, '', 'a,b', 'weights: weight\n');
    expect(open.one.weighting).toEqual({
      column: 'weight',
      passing: { rate: null, interval: null },
      effective: null,
    });
    const undecided = await run('report saved.json --merge-tools a,b');
    expect(undecided.stdout).toContain('reweighted by weight: not measured · raw');
  });

  it('changes nothing where the tools were not confused', async () => {
    const rows = ['a', 'b'].map((name) => ({
      id: name,
      expected_tool: name,
      tool_calls: [{ name }],
    }));
    const scorers = `${NAME}, { type: tool_args_match }, { type: failure_modes }`;
    const { after, one } = await merged(
      rows,
      scorers,
      '{ failure_modes.over_tooling: { "==": 0 } }',
      'a,b',
    );
    expect([after.code, one.gates[0]?.observed]).toEqual([0, 0]);
  });
});
