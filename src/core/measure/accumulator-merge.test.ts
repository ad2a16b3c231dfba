import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { Accumulator } from './accumulator.ts';
import { compileScorer } from '../evaluation/score-trace.ts';
import { parseTrace } from '../trace/parse-trace.ts';
import type { Trace } from '../trace/trace.ts';

const compiled = compileScorer('equal_function_sets', {
  classes: [
    { name: 'search', members: ['brave.search', 'find'] },
    { name: 'fetch', members: ['get'] },
  ],
});

const sum = (): Accumulator => new Accumulator(compiled.scorer, { listsPerfectRuns: false });

function add(to: Accumulator, order: number, trace: Trace): void {
  to.add(order, compiled, { calls: trace.calls, places: null, remarks: [], unknown: 0 }, trace);
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
        const states = parts.map((part) => structuredClone(part.state()));
        for (const state of isReversed ? states.reverse() : states) merged.merge(state);
        expect(reportOf(merged)).toEqual(reportOf(whole));
        expect(merged.remarks).toEqual(whole.remarks);
      },
    ),
    { numRuns: 60 },
  );
});

it('adds alike runs together as if each was added, where they add no evidence', () => {
  const traces = [
    traceOf('brave.search', 'get'),
    traceOf('brave.search', 'shell.exec'),
    traceOf('brave.search', 'brave.search', 'shell.exec'),
    traceOf('find'),
    // The worst of all comes late, where runs are no longer added one by one.
    traceOf('find', 'shell.exec', 'shell.exec', 'shell.exec'),
  ];
  const [added, counted] = [sum(), sum()];
  const times = traces.map(() => 0);
  const first = traces.map((): number | null => null);
  for (let order = 0; order < 3000; order++) {
    const at = order === 2500 || order === 2700 ? 4 : order % 4;
    const trace = traces[at] as Trace;
    add(added, order, trace);
    if (order < 1000) add(counted, order, trace);
    else {
      times[at]! += 1;
      first[at] ??= order;
    }
  }
  for (const verdict of ['hit', 'repeat', 'unexpected'] as const)
    expect(counted.evidence.acceptsCall(1000, verdict)).toBe(false);
  expect(
    compiled.slots.map((name, slot) => counted.evidence.acceptsMiss(1000, slot, name)),
  ).toEqual([true, false]);
  traces.forEach((trace, at) => {
    const runs = { times: times[at]!, first: first[at] ?? null };
    if (at !== 2) counted.addAlike(compiled, compiled.score(trace.calls, trace), runs);
  });
  // Runs that differ only in how often they repeat can be added together.
  const [, once, twice] = traces as [Trace, Trace, Trace];
  expect(twice.calls.length - once.calls.length).toBe(1);
  counted.addAlike(compiled, compiled.score(once.calls, once), {
    times: times[2]!,
    moreRepeats: times[2]!,
    first: first[2] ?? null,
  });
  expect(reportOf(counted)).toEqual(reportOf(added));
});
