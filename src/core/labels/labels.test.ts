import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimalOf } from '../json/decimal.ts';
import { call, callsOf, reportRuns, scoreRun, traceOf } from '../fixtures/calls.ts';
import type { Gate } from '../gates/gate.ts';
import type { JsonObject } from '../json/json.ts';
import { parseJson } from '../json/parse-json.ts';
import type { ToolCall } from '../trace/trace.ts';
import { judgeMatrixGate } from './judge-matrix-gate.ts';
import { judgePerTool } from './judge-per-tool.ts';
import { LabelSums } from './label-sums.ts';

type Case = readonly [label: JsonObject, calls: readonly ToolCall[]];

function sumUp(cases: readonly Case[], options: ConstructorParameters<typeof LabelSums>[0] = {}) {
  const sums = new LabelSums(options, {});
  cases.forEach(([label, calls], order) => sums.add(order, label, calls, traceOf(calls)));
  return sums;
}

function metric(name: string, options: object, calls: readonly ToolCall[]): unknown {
  return reportRuns(name, options, [calls]).metrics[name];
}

function parsed(text: string): JsonObject {
  const result = parseJson(text);
  if (!result.ok) throw new Error(result.message);
  return result.value as JsonObject;
}

describe('pairing', () => {
  const label = { expected_tool: 'b' };

  it('the first call decides, unless any may', () => {
    expect(metric('tool_name_match', { label }, callsOf('a', 'b'))).toBe(0);
    expect(metric('tool_name_match', { label, decision: 'any' }, callsOf('a', 'b'))).toBe(1);
    expect(metric('tool_name_match', { label, decision: 'any' }, callsOf('a', 'c'))).toBe(0);
  });

  it('extras fail expected calls unless they are allowed, and never a decision', () => {
    const calls = { expected_calls: [{ tool: 'a' }] };
    expect(metric('tool_name_match', { label: calls }, callsOf('a', 'b'))).toBe(0);
    expect(metric('tool_name_match', { label: calls, extras: 'allow' }, callsOf('a', 'b'))).toBe(1);
    expect(metric('tool_name_match', { label: { expected_tool: 'a' } }, callsOf('a', 'b'))).toBe(1);
  });

  it('a call on an acceptable server only, where the label names one', () => {
    const label = { expected_tool: { server: 's', tool: 'a' } };
    expect(metric('tool_name_match', { label }, callsOf('s.a'))).toBe(1);
    expect(metric('tool_name_match', { label }, callsOf('t.a'))).toBe(0);
    const { calls } = reportRuns('tool_name_match', { label }, [callsOf('a')]);
    expect(calls[0]?.hint).toContain('the server was not recorded');
  });
});

