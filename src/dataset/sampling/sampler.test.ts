import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseTrace, type Trace } from '#core';
import { formatCases, manifestOf } from './sample.ts';
import { Sampler, type SamplePlan } from './sampler.ts';

function trace(value: object): Trace {
  const parsed = parseTrace(value);
  if (!parsed.ok) throw new Error(parsed.issues[0]?.message);
  return parsed.trace;
}

const PLAN: SamplePlan = { size: 10, seed: '1', by: [], unit: 'trace', minimum: 1 };

function draw(
  traces: readonly Trace[],
  plan: Partial<SamplePlan> = {},
): ReturnType<Sampler['finish']> {
  const sampler = new Sampler({ ...PLAN, ...plan });
  for (const trace of traces) sampler.add(trace);
  return sampler.finish();
}

/** Letters only: digits do not distinguish inputs. */
const word = (n: number): string =>
  String(n).replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)] as string);
const many = (count: number, tool = 'search'): Trace[] =>
  Array.from({ length: count }, (_, i) =>
    trace({
      input: `ask ${tool} ${word(i)}`,
      tool_calls: [{ name: tool, turn: 1 }],
      output: 'done',
    }),
  );

describe('Sampler', () => {
  it('draws the same bytes whatever the order of the traces', () => {
    const traces = [...many(300), ...many(40, 'fetch'), ...many(3, 'pay')];
    const plan = { size: 20, by: ['tool'], minimum: 3 };
    const sample = draw(traces, plan);
    const bytes = formatCases(sample.cases);
    expect(sample.cases).toHaveLength(20);
    fc.assert(
      fc.property(fc.shuffledSubarray(traces, { minLength: traces.length }), (shuffled) => {
        expect(formatCases(draw(shuffled, plan).cases)).toBe(bytes);
      }),
      { numRuns: 20 },
    );
    expect(formatCases(draw(traces, { ...plan, seed: '2' }).cases)).not.toBe(bytes);
  });

  it('draws the same also where most cases were let go on the way, however strata and twins are spread', () => {
    const traces = Array.from({ length: 40 }, (_, i) =>
      many(5 + ((i * i * 7) % 240), `tool ${word(i)}`),
    ).flat();
    const twins = traces.filter((_, i) => i % 3 === 0);
    const plan = { size: 50, by: ['tool'], minimum: 1 };
    const expected = draw([...traces, ...twins], plan);
    const bytes = formatCases(expected.cases);
    expect(expected.cases).toHaveLength(50);
    const orders = [
      [...twins, ...traces],
      [...traces, ...twins].reverse(),
      [...traces.slice(1500), ...twins, ...traces.slice(0, 1500)],
      [...traces, ...twins].toSorted((a, b) =>
        (a.input as string) < (b.input as string) ? -1 : 1,
      ),
    ];
    for (const order of orders) expect(formatCases(draw(order, plan).cases)).toBe(bytes);
    const twice = expected.cases.filter(({ represents }) => represents === 2);
    expect(twice.length).toBeGreaterThan(5);
  });

  it('draws the same from parts that were drawn from apart, also where those let go of cases', () => {
    const traces = [...many(900), ...many(200, 'fetch'), ...many(3, 'pay'), ...many(40)];
    const plan = { ...PLAN, by: ['tool'] };
    const expected = draw(traces, plan);
    fc.assert(
      fc.property(
        fc.array(fc.nat(2), { minLength: traces.length, maxLength: traces.length }),
        (places) => {
          const parts = [0, 1, 2].map(() => new Sampler(plan));
          traces.forEach((each, i) => parts[places[i] as number]!.add(each));
          const [first, ...others] = parts as [Sampler, ...Sampler[]];
          for (const other of others) {
            const sent = other.state((trace) => ({ hasCatalog: false, trace }));
            first.merge(structuredClone(sent), ({ trace }) => trace as Trace);
          }
          expect(first.finish()).toEqual(expected);
        },
      ),
      { numRuns: 10 },
    );
  });

  it('gives rare tools their minimum and keeps population sizes', () => {
    const { strata } = draw([...many(300), ...many(40, 'fetch'), ...many(3, 'pay')], {
      size: 20,
      by: ['tool'],
      minimum: 3,
    });
    expect(strata).toEqual([
      { stratum: { tool: 'fetch' }, population: 40, sampled: 3, represents: 3 },
      { stratum: { tool: 'pay' }, population: 3, sampled: 3, represents: 3 },
      { stratum: { tool: 'search' }, population: 300, sampled: 14, represents: 14 },
    ]);
  });

  it('keeps exact counts of near-duplicates also when it had to let go of cases', () => {
    const traces = many(200);
    const { cases, population } = draw([...traces, ...traces.slice(0, 100), ...traces], {
      size: 4,
    });
    expect(population).toBe(500);
    for (const item of cases) {
      const n = traces.findIndex((t) => t.input === item.input);
      expect(item.represents).toBe(n < 100 ? 3 : 2);
    }
  });

  it('collapses inputs that differ in case, punctuation and digits, but not in the tools called', () => {
    const ask = (input: string, name: string): Trace => trace({ input, tool_calls: [{ name }] });
    const { cases } = draw([
      ask('Where is order 12?', 'get_order'),
      ask('where is ORDER 7', 'get_order'),
      ask('where is order 8', 'get_history'),
    ]);
    expect(new Set(cases.map(({ represents }) => represents))).toEqual(new Set([1, 2]));
  });

  it('collapses long inputs that share nearly all their words', () => {
    const words = Array.from({ length: 100 }, (_, i) => word(i + 100)).join(' ');
    const { cases } = draw([
      trace({ input: `${words} thanks`, tool_calls: [] }),
      trace({ input: `${words} bye`, tool_calls: [] }),
    ]);
    expect(cases.map(({ represents }) => represents)).toEqual([2]);
  });

  it('does not take conversations for one because they share what the system told', () => {
    const system = {
      role: 'system',
      content: Array.from({ length: 500 }, (_, i) => word(i)).join(' '),
    };
    const ask = (content: string): Trace =>
      trace({ input: { messages: [system, { role: 'user', content }] }, tool_calls: [] });
    expect(draw([ask('cancel my flight'), ask('upgrade my seat')]).cases).toHaveLength(2);
  });

  it('cuts a trace into its decisions, those that called nothing too', () => {
    const { cases } = draw(
      [
        trace({
          input: 'book it',
          tool_calls: [
            { name: 'search', turn: 1 },
            { name: 'book', turn: 3 },
          ],
          output: 'booked',
        }),
      ],
      { unit: 'decision' },
    );
    const reported = cases.map(({ turn, before, trace: run }) => [
      turn,
      before.map((call) => (call as { name: string }).name),
      (run.tool_calls as unknown as { name: string }[]).map(({ name }) => name),
      run.output ?? null,
    ]);
    expect(reported.toSorted(([a], [b]) => Number(a) - Number(b))).toEqual([
      [1, [], ['search'], null],
      [2, ['search'], [], null],
      [3, ['search'], ['book'], null],
      [4, ['search', 'book'], [], 'booked'],
    ]);
  });

  it('takes a trace that does not tell its turns as one case', () => {
    const item = trace({ input: 'x', tool_calls: [{ name: 'a' }, { name: 'b', turn: 2 }] });
    expect(draw([item], { unit: 'decision' }).cases.map(({ turn }) => turn)).toEqual([null]);
  });

  it('writes no secret, wherever it was', () => {
    const secret = ['sk', 'Zk3vQ9xT7bLm2Np8RsWd4Yc6'].join('-');
    const sample = draw(
      [
        trace({
          id: secret,
          agent: secret,
          input: { messages: [{ role: 'user', content: `key ${secret}` }] },
          tool_calls: [
            { name: 'a', arguments: { q: secret, password: 'hunter2' }, turn: 1 },
            { name: secret, arguments: `{"api_key": "hunter2", ${secret}`, turn: 2 },
          ],
          tools: [{ name: 'a', description: secret, input_schema: { default: secret } }],
          output: secret,
          error: secret,
          metadata: { x: secret, [secret]: 1, token: 'hunter2' },
        }),
      ],
      { unit: 'decision', by: ['agent', 'tool', 'metadata.x'] },
    );
    const written = formatCases(sample.cases) + JSON.stringify(manifestOf(sample, 0));
    expect(written).not.toContain(secret);
    expect(written).not.toContain('hunter2');
    expect(sample.redactions).toBeGreaterThan(10);
  });

  it('counts tools of any name', () => {
    const { strata } = draw([...many(2, '__proto__'), ...many(1, 'constructor')], { by: ['tool'] });
    expect(strata.map(({ population }) => population)).toEqual([2, 1]);
  });

  it('refuses a trait that it does not know', () => {
    expect(() => new Sampler({ ...PLAN, by: ['colour'] })).toThrow('there is no such trait');
  });

  it('gives a case the same id with and without the recorded result of its own call', () => {
    const idsOf = (result: object): readonly string[] =>
      draw([trace({ input: 'ask', tool_calls: [{ name: 'search', turn: 1, ...result }] })], {
        unit: 'decision',
      }).cases.map(({ id }) => id);
    expect(idsOf({ result: '3 articles' })).toEqual(idsOf({}));
    expect(idsOf({ arguments: { q: 'x' } })).not.toEqual(idsOf({}));
  });

  it('distinguishes decisions by the results before them', () => {
    const after = (result: string): Trace =>
      trace({
        input: 'ask',
        tool_calls: [
          { name: 'search', turn: 1, result },
          { name: 'fetch', turn: 2 },
        ],
      });
    const plan = { unit: 'conversation' as const };
    const [item, other] = ['3 articles', 'nothing'].map((result) => draw([after(result)], plan));
    const ids = (turn: number): readonly (string | undefined)[] =>
      [item, other].map((sample) => sample?.cases.find((part) => part.turn === turn)?.id);
    expect(ids(1)[0]).toBe(ids(1)[1]);
    expect(ids(2)[0]).not.toBe(ids(2)[1]);
  });
});
