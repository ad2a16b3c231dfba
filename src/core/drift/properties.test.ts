import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { NativeTrace } from '../trace/native-trace.ts';
import { comparePiles, type DriftComparison } from './compare-piles.ts';
import type { BeforeAfter, ShareChange } from './drift-report.ts';
import { driftValues } from './drift-values.ts';
import { pileOf } from './fixtures/piles.ts';

const ANY = { num: 0n, den: 1n };

const call = fc.record(
  {
    name: fc.constantFrom('get', 'list', 'put', '__proto__'),
    server: fc.constantFrom('s', 't', null),
    status: fc.constantFrom('ok', 'error', 'denied', 'missing'),
    arguments: fc.constantFrom({}, { a: 1 }),
  },
  { requiredKeys: ['name'] },
);

const trace = fc.record(
  {
    tool_calls: fc.array(call, { maxLength: 5 }),
    tools: fc.constantFrom([{ name: 'get' }], [{ name: 'get', server: 's' }, { name: 'list' }]),
    usage: fc.record(
      { cost: fc.integer({ min: 0, max: 9 }), input_tokens: fc.nat(99), output_tokens: fc.nat(9) },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: ['tool_calls'] },
) as fc.Arbitrary<NativeTrace>;

const pile = fc.array(trace, { minLength: 1, maxLength: 25 });

function compare(before: readonly NativeTrace[], after: readonly NativeTrace[]): DriftComparison {
  return comparePiles(pileOf(before), pileOf(after), ANY);
}

it('mirrors where the piles are swapped', () => {
  fc.assert(
    fc.property(pile, pile, (item, other) => {
      const forth = compare(item, other);
      const back = compare(other, item);
      expect(back.rules).toEqual(forth.rules);
      const byName = new Map(back.tools.map((tool) => [tool.tool, tool]));
      for (const tool of forth.tools) {
        const mirrored = byName.get(tool.tool)!;
        expect(shareOf(mirrored)).toEqual(mirror(shareOf(tool)));
        expect(mirrored.offered).toEqual(swap(tool.offered));
        expect(mirrored.hallucinated).toEqual(swap(tool.hallucinated));
        const { before, after, difference } = tool.calls;
        expect(mirrored.calls).toMatchObject({ before: after, after: before });
        expect(mirrored.calls.difference).toBe(difference === null ? null : negate(difference));
      }
      expect(byName.size).toBe(forth.tools.length);
      forth.rates.forEach(({ change, lacking }, at) => {
        const mirrored = back.rates[at]!;
        expect(mirrored.change).toEqual(change === null ? null : mirror(change));
        expect(mirrored.lacking).toEqual(swap(lacking));
      });
      forth.means.forEach(({ before, after, difference, interval, hasChanged }, at) => {
        expect(back.means[at]).toMatchObject({ before: after, after: before, hasChanged });
        expect(back.means[at]!.difference).toBe(difference === null ? null : negate(difference));
        expect(back.means[at]!.interval).toEqual(interval === null ? null : flip(interval));
      });
    }),
  );
});

it('does not depend on how a pile is split', () => {
  fc.assert(
    fc.property(pile, pile, fc.nat(25), (item, other, cut) => {
      const whole = pileOf(item);
      const parts = pileOf(item.slice(0, cut));
      parts.merge(pileOf(item.slice(cut), 'a.jsonl', cut + 1));
      const after = pileOf(other, 'b.jsonl');
      const compared = comparePiles(whole, after, ANY);
      expect(comparePiles(parts, after, ANY)).toEqual(compared);
      expect(driftValues(parts, after, compared)).toEqual(driftValues(whole, after, compared));
    }),
  );
});

it('does not depend on the order of the runs', () => {
  fc.assert(
    fc.property(pile, pile, (item, other) => {
      const forth = compare(item, other);
      const turned = compare(item.toReversed(), other);
      const plain = ({ tools, rates, ...rest }: DriftComparison): object => ({
        ...rest,
        tools: tools.map(({ where: _where, ...tool }) => tool),
        rates: rates.map(({ where: _where, ...rate }) => rate),
      });
      expect(plain(turned)).toEqual(plain(forth));
    }),
  );
});

it('finds no drift between identical piles', () => {
  fc.assert(
    fc.property(pile, (item) => {
      const { tools, rates, means } = compare(item, item);
      for (const { p, difference, hasChanged, presence } of tools)
        expect({ p, difference, hasChanged, presence }).toEqual({
          p: 1,
          difference: 0,
          hasChanged: false,
          presence: 'both',
        });
      for (const { change } of rates) expect(change?.hasChanged ?? false).toBe(false);
      for (const { difference, hasChanged } of means)
        expect([difference ?? 0, hasChanged ?? false]).toEqual([0, false]);
    }),
  );
});

function shareOf(change: ShareChange): ShareChange {
  const { before, after, difference, interval, p, holm, bh, isSignificant, hasChanged } = change;
  return { before, after, difference, interval, p, holm, bh, isSignificant, hasChanged };
}

function mirror(change: ShareChange): ShareChange {
  const { before, after, difference, interval } = change;
  return {
    ...change,
    before: after,
    after: before,
    difference: negate(difference),
    interval: flip(interval),
  };
}

function flip([low, high]: ShareChange['interval']): ShareChange['interval'] {
  return [negate(high), negate(low)];
}

function negate(value: number): number {
  return value === 0 ? 0 : -value;
}

function swap<T>({ before, after }: BeforeAfter<T>): BeforeAfter<T> {
  return { before: after, after: before };
}
