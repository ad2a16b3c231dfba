import { describe, expect, it } from 'vitest';
import { Accumulator } from '../../measure/accumulator.ts';
import { call, callsOf, prepared, traceOf } from '../../fixtures/calls.ts';
import type { JsonObject } from '../../json/json.ts';
import type { ScoreReport } from '../../report/report.ts';
import type { Services } from '../../scoring/scorer.ts';
import type { ToolCall, ToolSpec, Trace } from '../../trace/trace.ts';
import { callChecks, type CallChecksOptions } from './call-checks.ts';

function spec(
  server: string | null,
  name: string,
  inputSchema: JsonObject | null = null,
): ToolSpec {
  return { server, name, description: null, inputSchema, cost: null };
}

interface Setting {
  readonly options?: CallChecksOptions;
  readonly services?: Services;
  readonly trace?: Partial<Trace>;
}

function check(
  calls: readonly ToolCall[],
  { options = {}, services = {}, trace = {} }: Setting = {},
): ScoreReport {
  const sum = new Accumulator(callChecks);
  sum.add(0, callChecks.compile(options, services), prepared(calls), traceOf(calls, trace));
  return sum.report(null, () => ({ run: 1 }));
}

describe('hallucinated calls', () => {
  it('are not measured where the tools that exist are not known', () => {
    expect(check(callsOf('x')).metrics['hallucinated.calls']).toBeNull();
  });

  it('are calls of tools that were not offered', () => {
    const report = check(callsOf('s.x', 's.y', 'S.x'), { trace: { offered: [spec('s', 'x')] } });
    expect(report.metrics['hallucinated.calls']).toBe(2);
    expect(report.calls.map(({ tool, verdict, hint }) => [tool, verdict, hint])).toEqual([
      ['s.y', 'hallucinated', undefined],
      ['S.x', 'hallucinated', 'looks like s.x, but the case differs'],
    ]);
  });

  it('are measured by the catalog where the trace does not say, and by the trace where it does', () => {
    const options = { catalog: [spec(null, 'x')] };
    expect(check(callsOf('x', 'y'), { options }).metrics['hallucinated.calls']).toBe(1);
    const offered = [spec(null, 'y')];
    expect(
      check(callsOf('y', 'y'), { options, trace: { offered } }).metrics['hallucinated.calls'],
    ).toBe(0);
    expect(
      check(callsOf('y'), { options, trace: { offered: [] } }).metrics['hallucinated.calls'],
    ).toBe(1);
  });

  it('are not claimed because one side leaves out the server', () => {
    const offered = [spec('s', 'x'), spec(null, 'y')];
    expect(
      check(callsOf('x', 's.y', 't.y'), { trace: { offered } }).metrics['hallucinated.calls'],
    ).toBe(0);
    expect(check(callsOf('t.x'), { trace: { offered } }).metrics['hallucinated.calls']).toBe(1);
  });

  it.each(['constructor', '__proto__', 'toString'])('include %s unless it was offered', (name) => {
    expect(check(callsOf(name), { trace: { offered: [] } }).metrics['hallucinated.calls']).toBe(1);
    expect(
      check(callsOf(name), { trace: { offered: [spec(null, name)] } }).metrics[
        'hallucinated.calls'
      ],
    ).toBe(0);
  });
});

describe('calls with invalid arguments', () => {
  const wantsQ = { type: 'object', properties: { q: { pattern: '^a' } }, required: ['q'] };
  const offered = [spec(null, 'x', wantsQ), spec(null, 'free')];

  it('are not measured without schemas', () => {
    const free = { trace: { offered: offered.slice(1) } };
    expect(check(callsOf('free'), free).metrics['invalid_args.calls']).toBeNull();
    expect(check(callsOf('x')).metrics['invalid_args.calls']).toBeNull();
  });

  it('are counted where the schema of their tool is known', () => {
    const calls = [call('x', { q: 1 }), call('x'), call('free'), call('x', {}), call('x', '{')];
    const report = check(calls, { trace: { offered } });
    expect(report.metrics['invalid_args.calls']).toBe(2);
    expect(report.calls[0]).toEqual({
      run: 1,
      call: 2,
      tool: 'x',
      verdict: 'invalid_args',
      hint: "its arguments break the tool's schema: must have required property 'q'",
    });
  });

  it('break a pattern only where an engine for patterns is given', () => {
    const regex = (pattern: string) => (text: string) => text.startsWith(pattern.slice(1));
    const calls = [call('x', { q: 'abc' }), call('x', { q: 'bc' })];
    expect(check(calls, { trace: { offered } }).metrics['invalid_args.calls']).toBeNull();
    const checked = check(calls, { services: { regex }, trace: { offered } });
    expect(checked.metrics['invalid_args.calls']).toBe(1);
    expect(checked.calls[0]?.hint).toContain('at /q: ');
  });

  it.each<[string, JsonObject]>([
    ['an unknown type', { type: 'nonsense' }],
    ['a reference that leads nowhere', { $ref: '#/$defs/gone' }],
    ['a reference to another document', { $ref: 'https://example.com/x.json' }],
    ['a pattern that no linear-time engine has', { properties: { q: { pattern: '^(?!a)' } } }],
    ['too many steps', { $ref: '#' }],
  ])('are not measured where a schema cannot be judged: %s', (_, schema) => {
    const refusing = () => {
      throw new TypeError('look-around');
    };
    const report = check([call('x', { q: 'b' })], {
      services: { regex: refusing },
      trace: { offered: [spec(null, 'x', schema)] },
    });
    expect(report.metrics['invalid_args.calls']).toBeNull();
    expect(report.notMeasured?.['invalid_args.calls']).toBe(
      '1 of 1 run does not record a usable schema for every call',
    );
  });

  it('are found though another part of the schema cannot be judged', () => {
    const schema = { type: 'object', required: ['q'], properties: { r: { $ref: '#/gone' } } };
    const offered = [spec(null, 'x', schema)];
    expect(check([call('x', { r: 1 })], { trace: { offered } }).metrics['invalid_args.calls']).toBe(
      1,
    );
  });

  it('know the types as Gemini writes them', () => {
    const schema = { type: 'OBJECT', properties: { q: { type: 'STRING' } } };
    const offered = [spec(null, 'x', schema)];
    const calls = [call('x', { q: 'a' }), call('x', { q: 1 })];
    expect(check(calls, { trace: { offered } }).metrics['invalid_args.calls']).toBe(1);
  });
});