describe('arguments', () => {
  const label = { expected_tool: 'a', expected_args: { id: 'x', n: 1 } };
  const shape = (args: JsonObject | string, options: object = {}): unknown =>
    metric('tool_args_shape_match', { label, ...options }, [call('a', args)]);

  it('have the same shape with the same keys and types', () => {
    expect(shape({ n: 2.5, id: '' })).toBe(1);
    expect(shape({ id: 'x' })).toBe(0);
    expect(shape({ id: 'x', n: 1, more: null })).toBe(0);
    expect(shape({ id: 'x', n: null })).toBe(0);
    expect(shape('{')).toBe(0);
    expect(shape({ id: 'x' }, { defaults: { n: 1 } })).toBe(1);
    expect(shape({ id: 'y', n: 1, t: 5 }, { ignore: ['$.t'] })).toBe(1);
  });

  it('markers have the types that fit them', () => {
    const label = {
      expected_tool: 'a',
      expected_args: { a: { $type: 'integer' }, b: { $any_of: ['x', null] }, c: { $optional: {} } },
    };
    const of = (args: JsonObject): unknown =>
      metric('tool_args_shape_match', { label }, [call('a', args)]);
    expect(of({ a: 0.5, b: null })).toBe(1);
    expect(of({ a: 1, b: 'y', c: { d: 1 } })).toBe(1);
    expect(of({ a: 1, b: 1 })).toBe(0);
    expect(of({ a: 1, b: 'x', c: [] })).toBe(0);
  });

  it('of a wrong tool are not asked for, but where all cases count', () => {
    const calls = [call('b', { id: 'x', n: 1 })];
    expect(metric('tool_args_match', { label }, calls)).toBeNull();
    expect(metric('tool_args_shape_match', { label }, calls)).toBeNull();
    expect(metric('tool_args_shape_match', { label, over: 'all' }, calls)).toBe(0);
    expect(scoreRun('tool_args_shape_match', { label, over: 'all' }, calls).perfect).toBe(false);
    expect(scoreRun('tool_args_match', { label }, calls).perfect).toBe(true);
  });

  it('by the first call count every case, whatever its tool, with numbers as written', () => {
    const first = (args: string | null, expected: string | null = '{"id":"x","n":1}'): unknown => {
      const expected_args = expected === null ? null : parsed(expected);
      const calls = args === null ? [] : [call('b', parsed(args)), call('a', {})];
      const row = { expected_tool: 'a', expected_args };
      return metric('tool_args_shape_match', { label: row, over: 'first_call' }, calls);
    };
    expect(first('{"n":7,"id":"y"}')).toBe(1);
    expect(first('{"id":"x","n":1.0}')).toBe(0);
    expect(first('{"id":"x","n":1e0}')).toBe(0);
    expect(first('{"id":"x","n":2.5}')).toBe(0);
    expect(first('{"id":"x","n":2.5}', '{"id":"x","n":1.0}')).toBe(1);
    expect(first('{"id":"x","n":7}', '{"id":"x","n":1.0}')).toBe(0);
    expect(first('{"id":"x"}')).toBe(0);
    expect(first(null)).toBe(0);
    expect(first(null, '{}')).toBe(1);
    expect(first('{}', null)).toBe(1);
    expect(first('{"id":"x"}', null)).toBe(0);
    const options = { label: { expected_tool: 'none' }, over: 'first_call' };
    expect(metric('tool_args_shape_match', options, [])).toBe(1);
    expect(metric('tool_args_shape_match', options, [call('a', { id: 'x' })])).toBe(0);
    expect(metric('tool_args_shape_match', options, [call('a', '{')])).toBe(0);
    const explained = reportRuns('tool_args_shape_match', options, [[call('a', { id: 'x' })]]);
    expect(JSON.stringify(explained.calls)).toContain('expected no arguments');
  });

  it('that need a judge make the mean unknown, and are counted apart', () => {
    const runs = [
      [call('a', { id: 'x', n: 1 })],
      [call('a', { id: 'y', n: 1 })],
      [call('a', { id: 1 })],
    ];
    const report = reportRuns('tool_args_semantic', { label }, runs);
    expect(report.tally).toMatchObject({ equal: 1, wrong_shape: 1, needs_judge: 1, pairs: 3 });
    expect(report.judged).toBe(true);
    expect(report.metrics).toEqual({ tool_args_semantic: null });
    const judged = reportRuns('tool_args_semantic', { label }, [runs[0]!, runs[2]!]);
    expect(judged.metrics).toEqual({ tool_args_semantic: 0.5 });
  });

  it('are valid by the schema of the catalog, unparsed ones never', () => {
    const inputSchema = { type: 'object', required: ['id'] };
    const catalog = [
      { server: null, name: 'a', description: null, inputSchema, cost: null },
      { server: null, name: 'b', description: null, inputSchema: null, cost: null },
    ];
    const calls = [call('a', { id: 1 }), call('a', {}), call('a', '{'), call('b', {}), call('c')];
    const report = reportRuns('tool_args_valid', { catalog }, [calls]);
    expect(report.tally).toEqual({ valid: 1, checked: 3 });
    expect(reportRuns('tool_args_valid', {}, [calls]).metrics).toEqual({ tool_args_valid: null });
  });
});

