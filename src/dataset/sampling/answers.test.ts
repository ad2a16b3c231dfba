import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseTrace, type Trace } from '#core';
import { sha256 } from '../hash.ts';
import { weightOf } from '../versions/dataset-version.ts';
import { alikeKey } from './alike.ts';
import { allocate } from './allocate.ts';
import { type Cut, cutDecisions } from './cut-cases.ts';
import { manifestOf, type Sample, type SampleManifest } from './sample.ts';
import { Sampler, type SamplePlan } from './sampler.ts';

/** Letters only: digits do not distinguish inputs. */
const word = (n: number): string =>
  String(n).replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)] as string);

/** A run with a decision for each letter: a tool for a letter, an answer for `-`. */
function run(index: number, decisions: string): Trace {
  const tool_calls = decisions
    .split('')
    .flatMap((name, i) => (name === '-' ? [] : [{ name, turn: i + 1, arguments: { n: index } }]));
  const value = {
    id: `r${index}`,
    input: `ask ${word(index)}`,
    tool_calls,
    answers: decisions.length,
  };
  const parsed = parseTrace(value);
  if (!parsed.ok) throw new Error(parsed.issues[0]?.message);
  return parsed.trace;
}

const PLAN: SamplePlan = { size: 40, seed: '1', by: [], unit: 'decision', minimum: 5, answers: 20 };

function draw(traces: readonly Trace[], plan: Partial<SamplePlan> = {}): Sample {
  const sampler = new Sampler({ ...PLAN, ...plan });
  for (const trace of traces) sampler.add(trace);
  return sampler.finish();
}

const calledOf = (sample: Sample): readonly boolean[] =>
  sample.cases.map(({ trace }) => (trace.tool_calls as readonly unknown[]).length > 0);

/** The rows of a version, each with its weight and whether it called a tool. */
function weigh(sample: Sample): readonly { weight: number; called: boolean }[] {
  const manifest: SampleManifest = manifestOf(sample, 0);
  return sample.cases.map(({ stratum, represents }, i) => ({
    weight: weightOf(manifest, stratum, represents),
    called: calledOf(sample)[i]!,
  }));
}

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);

describe('decisions without a call', () => {
  const runs = Array.from({ length: 100 }, (_, i) => run(i, 'a-'));

  it('stay a sixth of a small sample', () => {
    expect(sum(calledOf(draw(runs, { size: 12 })).map(Number))).toBe(10);
    expect(sum(calledOf(draw(runs, { size: 2 })).map(Number))).toBe(1);
  });

  it('are drawn by a share of them, beside those that called a tool', () => {
    // 100 that called and 20 of the other 100: a sixth of the sample are answers.
    const sample = draw(runs, { size: 60 });
    expect(sum(calledOf(sample).map(Number))).toBe(50);
    expect(sample.cases).toHaveLength(60);
    expect(sample.strata).toEqual([
      { stratum: { decision: 'answer' }, population: 100, sampled: 10, represents: 10 },
      { stratum: { decision: 'call' }, population: 100, sampled: 50, represents: 50 },
    ]);
    expect(manifestOf(sample, 0)).toMatchObject({ answers: '20%', by: [], population: 200 });
  });

  it('are at most that share, however large the sample is', () => {
    const sample = draw(runs, { size: 1000 });
    expect(calledOf(sample).filter((called) => !called)).toHaveLength(20);
    expect(calledOf(sample).filter(Boolean)).toHaveLength(100);
  });

  it('are all of them, or none, where that is asked for', () => {
    expect(draw(runs, { size: 1000, answers: 100 })).toMatchObject({
      strata: [{ stratum: {}, population: 200, sampled: 200 }],
    });
    const none = draw(runs, { size: 1000, answers: 0 });
    expect(none.strata).toEqual([
      { stratum: { decision: 'answer' }, population: 100, sampled: 0, represents: 0 },
      { stratum: { decision: 'call' }, population: 100, sampled: 100, represents: 100 },
    ]);
    expect(manifestOf(none, 0)).toMatchObject({ answers: 'none', population: 200, cases: 100 });
  });

  it('need no stratum of their own where strata are tools', () => {
    const sample = draw(runs, { size: 60, by: ['tool'] });
    expect(sample.strata.map(({ stratum, sampled }) => [stratum, sampled])).toEqual([
      [{ tool: '(none)' }, 10],
      [{ tool: 'a' }, 50],
    ]);
  });
});

/** Without two answers in a run, nor the same tool twice: those would be near-duplicates. */
const decisions = fc.constantFrom('a', 'b', '-', 'a-', '-a', 'ab', 'abc-', '-cab', 'b-');

