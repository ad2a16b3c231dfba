import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseTrace } from '../trace/parse-trace.ts';
import type { Trace } from '../trace/trace.ts';
import { Inspector } from './inspector.ts';

const SEARCH = { name: 'search', server: 's', cost: 0.5, input_schema: { required: ['q'] } };

const call = fc.record(
  {
    name: fc.constantFrom('search', 'serch', 'get', '__proto__'),
    server: fc.constantFrom('s', 't', null),
    status: fc.constantFrom('ok', 'error', 'denied', 'missing'),
    arguments: fc.constantFrom({}, { q: 'x' }, '{'),
    requester: fc.constantFrom('user', 'planner'),
    duration_ms: fc.nat(9),
  },
  { requiredKeys: ['name'] },
);

const trace = fc
  .record(
    {
      tool_calls: fc.array(call, { maxLength: 5 }),
      tools: fc.constantFrom([SEARCH], [SEARCH, { name: 'get' }], [{ name: 'get', cost: 2 }]),
      usage: fc.record(
        {
          cost: fc.integer({ min: 0, max: 9 }),
          input_tokens: fc.nat(99),
          output_tokens: fc.nat(9),
        },
        { requiredKeys: [] },
      ),
    },
    { requiredKeys: ['tool_calls'] },
  )
  .map((native): Trace => {
    const parsed = parseTrace(native);
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.issues));
    return parsed.trace;
  });

function inspect(traces: readonly Trace[], first: number): Inspector {
  const inspector = new Inspector({});
  for (const [at, item] of traces.entries())
    inspector.add(item, item.calls, () => `t.jsonl:${first + at}`);
  return inspector;
}

it('an inspection is the same however its runs are cut into parts', () => {
  const cuts = fc.array(fc.nat(24), { maxLength: 4 });
  fc.assert(
    fc.property(fc.array(trace, { maxLength: 24 }), cuts, (traces, places) => {
      const starts = [0, ...places.toSorted((a, b) => a - b)];
      const merged = new Inspector({});
      for (const [i, start] of starts.entries()) {
        const part = inspect(traces.slice(start, starts[i + 1]), start);
        merged.merge(structuredClone(part.state()));
      }
      const whole = inspect(traces, 0);
      expect(merged.state()).toEqual(whole.state());
      expect(merged.report()).toEqual(whole.report());
    }),
  );
});