describe('the matrix', () => {
  it('has reserved rows and columns apart from tools that are called like them', () => {
    const catalog = ['a', '(none)'].map((name) => ({
      server: null,
      name,
      description: null,
      inputSchema: null,
      cost: null,
    }));
    const { confusion } = sumUp(
      [
        [{ expected_tool: 'none' }, callsOf('(none)', 'a')],
        [{ expected_tool: 'a' }, callsOf('made_up')],
        [{ expected_tool: 'a' }, []],
      ],
      { catalog },
    ).report(String);
    expect(confusion.labels).toEqual(['"(none)"', 'a', '(unknown tool)', '(extra)', '(none)']);
    expect(confusion.matrix).toEqual([
      [0, 0, 0, 0, 0],
      [0, 0, 1, 0, 1],
      [0, 0, 0, 0, 0],
      [0, 1, 0, 0, 0],
      [1, 0, 0, 0, 0],
    ]);
  });

  it('has one column for a tool, whether or not labels name its server', () => {
    const on = (server: string, name: string): Case[1] =>
      callsOf(name).map((call) => ({ ...call, server }));
    const { confusion, perTool } = sumUp([
      [{ expected_tool: 'a' }, on('s', 'a')],
      [{ expected_tool: 'b' }, on('s', 'a')],
      [{ expected_tool: 't.c' }, on('s', 'c')],
    ]).report(String);
    expect(confusion.labels).toEqual(['a', 'b', 's.c', 't.c']);
    expect(perTool[0]).toMatchObject({ tool: 'a', support: 1, predicted: 2, precision: 0.5 });
  });

  it('keeps a tool apart from a class that is called like it', () => {
    const { confusion } = sumUp(
      [[{ expected_tool: { class: 'a' } }, callsOf('a').map((call) => ({ ...call, server: 's' }))]],
      { classes: [{ name: 'a', members: ['t.x'] }] },
    ).report(String);
    expect(confusion.labels).toEqual(['a', 's.a']);
    expect(confusion.accuracy).toMatchObject({ k: 0, n: 1 });
  });

  it('counts extras against precision, and gives no figures for them', () => {
    const { perTool } = sumUp([[{ expected_tool: 'a' }, callsOf('a', 'a', 'b')]]).report(String);
    expect(perTool).toMatchObject([
      { tool: 'a', support: 1, predicted: 2, recall: 1, precision: 0.5, f1: 0.6667 },
      { tool: 'b', support: 0, predicted: 1, recall: null, precision: 0, f1: 0 },
    ]);
  });

  it('stays small however many tools there are, and loses no count', () => {
    const cases = Array.from({ length: 2000 }, (_, i): Case => [
      { expected_tool: `tool-${i}` },
      callsOf(`other-${i}`),
    ]);
    const { confusion, perTool } = sumUp(cases).report(String);
    expect(confusion.labels.length).toBeLessThanOrEqual(500);
    expect(confusion.labels).toContain('(other tools)');
    expect(confusion.matrix.flat().reduce((sum, count) => sum + count, 0)).toBe(2000);
    expect(confusion.accuracy).toMatchObject({ k: 0, n: 2000 });
    expect(perTool).toHaveLength(4000);
  });

  it('is the same whatever order the cases come in', () => {
    const tool = fc.constantFrom('a', 'b', 's.a', '__proto__', 'none');
    const item = fc.tuple(tool, fc.array(tool, { maxLength: 3 }));
    fc.assert(
      fc.property(fc.array(item, { maxLength: 60 }), (drawn) => {
        const cases = drawn.map(
          ([expected_tool, tools], order) => [order, { expected_tool }, callsOf(...tools)] as const,
        );
        const report = (list: typeof cases): string => {
          const sums = new LabelSums({}, {});
          for (const [order, label, calls] of list) sums.add(order, label, calls, traceOf(calls));
          return JSON.stringify(sums.report(String));
        };
        expect(report(cases.toReversed())).toBe(report(cases));
      }),
    );
  });
});

