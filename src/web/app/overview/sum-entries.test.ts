import { describe, expect, it } from 'vitest';
import type { EntrySummary, ModeSummary, ToolSummary } from '#schema';
import { modeShares, worstTools } from './sum-entries.ts';

function entryOf(place: number, parts: Partial<EntrySummary>): EntrySummary {
  return {
    place,
    kind: 'eval',
    name: `e${place}`,
    suite: null,
    models: [],
    verdict: 'fail',
    runs: 10,
    errors: 0,
    errorCode: null,
    passing: { k: 5, n: 10, rate: 0.5, interval: null },
    metrics: [],
    tools: [],
    modes: null,
    passingUsage: null,
    confusions: [],
    ...parts,
  };
}
const tool = (name: string, missed: number, expected: number | null): ToolSummary => ({
  name,
  missed,
  expected,
  instead: { name: `${name}-${missed}`, count: missed },
});
const mode = (cases: number | null, usage: ModeSummary['usage'] = null): ModeSummary => ({
  mode: 'wrong_tool',
  cases,
  usage,
});

describe('the worst tools', () => {
  it('add up over tests and evals, and lead to where most were missed', () => {
    const tools = worstTools([
      entryOf(0, { tools: [tool('a', 2, 10), tool('b', 3, 5)] }),
      entryOf(1, { tools: [tool('a', 4, 20)] }),
    ]);
    expect(
      tools.map(({ name, missed, expected, place }) => [name, missed, expected, place]),
    ).toEqual([
      ['a', 6, 30, 1],
      ['b', 3, 5, 0],
    ]);
    expect(tools[0]?.instead?.name).toBe('a-4');
  });

  it('have no share where one report does not count it', () => {
    const entries = [
      entryOf(0, { tools: [tool('a', 2, null)] }),
      entryOf(1, { tools: [tool('a', 1, 9)] }),
    ];
    expect(worstTools(entries)[0]?.expected).toBeNull();
  });
});

describe('failure modes', () => {
  it('have a share of the cases of all evals that measure them', () => {
    const shares = modeShares([
      entryOf(0, { modes: [mode(2)] }),
      entryOf(1, { modes: [mode(3)] }),
      entryOf(2, { kind: 'test' }),
    ]);
    expect(shares).toEqual([{ mode: 'wrong_tool', cases: 5, of: 20, cost: null, place: 1 }]);
  });

  it('are not measured where one eval does not measure them', () => {
    const shares = modeShares([
      entryOf(0, { modes: [mode(2)] }),
      entryOf(1, { modes: [mode(null)] }),
    ]);
    expect(shares[0]?.cases).toBeNull();
  });

  it('cost what their cases used, against those that pass', () => {
    const usage = { cases: 2, sums: { cost: 6_000_000, tokens: 900 } };
    const passingUsage = { cases: 4, sums: { cost: 4_000_000 } };
    const [share] = modeShares([entryOf(0, { modes: [mode(2, usage)], passingUsage })]);
    // 0.006 over 2 cases, 0.004 over 4 cases.
    expect(share?.cost).toEqual({ figure: 'cost', value: 0.003, passing: 0.001 });
    const tokens = { cases: 2, sums: { tokens: 900 } };
    const [other] = modeShares([entryOf(0, { modes: [mode(2, tokens)], passingUsage })]);
    expect(other?.cost).toEqual({ figure: 'tokens', value: 450, passing: null });
  });
});