describe('a sample with a share of answers', () => {
  it('has the cases of the lowest ranks of each stratum, as a sort of all cases finds them', () => {
    fc.assert(
      fc.property(
        fc.array(decisions, { minLength: 30, maxLength: 300 }),
        fc.constantFrom<readonly string[]>([], ['tool'], ['length']),
        fc.constantFrom(0, 1, 20, 50, 99),
        fc.integer({ min: 12, max: 60 }),
        (kinds, by, answers, size) => {
          const traces = kinds.map((kind, i) => run(i, kind));
          const sample = draw(traces, { by, answers, size, minimum: 1 });
          const drawn = sample.cases
            .map(({ trace, turn }) => `${trace.id as string} ${turn}`)
            .sort();
          expect(drawn).toEqual(
            drawByBruteForce(traces, { ...PLAN, by, answers, size, minimum: 1 }),
          );
        },
      ),
      { numRuns: 40 },
    );
  });

  it('has weights that add up to the population of each kind, so shares are those of the population', () => {
    fc.assert(
      fc.property(
        fc.array(decisions, { minLength: 30, maxLength: 200 }),
        fc.constantFrom(1, 20, 50, 100),
        (kinds, answers) => {
          const traces = kinds.map((kind, i) => run(i, kind));
          const cuts = traces.flatMap((trace) => cutDecisions(trace));
          const calls = cuts.filter((cut) => cut.calls.length > 0).length;
          // With a stratum for each kind, also where all answers may be drawn.
          const rows = weigh(draw(traces, { answers, by: ['decision'], size: 30, minimum: 1 }));
          const weightOfCalls = sum(rows.flatMap((row) => (row.called ? [row.weight] : [])));
          expect(sum(rows.map((row) => row.weight))).toBeCloseTo(cuts.length, 1);
          expect(weightOfCalls).toBeCloseTo(calls, 1);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('estimates a share of the population without bias, over many seeds', () => {
    // What is counted depends on the kind: 30 of 100 calls are of tool b, and every answer is wrong.
    const traces = Array.from({ length: 100 }, (_, i) => run(i, i < 30 ? 'b---' : 'a---'));
    const isCounted = ({ trace }: Sample['cases'][number]): boolean => {
      const [call] = trace.tool_calls as readonly { name: string }[];
      return call === undefined || call.name === 'b';
    };
    const samples = Array.from({ length: 100 }, (_, i) =>
      draw(traces, { seed: String(i), size: 40 }),
    );
    const shares = samples.map((sample) => {
      const rows = weigh(sample);
      const counted = rows.filter((_, i) => isCounted(sample.cases[i]!));
      return sum(counted.map(({ weight }) => weight)) / sum(rows.map(({ weight }) => weight));
    });
    const raw = samples.map(({ cases }) => cases.filter(isCounted).length / cases.length);
    // 300 answers and 30 calls of 400 decisions.
    expect(sum(shares) / samples.length).toBeCloseTo(330 / 400, 2);
    expect(sum(raw) / samples.length).toBeLessThan(0.65);
  });
});

/** All cases by stratum and rank, the lowest of each: what one pass over the traces must find, too. */
function drawByBruteForce(traces: readonly Trace[], plan: SamplePlan): readonly string[] {
  const strata = new Map<string, { percent: number; cuts: { rank: string; cut: Cut }[] }>();
  for (const cut of traces.flatMap((trace) => cutDecisions(trace))) {
    const [first] = cut.calls;
    const kind = first === undefined ? 'answer' : 'call';
    const values = plan.by.map((trait) =>
      trait === 'tool' ? (first?.name ?? '(none)') : lengthOf(cut.trace.calls.length),
    );
    const key = JSON.stringify(plan.by.includes('tool') ? values : [...values, kind]);
    const stratum = strata.get(key) ?? { percent: kind === 'call' ? 100 : plan.answers!, cuts: [] };
    strata.set(key, stratum);
    stratum.cuts.push({ rank: sha256(`${plan.seed}\u0000${alikeKey(cut)}`), cut });
  }
  const all = [...strata].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, stratum]) => stratum);
  const shares = all.map(({ percent, cuts }) => ({
    population: cuts.length * percent,
    available: Math.ceil((cuts.length * percent) / 100),
  }));
  const given = allocate(shares, plan.size, plan.minimum);
  return all
    .flatMap(({ cuts }, i) =>
      cuts.toSorted((a, b) => (a.rank < b.rank ? -1 : 1)).slice(0, given[i]),
    )
    .map(({ cut }) => `${cut.trace.id} ${cut.turn}`)
    .sort();
}

function lengthOf(calls: number): string {
  if (calls < 2) return String(calls);
  return calls < 4 ? '2-3' : '4-7';
}