describe('failure modes', () => {
  it('costs of the catalog are used where the suite gives none', () => {
    const tool = (name: string, cost: number) => ({
      server: null,
      name,
      description: null,
      inputSchema: null,
      cost,
    });
    const catalog = [tool('cheap', 1), tool('dear', 5)];
    const cases: readonly Case[] = [[{ expected_tool: 'cheap' }, callsOf('dear')]];
    expect(sumUp(cases, { catalog }).report(String).failureModes).toMatchObject({
      over_tooling: 1,
      under_tooling: 0,
    });
    const costs = { catalog, tool_costs: { cheap: 9 } };
    expect(sumUp(cases, costs).report(String).failureModes).toMatchObject({
      over_tooling: 0,
      under_tooling: 1,
    });
  });

  it('are shares of the cases, too', () => {
    const label = { expected_tool: 'a' };
    const runs = [[call('a')], [call('b')], [], [call('a')]];
    const { metrics } = reportRuns('failure_modes', { label }, runs);
    expect(metrics).toMatchObject({
      'failure_modes.wrong_tool': 1,
      'failure_modes.wrong_tool.rate': 0.25,
      'failure_modes.missed_tool.rate': 0.25,
      'failure_modes.unneeded_tool.rate': 0,
      // Which names exist is not recorded.
      'failure_modes.hallucinated_tool.rate': null,
    });
  });

  it('a case may show several, and is wrong once', () => {
    const catalog = [{ server: null, name: 'a', description: null, inputSchema: null, cost: null }];
    const calls = [call('a', '{'), call('z'), call('z')];
    const label = { expected_tool: 'a', expected_args: {} };
    const report = reportRuns('failure_modes', { label, catalog }, [calls]);
    expect(report.tally).toEqual({
      cases: 1,
      wrong: 1,
      over_tooling: 1,
      under_tooling: 0,
      wrong_tool: 0,
      missed_tool: 0,
      unneeded_tool: 0,
      duplicate_call: 1,
      hallucinated_tool: 1,
      wrong_args_shape: 1,
      wrong_args_value: 0,
      unparsed_args: 1,
    });
    expect(report.metrics.wrong_tool_rate).toBe(1);
  });
});

describe('stale fields', () => {
  const read = (rows: readonly (readonly [JsonObject | undefined, JsonObject])[]) =>
    sumUp(
      rows.map(([expected_args, args]): Case => {
        const label = expected_args === undefined ? {} : { expected_args };
        return [{ expected_tool: 'get_order', ...label }, [call('get_order', args)]];
      }),
    )
      .report(String)
      .confusion.readings.map(({ text }) => text);

  it('are filled by calls, and no label has them', () => {
    const right = { id: '7' };
    const stale = { id: '7', legacy_account_id: 'x' };
    const rows = Array.from({ length: 40 }, (_, i) => [right, i < 3 ? stale : right] as const);
    expect(read(rows)).toEqual([
      'legacy_account_id was filled in 3 of 40 calls of get_order; no label has it: stale field',
    ]);
    // Somewhere it is right to fill it, or nothing is labelled.
    expect(read([...rows, [stale, stale]])).toEqual([]);
    expect(read([[undefined, stale]])).toEqual([]);
  });

  it('are not looked for among names that are data', () => {
    const many = Object.fromEntries(Array.from({ length: 10_001 }, (_, i) => [`k${i}`, 1]));
    expect(read([[{ id: '7' }, many]])).toEqual([]);
  });
});

describe('mutual confusion', () => {
  const gate = (value: number): Gate => ({
    metric: 'confusion.mutual',
    op: '<=',
    value: decimalOf(value),
    certify: false,
    source: 'suite',
  });
  const cases = (expected: string, observed: string, count: number): Case[] =>
    Array.from({ length: count }, () => [{ expected_tool: expected }, [call(observed)]]);
  const judge = (all: readonly Case[], value: number) =>
    judgeMatrixGate(gate(value), sumUp(all).counts, 0)![0]!;

  it('is the smaller of both shares, of the worst pair', () => {
    const all = [
      ...cases('search_kb', 'get_kb_article', 9),
      ...cases('search_kb', 'search_kb', 21),
      ...cases('get_kb_article', 'search_kb', 6),
      ...cases('get_kb_article', 'get_kb_article', 14),
      ...cases('refund', 'search_kb', 9),
      ...cases('refund', 'refund', 1),
    ];
    expect(judge(all, 0.25)).toMatchObject({ observed: 0.3, pass: false });
    expect(judge(all, 0.3)).toMatchObject({ observed: 0.3, pass: true });
    expect(judge(all, 0.3).note).toContain(
      'get_kb_article and search_kb: 6 of 20 one way, 9 of 30 the other',
    );
    const { readings } = sumUp(all).report(String).confusion;
    expect(readings.find(({ expected }) => expected === 'search_kb')).toMatchObject({
      text: '9 of 30 search_kb cases went to get_kb_article: wrong tool, mutual confusion',
      fix: expect.stringContaining('merge them') as string,
    });
    expect(readings.find(({ expected }) => expected === 'refund')?.text).toContain('one way');
  });

  it('is read in calls where cases expect several', () => {
    const several: Case = [
      { expected_calls: [{ tool: 'open' }, { tool: 'open' }, { tool: 'close' }] },
      [call('close')],
    ];
    const { readings } = sumUp([several]).report(String).confusion;
    expect(readings[0]?.text).toBe('2 of 2 expected calls of open were not made: missed tool');
  });

  it('is zero where no pair is confused, and not measured with fewer than two tools', () => {
    const two = [...cases('a', 'a', 1), ...cases('b', 'b', 1)];
    expect(judge(two, 0)).toMatchObject({ observed: 0, pass: true });
    expect(judge([...two, ...cases('a', 'b', 5)], 0)).toMatchObject({ observed: 0, pass: true });
    expect(judge(cases('a', 'b', 2), 0)).toMatchObject({ observed: null, pass: false });
  });
});

