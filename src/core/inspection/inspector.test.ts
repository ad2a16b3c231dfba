import { describe, expect, it } from 'vitest';
import type { NativeTrace } from '../trace/native-trace.ts';
import { parseTrace } from '../trace/parse-trace.ts';
import { DurationSums } from './duration-sums.ts';
import { inspectionValues } from './inspection-metrics.ts';
import { type Inspected, Inspector } from './inspector.ts';

function inspect(...traces: NativeTrace[]): Inspected {
  return inspectorOf(...traces).report().found;
}

/** The values of the metrics: called and unused tools, denied and missing calls, unknown servers, shared names. */
function valuesOf(...traces: NativeTrace[]): (number | null)[] {
  return inspectionValues(inspectorOf(...traces).report().figures).map(
    (value) => value && Number(value.num),
  );
}

function inspectorOf(...traces: NativeTrace[]): Inspector {
  const inspector = new Inspector({});
  traces.forEach((native, index) => {
    const parsed = parseTrace(native);
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.issues));
    inspector.add(parsed.trace, parsed.trace.calls, () => `t.jsonl:${index + 1}`);
  });
  return inspector;
}

const SEARCH = {
  name: 'search',
  server: 'brave',
  input_schema: { type: 'object', properties: { q: { type: 'string' } }, required: ['q'] },
};
const GET = { name: 'get', server: 'http', cost: 0.5 };

