import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { Accumulator } from './accumulator.ts';
import { compileScorer } from './score-trace.ts';
import { parseTrace } from './parse-trace.ts';
import type { Trace } from './trace.ts';

const compiled = compileScorer('equal_function_sets', {
  classes: [
    { name: 'search', members: ['brave.search', 'find'] },
    { name: 'fetch', members: ['get'] },
  ],
});

const sum = (): Accumulator => new Accumulator(compiled.scorer, { listsPerfectRuns: false });

function add(to: Accumulator, order: number, trace: Trace): void {
  to.add(order, compiled, { calls: trace.calls, places: null, remarks: [] }, trace);
}

const reportOf = (accumulator: Accumulator): unknown =>
  accumulator.report(null, (run) => ({ run }));

const anyTrace = fc
  .array(fc.constantFrom('a.find', 'b.find', 'brave.search', 'x.get', 'shell.exec', 'other'), {
    maxLength: 4,
  })
  .map((tools) => traceOf(...tools));

function traceOf(...tools: readonly string[]): Trace {
  const parsed = parseTrace({
    tool_calls: tools.map((tool) => ({ server: tool.split('.')[0], name: tool.split('.').at(-1) })),
  });
  if (!parsed.ok) throw new Error('not a trace');
  return parsed.trace;
}

it('is the same sum whoever added which run, and in whichever order the parts are merged', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(anyTrace, fc.nat(3)), { minLength: 1, maxLength: 300 }),
      fc.boolean(),
      (runs, isReversed) => {
        const whole = sum();
        const parts = [sum(), sum(), sum(), sum()];
        runs.forEach(([trace, part], order) => {
          add(whole, order, trace);
          add(parts[part] as Accumulator, order, trace);
        });
        const merged = sum();
        const states = parts.map((part) => structuredClone(part.save()));
        for (const state of isReversed ? states.reverse() : states) merged.merge(state);
        expect(reportOf(merged)).toEqual(reportOf(whole));
        expect(merged.remarks).toEqual(whole.remarks);
      },
    ),
    { numRuns: 60 },
  );
});

it('counts a run that it does not want as if it were added', () => {
  const kinds = [
    traceOf('brave.search', 'get'),
    traceOf('shell.exec'),
    traceOf('brave.search', 'brave.search', 'shell.exec'),
    traceOf(),
  ];
  const [added, counted] = [sum(), sum()];
  let repeated = 0;
  for (let order = 0; order < 2000; order++) {
    const trace = kinds[order % kinds.length] as Trace;
    add(added, order, trace);
    const score = compiled.score(trace.calls, trace);
    if (order < kinds.length || counted.wants(order, compiled, score)) add(counted, order, trace);
    else {
      counted.repeat(compiled, score, 1);
      repeated++;
    }
  }
  expect(reportOf(counted)).toEqual(reportOf(added));
  expect(repeated).toBeGreaterThan(1400);
});

it('wants a run that is worse than all before it', () => {
  const one = sum();
  const bad = traceOf('shell.exec');
  for (let order = 0; order < 500; order++) add(one, order, traceOf('brave.search', 'shell.exec'));
  const score = compiled.score(bad.calls, bad);
  expect(one.wants(500, compiled, score)).toBe(true);
});