describe('failed calls', () => {
  it('are not measured where some call has no status', () => {
    const report = check([call('x', {}, { status: 'ok' }), call('y')]);
    expect(report.metrics['failed.calls']).toBeNull();
    expect(report.notMeasured?.['failed.calls']).toBe(
      '1 of 1 run does not record the status of every call',
    );
  });

  it('are not measured where the result of some call was not recorded', () => {
    const ok = call('x', {}, { status: 'ok' });
    const missing = call('y', {}, { status: 'missing' });
    expect(check([ok, missing]).metrics['failed.calls']).toBeNull();
    expect(check([ok, call('y', {}, { status: 'denied' })]).metrics['failed.calls']).toBe(0);
  });

  it('are measured where every call has one, and where there is no call', () => {
    const calls = [call('x', {}, { status: 'ok' }), call('y', {}, { status: 'error' })];
    expect(check(calls).metrics['failed.calls']).toBe(1);
    expect(check([]).metrics['failed.calls']).toBe(0);
  });
});

describe('counts that are always measured', () => {
  it('unparsed, failed and duplicate calls', () => {
    const calls = [
      call('x', { a: 1, b: 2 }, { status: 'ok' }),
      call('x', { b: 2, a: 1 }, { status: 'ok' }),
      call('x', { a: 1 }, { status: 'ok' }),
      call('x', '{', { status: 'error' }),
      call('x', '{', { status: 'denied' }),
      call('y', undefined, { status: 'denied' }),
      call('y', {}, { status: 'ok' }),
    ];
    const report = check(calls);
    expect(report.metrics).toEqual({
      'hallucinated.calls': null,
      'invalid_args.calls': null,
      'unparsed_args.calls': 2,
      'failed.calls': 1,
      'duplicate.calls': 3,
    });
    expect(report.calls.map(({ call: place, verdict }) => [place, verdict])).toEqual([
      [2, 'duplicate'],
      [4, 'unparsed_args'],
      [5, 'unparsed_args'],
      [7, 'duplicate'],
    ]);
  });

  it('no calls are zero findings, and never vacuous', () => {
    const report = check([], { trace: { offered: [] } });
    expect(report.metrics).toMatchObject({ 'hallucinated.calls': 0, 'duplicate.calls': 0 });
    expect(report.vacuous).toBe(false);
  });
});

it('a run is perfect when nothing was found', () => {
  const compiled = callChecks.compile({}, {});
  const clean = callsOf('x', 'y');
  expect(compiled.score(clean, traceOf(clean)).perfect).toBe(true);
  const repeated = callsOf('x', 'x');
  expect(compiled.score(repeated, traceOf(repeated)).perfect).toBe(false);
});

it('findings add over runs, and are measured where every run could be', () => {
  const sum = new Accumulator(callChecks);
  const compiled = callChecks.compile({}, {});
  sum.add(0, compiled, prepared(callsOf('y')), traceOf(callsOf('y')));
  sum.add(1, compiled, prepared(callsOf('y', 'y')), traceOf([], { offered: [spec(null, 'x')] }));
  const { metrics, tally, notMeasured } = sum.report(null, (run) => ({ run }));
  expect(metrics).toMatchObject({ 'hallucinated.calls': null, 'duplicate.calls': 1 });
  expect(tally.hallucinated).toBe(2);
  expect(notMeasured?.['hallucinated.calls']).toBe(
    '1 of 2 runs does not record the tools that were offered',
  );
});