describe('an inspection', () => {
  it('counts each tool by calls, runs and share', () => {
    const { tools } = inspect(
      {
        tool_calls: [
          { name: 'a', status: 'ok' },
          { name: 'a', status: 'ok' },
          { name: 'b', server: 's' },
        ],
      },
      { tool_calls: [{ name: 'a', arguments: { x: 1 }, status: 'error' }] },
    );
    expect(tools.total).toBe(2);
    expect(tools.items).toMatchObject([
      { tool: 'a', calls: 3, runs: 2, share: 0.75, failed: 1, duplicate: 1, offered: null },
      { tool: 's.b', calls: 1, runs: 1, share: 0.25, failed: null, duplicate: 0, offered: null },
    ]);
  });

  it('finds names that were not offered, with what was perhaps meant, and where', () => {
    const { hallucinated } = inspect(
      { tools: [SEARCH], tool_calls: [{ name: 'search', server: 'brave', arguments: { q: 'x' } }] },
      { tools: [SEARCH], tool_calls: [{ name: 'serch', server: 'brave' }, { name: 'exec' }] },
      { tools: [SEARCH], tool_calls: [{ name: 'serch', server: 'brave' }] },
    );
    expect(hallucinated.items).toEqual([
      {
        tool: 'brave.serch',
        calls: 2,
        runs: 2,
        reason: 'perhaps brave.search was meant',
        where: 't.jsonl:2',
        examples: ['t.jsonl:2', 't.jsonl:3'],
      },
      {
        tool: 'exec',
        calls: 1,
        runs: 1,
        reason: null,
        where: 't.jsonl:2',
        examples: ['t.jsonl:2'],
      },
    ]);
  });

  it('names the first three runs of a finding, each once', () => {
    const failing = { name: 'a', status: 'error' as const };
    const run = { tool_calls: [failing, { ...failing, arguments: { again: true } }] };
    const { failures } = inspect({ tool_calls: [] }, run, run, run, run);
    expect(failures.items).toMatchObject([
      { calls: 8, runs: 4, examples: ['t.jsonl:2', 't.jsonl:3', 't.jsonl:4'] },
    ]);
  });

  it('finds arguments that break the schema, by path', () => {
    const { invalidArguments } = inspect({
      tools: [SEARCH],
      tool_calls: [
        { name: 'search', server: 'brave', arguments: { q: 7 } },
        { name: 'search', server: 'brave' },
      ],
    });
    expect(invalidArguments.items.map(({ reason }) => reason)).toEqual([
      'at /q: must be string',
      expect.stringContaining('q'),
    ]);
  });

  it('lists what was offered and never called, but not under another spelling of its server', () => {
    const { unused } = inspect({
      tools: [SEARCH, GET, { name: 'calc' }],
      tool_calls: [{ name: 'get' }, { name: 'calc', server: 'math' }],
    });
    expect(unused).toEqual({ total: 1, items: [{ tool: 'brave.search', runs: 1 }] });
    expect(inspect({ tool_calls: [] }).unused).toBeNull();
  });

  it('tells servers that offered nothing, and names that several servers have', () => {
    const { servers, sharedNames } = inspect({
      tools: [SEARCH, { name: 'search', server: 'docs' }],
      tool_calls: [{ name: 'run', server: 'shell' }, { name: 'x' }],
    });
    expect(servers.items).toEqual([
      { server: null, tools: 1, calls: 1, offered: false },
      { server: 'shell', tools: 1, calls: 1, offered: false },
      { server: 'brave', tools: 0, calls: 0, offered: true },
      { server: 'docs', tools: 0, calls: 0, offered: true },
    ]);
    expect(sharedNames.items).toEqual([{ name: 'search', servers: ['brave', 'docs'] }]);
  });

  it('sums what runs cost, and what a tool costs by its price', () => {
    const { tools, usage } = inspect(
      { tools: [GET], tool_calls: [{ name: 'get', server: 'http' }], usage: { cost: 0.1 } },
      { tools: [GET], tool_calls: [{ name: 'get', server: 'http' }], usage: { cost: 0.2 } },
      { tool_calls: [] },
    );
    expect(tools.items).toMatchObject([{ cost: 1, runCost: 0.15 }]);
    expect(usage).toEqual({ tokens: { total: 0, runs: 0 }, cost: { total: 0.3, runs: 2 } });
  });

  it('takes names like those of object members for what they are', () => {
    const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];
    const { tools } = inspect({ tool_calls: names.map((name) => ({ name, server: name })) });
    expect(tools.items.map(({ tool }) => tool)).toEqual(
      names.map((name) => `${name}.${name}`).sort(),
    );
  });

  it('gives its own figures as metrics, unknown where the traces do not tell', () => {
    const entry = valuesOf({
      tools: [SEARCH],
      tool_calls: [{ name: 'run', server: 'shell', status: 'denied' }],
    });
    expect(entry).toEqual([1, 1, 1, 0, 1, 0]);
    expect(valuesOf({ tool_calls: [{ name: 'run' }] })).toEqual([1, null, null, null, null, 0]);
  });

  it('does not take one run that records something for all runs', () => {
    const whole: NativeTrace = {
      tools: [SEARCH],
      tool_calls: [{ name: 'search', server: 'brave', arguments: { q: 'x' }, status: 'ok' }],
      usage: { input_tokens: 3, output_tokens: 4 },
    };
    const bare: NativeTrace = {
      tool_calls: [{ name: 'search', server: 'brave' }],
      usage: { input_tokens: 5 },
    };
    expect(valuesOf(whole)).toEqual([1, 0, 0, 0, 0, 0]);
    expect(valuesOf(whole, bare)).toEqual([1, null, null, null, null, 0]);
    const { tools, usage, servers } = inspect(whole, bare);
    expect(tools.items).toMatchObject([
      { failed: null, denied: null, missing: null, hallucinated: null, invalidArguments: null },
    ]);
    expect(servers.items).toMatchObject([{ server: 'brave', offered: true }]);
    expect(usage.tokens).toEqual({ total: 7, runs: 1 });
  });

  it('has figures of all tools and servers, though it lists a thousand', () => {
    const many = Array.from({ length: 1200 }, (_, index) => ({ server: `s${index}`, name: 'x' }));
    const values = valuesOf({
      tools: [SEARCH],
      tool_calls: [
        ...many.map((call) => ({ ...call, status: 'denied' as const })),
        { name: 'y', status: 'missing' },
      ],
    });
    // Whether the call without a result was denied is not known.
    expect(values).toEqual([1201, 1, null, 1, 1200, 1]);
  });
});

describe('durations', () => {
  it('keep their quantiles to one part in sixteen, whatever the order', () => {
    const values = Array.from({ length: 1000 }, (_, i) => i * i);
    const up = new DurationSums();
    const down = new DurationSums();
    values.forEach((value) => up.add(value));
    values.toReversed().forEach((value) => down.add(value));
    expect(up.report()).toEqual(down.report());
    const { medianMs, p95Ms, maxMs } = up.report()!;
    expect(medianMs).toBeGreaterThanOrEqual(499 ** 2);
    expect(medianMs).toBeLessThanOrEqual((499 ** 2 * 17) / 16);
    expect(p95Ms).toBeGreaterThanOrEqual(949 ** 2);
    expect(p95Ms).toBeLessThanOrEqual((949 ** 2 * 17) / 16);
    expect(maxMs).toBe(999 ** 2);
  });

  it('are exact while they are short, and unknown where there are none', () => {
    const sums = new DurationSums();
    expect(sums.report()).toBeNull();
    for (const ms of [3, 1, 2]) sums.add(ms);
    expect(sums.report()).toEqual({ calls: 3, medianMs: 2, p95Ms: 3, maxMs: 3, totalMs: 6 });
  });
});
