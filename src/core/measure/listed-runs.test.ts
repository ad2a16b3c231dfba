import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Verdict } from '../report/report.ts';
import { MAX_PART_BYTES } from '../run-evidence/limits.ts';
import { ListedRuns, type QuotedRun } from './listed-runs.ts';

const quoted = (order: number, chars = 0): QuotedRun => {
  const evidence = { where: `t.jsonl:${order}`, question: 'x'.repeat(chars) };
  return { evidence, bytes: JSON.stringify(evidence).length, catalog: null };
};

const bytesOf = (value: unknown): number => JSON.stringify(value).length;

describe('listed runs', () => {
  it('are the first hundred of each verdict, in the order of the runs', () => {
    const listed = new ListedRuns();
    for (let order = 400; order > 0; order--)
      listed.add(order, order % 4 === 0 ? 'fail' : 'pass', quoted(order));
    const { runs } = listed.report();
    const of = (verdict: Verdict): number[] =>
      runs.filter((run) => run.verdict === verdict).map(({ order }) => order);
    expect(of('fail')).toEqual(Array.from({ length: 100 }, (_, i) => 4 * i + 4));
    expect(of('pass')).toEqual(
      Array.from({ length: 134 }, (_, i) => i + 1)
        .filter((order) => order % 4 !== 0)
        .slice(0, 100),
    );
    expect(runs.map(({ order }) => order)).toEqual(
      runs.map(({ order }) => order).sort((a, b) => a - b),
    );
  });

  it('stay within the limit of a test: those that fail have texts first, the others `where` alone', () => {
    const listed = new ListedRuns();
    const verdictOf = (order: number): Verdict =>
      order % 2 === 0 ? 'fail' : order % 3 === 0 ? 'error' : 'pass';
    for (let order = 1; order <= 800; order++)
      listed.add(order, verdictOf(order), quoted(order, 3900));
    const { runs } = listed.report();
    const whole = runs.filter(({ evidence }) => evidence.question !== undefined);
    expect(bytesOf(whole.map(({ evidence }) => evidence))).toBeLessThan(MAX_PART_BYTES);
    const count = (verdict: Verdict): number =>
      whole.filter((run) => run.verdict === verdict).length;
    expect([count('fail'), count('error')]).toEqual([100, 100]);
    // The first of those that pass have what room is left.
    const passing = runs.filter(({ verdict }) => verdict === 'pass');
    expect(passing.slice(0, count('pass')).every((run) => whole.includes(run))).toBe(true);
    for (const { order, evidence } of passing.slice(count('pass')))
      expect(evidence).toEqual({ where: `t.jsonl:${order}` });
    expect(count('pass')).toBeLessThan(100);
  });

  it('are of the first run with the verdict of its case, where a case has several', () => {
    const unitOf = (order: number): number => Math.floor(order / 10);
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.nat(60), { maxLength: 40 }),
        fc.func<[number], boolean>(fc.boolean()),
        (orders, passes) => {
          const listed = new ListedRuns({ unitOf, haveRuns: true });
          for (const order of orders)
            listed.add(order, passes(order) ? 'pass' : 'fail', quoted(order));
          const fails = new Set(orders.filter((order) => !passes(order)).map(unitOf));
          const verdictOf = (order: number): Verdict =>
            fails.has(unitOf(order)) ? 'fail' : 'pass';
          const { runs } = listed.report((order, verdict) => verdictOf(order) === verdict);
          const expected = [...new Set(orders.map(unitOf))].map((unit) =>
            Math.min(
              ...orders.filter(
                (order) =>
                  unitOf(order) === unit && passes(order) === (verdictOf(order) === 'pass'),
              ),
            ),
          );
          expect(runs.map(({ order }) => order)).toEqual(expected.sort((a, b) => a - b));
        },
      ),
    );
  });

  it('share their lists of offered tools, as many as there is room for', () => {
    const listed = new ListedRuns();
    const catalog = (i: number): { tool: string; description: string }[] =>
      Array.from({ length: 100 }, (_, at) => ({
        tool: `t${at}`,
        description: `${i} ${'d'.repeat(300)}`,
      }));
    for (let order = 0; order < 30; order++)
      listed.add(order, 'pass', { ...quoted(order), catalog: catalog(order % 10) });
    const { runs, catalogs } = listed.report();
    expect(bytesOf(catalogs)).toBeLessThan(MAX_PART_BYTES);
    expect(catalogs.length).toBeGreaterThan(3);
    expect(runs.map(({ evidence }) => evidence.catalog)).toEqual(
      runs.map((_, i) => (i % 10 < catalogs.length ? i % 10 : undefined)),
    );
  });
});