describe('gates on single tools', () => {
  const gate = (metric: string, value: number, more: Partial<Gate> = {}): Gate => ({
    metric,
    op: '>=',
    value: decimalOf(value),
    source: 'suite',
    certify: false,
    ...more,
  });
  const many = (count: number, tool: string, called: string): readonly Case[] =>
    Array.from({ length: count }, () => [{ expected_tool: tool }, callsOf(called)] as const);
  const { counts } = sumUp([...many(9, 'a', 'a'), ...many(1, 'a', 'b'), ...many(2, 'b', 'b')]);

  it('have one entry per tool with enough support', () => {
    const entries = judgePerTool(gate('per_tool.recall', 0.95), counts, 0);
    expect(entries.map(({ tool, observed, outcome }) => [tool, observed, outcome])).toEqual([
      ['a', 0.9, 'fail'],
      ['b', 1, 'pass'],
    ]);
    const large = judgePerTool(gate('per_tool.precision', 0.9, { minSupport: 3 }), counts, 0);
    expect(large.map(({ tool, observed }) => [tool, observed])).toEqual([['a', 1]]);
  });

  it('without a tool that has enough support measure nothing', () => {
    const [entry, ...more] = judgePerTool(gate('per_tool.f1', 0.5, { minSupport: 99 }), counts, 0);
    expect(more).toEqual([]);
    expect(entry).toMatchObject({ observed: null, outcome: 'error', pass: false });
    expect(entry?.note).toContain('99 times');
  });

  const certified = (...counts: number[]): ReturnType<typeof judgePerTool> => {
    const { counts: clean } = sumUp(counts.flatMap((n, i) => many(n, `t${i}`, `t${i}`)));
    return judgePerTool(gate('per_tool.recall', 0.95, { certify: true }), clean, 0);
  };

  it('are certified together: a tool that is good enough alone may not be among several', () => {
    // 73 clean cases certify 0.95 alone; with z = 2.2414 for two tools it takes ceil(19 * 5.0239) = 96.
    expect(certified(73).map(({ outcome, note }) => [outcome, note])).toEqual([['pass', null]]);
    const [first, second] = certified(95, 20);
    expect([first?.outcome, second?.outcome]).toEqual(['inconclusive', 'inconclusive']);
    expect(first?.note).toBe(
      'certified >= 0.95 needs at least 96 cases without a miss (this has 95 with 0); p = 0.0127 alone, 0.0254 by Holm over 2 tools (one-sided; 0.025 is needed)',
    );
    expect(certified(96, 20).map(({ outcome }) => outcome)).toEqual(['pass', 'inconclusive']);
  });

  it('are certified step by step: behind one that is clear the next needs less', () => {
    expect(certified(96, 73).map(({ outcome }) => outcome)).toEqual(['pass', 'pass']);
    expect(certified(73, 96).map(({ outcome }) => outcome)).toEqual(['pass', 'pass']);
    expect(certified(95, 73).map(({ outcome }) => outcome)).toEqual([
      'inconclusive',
      'inconclusive',
    ]);
    expect(certified(96, 72)[1]?.note).toContain(
      'needs at least 73 cases without a miss (this has 72 with 0)',
    );
  });

  it('without certify are judged one by one', () => {
    const { counts: clean } = sumUp([...many(5, 'a', 'a'), ...many(5, 'b', 'b')]);
    const entries = judgePerTool(gate('per_tool.recall', 0.95), clean, 0);
    expect(entries.map(({ outcome }) => outcome)).toEqual(['pass', 'pass']);
    expect(entries[0]?.note).not.toContain('Holm');
  });
});
