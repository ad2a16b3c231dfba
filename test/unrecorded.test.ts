import type { InspectionReport, Report } from '#core';
import { afterEach, describe, expect, it } from 'vitest';
import { jsonl, whichtool, workspace } from './support/cli.ts';

let folder: ReturnType<typeof workspace>;
afterEach(() => folder.remove());

const SCHEMA = { type: 'object', properties: { q: { type: 'string' } } };
/** A run that records everything a figure may need. */
const WHOLE = {
  tools: [{ name: 'search', server: 'brave', input_schema: SCHEMA }],
  tool_calls: [{ name: 'search', server: 'brave', arguments: { q: 'x' }, status: 'ok' }],
  usage: { input_tokens: 1, output_tokens: 1, cost: 1 },
};
const { status: _, ...call } = WHOLE.tool_calls[0]!;
const { tools: __, ...withoutTools } = WHOLE;

const GATES: readonly (readonly [metric: string, lacking: string, run: object])[] = [
  ['failed.calls', 'the status of every call', { ...WHOLE, tool_calls: [call] }],
  ['hallucinated.calls', 'the tools that were offered', withoutTools],
  ['invalid_args.calls', 'a usable schema for every call', withoutTools],
  ['tokens.total', 'both input and output tokens', { ...WHOLE, usage: { input_tokens: 1 } }],
  ['tokens.mean', 'both input and output tokens', { ...WHOLE, usage: { output_tokens: 1 } }],
  ['cost.total', 'a cost', { ...WHOLE, usage: { input_tokens: 1, output_tokens: 1, cost: -1 } }],
  ['cost.mean', 'a cost', { ...WHOLE, usage: null }],
];

describe('a gate on a figure', () => {
  it.each(GATES)(
    '%s passes where all runs record it, and exits 3 where one lacks %s',
    async (metric, lacking, run) => {
      folder = workspace({
        'whichtool.yaml': `tests:\n  - { name: t, traces: t.jsonl, expect: [ { ${metric}: { "<=": 100 } } ] }\n`,
        't.jsonl': jsonl(WHOLE, WHOLE),
      });
      const gate = `${metric}=100`;
      const passing = await whichtool(['run'], { cwd: folder.path });
      expect(passing.code).toBe(0);
      expect(
        (await whichtool(['inspect', 't.jsonl', '--threshold', gate], { cwd: folder.path })).code,
      ).toBe(0);
      folder.remove();
      folder = workspace({
        'whichtool.yaml': `tests:\n  - { name: t, traces: t.jsonl, expect: [ { ${metric}: { "<=": 100 } } ] }\n`,
        't.jsonl': jsonl(WHOLE, run),
      });
      const note = `not measured: 1 of 2 runs does not record ${lacking}`;
      const { code, stdout } = await whichtool(['run', '--reporter', 'json'], { cwd: folder.path });
      expect(code).toBe(3);
      const [test] = (JSON.parse(stdout) as Report).tests;
      expect(test).toMatchObject({
        verdict: 'error',
        gates: [{ observed: null, outcome: 'error', note }],
      });
      const inspected = await whichtool(
        ['inspect', 't.jsonl', '--threshold', gate, '--reporter', 'json'],
        { cwd: folder.path },
      );
      expect(inspected.code).toBe(3);
      const report = JSON.parse(inspected.stdout) as InspectionReport;
      expect(report.metrics[metric]).toBeNull();
      expect(report.gates).toMatchObject([{ observed: null, outcome: 'error', note }]);
    },
  );

  it.each(['denied.calls', 'missing.calls', 'unused.tools', 'unknown.servers'])(
    'of inspect, %s, exits 3 where one run lacks what it needs',
    async (metric) => {
      folder = workspace({
        'all.jsonl': jsonl(WHOLE),
        'some.jsonl': jsonl(WHOLE, { tool_calls: [call] }),
      });
      const gate = ['--threshold', `${metric}=100`];
      expect((await whichtool(['inspect', 'all.jsonl', ...gate], { cwd: folder.path })).code).toBe(
        0,
      );
      expect((await whichtool(['inspect', 'some.jsonl', ...gate], { cwd: folder.path })).code).toBe(
        3,
      );
    },
  );

  it('fails by what was seen, though another run does not record it', async () => {
    const failed = { ...WHOLE, tool_calls: [{ ...call, status: 'error' }] };
    folder = workspace({ 't.jsonl': jsonl(failed, { ...WHOLE, tool_calls: [call] }) });
    const { code, stdout } = await whichtool(
      ['inspect', 't.jsonl', '--threshold', 'failed.calls=0'],
      {
        cwd: folder.path,
      },
    );
    expect(code).toBe(1);
    expect(stdout).toContain('at least this: 1 of 2 runs does not record the status of every call');
  });

  it('on hallucinated tools does not pass without a catalog', async () => {
    const suite = (catalog: string): string =>
      `${catalog}dataset: rows.jsonl\nscorers: [ { type: failure_modes } ]\nexpect: [ { failure_modes.hallucinated_tool: { "==": 0 } } ]\n`;
    const rows = jsonl({ id: 'a', expected_tool: 'search', tool_calls: [{ name: 'search' }] });
    folder = workspace({
      'without.yaml': suite(''),
      'with.yaml': suite('catalog: catalog.json\n'),
      'catalog.json': JSON.stringify([{ name: 'search' }]),
      'rows.jsonl': rows,
    });
    const without = await whichtool(['run', 'without.yaml', '--reporter', 'json'], {
      cwd: folder.path,
    });
    expect(without.code).toBe(3);
    expect((JSON.parse(without.stdout) as Report).evals[0]?.failureModes).toMatchObject({
      hallucinated_tool: null,
      wrong_tool: 0,
    });
    expect((await whichtool(['run', 'with.yaml'], { cwd: folder.path })).code).toBe(0);
  });
});
