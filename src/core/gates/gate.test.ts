import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Decimal, decimalOf } from '../json/decimal.ts';
import {
  decimalNumber,
  type Gate,
  GATE_OPS,
  type GateOp,
  parseGateValue,
  showDecimal,
} from './gate.ts';
import { holds, holdsBetween } from './holds.ts';
import { ExactNumber } from '../json/json.ts';
import { metricNumber, type MetricValue, metricValue, type Unit } from '../metrics/metric.ts';

const PERCENT = 'a percent metric takes an integer from 0 to 100';
const RATIO = 'a ratio metric takes a decimal from 0 to 1';
const COUNT = 'a count takes a number from 0';
const MEAN = 'a mean takes a number from 0';

describe('a gate value that does not fit its metric is refused, with the unit and a hint', () => {
  it.each<[Unit, unknown, string, string?]>([
    ['percent', 0.8, `0.8 does not fit; ${PERCENT}`, 'did you mean 80?'],
    ['percent', 0.95, `0.95 does not fit; ${PERCENT}`, 'did you mean 95?'],
    ['percent', 0.855, `0.855 does not fit; ${PERCENT}`, 'only whole percents are compared'],
    ['percent', 80.5, `80.5 does not fit; ${PERCENT}`, 'only whole percents are compared'],
    ['percent', -1, `-1 does not fit; ${PERCENT}`],
    ['percent', 101, `101 does not fit; ${PERCENT}`],
    ['percent', '80', `"80" is text; ${PERCENT}`, 'write it without quotes: 80'],
    ['percent', 'high', `"high" is text; ${PERCENT}`],
    ['percent', '', `"" is text; ${PERCENT}`],
    ['percent', '101%', `101% does not fit; ${PERCENT}`],
    ['percent', '0.5%', `0.5% does not fit; ${PERCENT}`, 'only whole percents are compared'],
    ['percent', '-5%', `"-5%" is text; ${PERCENT}`],
    ['percent', Number.NaN, `NaN is not a number; ${PERCENT}`],
    ['percent', Number.POSITIVE_INFINITY, `Infinity is not a number; ${PERCENT}`],
    ['percent', null, `null is not a number; ${PERCENT}`],
    ['percent', true, `true is not a number; ${PERCENT}`],
    ['percent', [80], `a list is not a number; ${PERCENT}`],
    ['percent', Object.create(null), `an object is not a number; ${PERCENT}`],
    ['percent', new ExactNumber('9007199254740993'), `9007199254740992 does not fit; ${PERCENT}`],
    ['percent', new ExactNumber('1e-500'), `1e-500 does not fit; ${PERCENT}`],
    ['percent', `0.${'0'.repeat(500)}1%`, `"0.${'0'.repeat(500)}1%" is text; ${PERCENT}`],
    ['ratio', 80, `80 does not fit; ${RATIO}`, 'did you mean 0.8?'],
    ['ratio', 100, `100 does not fit; ${RATIO}`, 'did you mean 1?'],
    ['ratio', 1.5, `1.5 does not fit; ${RATIO}`, 'did you mean 0.015?'],
    ['ratio', 101, `101 does not fit; ${RATIO}`],
    ['ratio', -0.1, `-0.1 does not fit; ${RATIO}`],
    ['ratio', '0.8', `"0.8" is text; ${RATIO}`, 'write it without quotes: 0.8'],
    ['ratio', '150%', `150% does not fit; ${RATIO}`],
    ['ratio', Number.NaN, `NaN is not a number; ${RATIO}`],
    ['count', -1, `-1 does not fit; ${COUNT}`],
    ['count', '3', `"3" is text; ${COUNT}`, 'write it without quotes: 3'],
    ['count', '80%', `"80%" is text; ${COUNT}`],
    ['mean', -0.5, `-0.5 does not fit; ${MEAN}`],
    ['mean', '80%', `"80%" is text; ${MEAN}`],
  ])('%s %s', (unit, raw, message, hint) => {
    expect(parseGateValue(unit, raw)).toEqual(
      hint === undefined ? { ok: false, message } : { ok: false, message, hint },
    );
  });
});

describe('a gate value that fits is kept exactly as written', () => {
  it.each<[Unit, unknown, bigint, bigint]>([
    ['percent', 0, 0n, 1n],
    ['percent', 1, 1n, 1n],
    ['percent', 80, 80n, 1n],
    ['percent', 100, 100n, 1n],
    ['percent', '80%', 80n, 1n],
    ['percent', '80.0%', 80n, 1n],
    ['percent', '80 %', 80n, 1n],
    ['ratio', 0, 0n, 1n],
    ['ratio', 1, 1n, 1n],
    ['ratio', 0.95, 95n, 100n],
    ['ratio', 1e-7, 1n, 10_000_000n],
    ['ratio', '80%', 80n, 100n],
    ['ratio', '99.5%', 995n, 1000n],
    ['ratio', new ExactNumber('12345678901234567e-17'), 12345678901234567n, 10n ** 17n],
    ['count', 0, 0n, 1n],
    ['count', 12, 12n, 1n],
    ['count', 2.5, 25n, 10n],
    ['mean', 2.5, 25n, 10n],
  ])('%s %s', (unit, raw, num, den) => {
    expect(parseGateValue(unit, raw)).toEqual({ ok: true, value: { num, den } });
  });
});

function gate(op: GateOp, value: Gate['value']): Gate {
  return { metric: 'm', op, value, source: 'suite', certify: false };
}

/** Every operator by itself, on whole numbers. */
const OPERATORS: Record<Exclude<GateOp, 'between'>, (a: bigint, b: bigint) => boolean> = {
  '>=': (a, b) => a >= b,
  '>': (a, b) => a > b,
  '<=': (a, b) => a <= b,
  '<': (a, b) => a < b,
  '==': (a, b) => a === b,
  '!=': (a, b) => a !== b,
};

/** Whether the gate should hold, from the definition: a/b against c/d by a*d and c*b. */
function shouldHold(op: GateOp, value: MetricValue, limits: readonly Decimal[]): boolean {
  const { num, den } =
    value.unit === 'percent' ? { num: BigInt(metricNumber(value)), den: 1n } : value;
  const [low, high] = limits;
  if (op === 'between') {
    return num * low!.den >= low!.num * den && num * high!.den <= high!.num * den;
  }
  return OPERATORS[op](num * low!.den, low!.num * den);
}

describe('gates compare exactly', () => {
  const units: readonly Unit[] = ['percent', 'ratio', 'count', 'mean'];

  it.each(units)('every operator on a %s, for all small fractions and limits', (unit) => {
    const limits: Decimal[] = [];
    for (let tenth = 0; tenth <= 10; tenth++) {
      limits.push(
        unit === 'percent' ? { num: BigInt(tenth * 10), den: 1n } : decimalOf(tenth / 10),
      );
    }
    limits.push(unit === 'percent' ? { num: 33n, den: 1n } : decimalOf(0.3333));
    let wrong = 0;
    for (let den = 1; den <= 24; den++) {
      for (let num = 0; num <= den; num++) {
        const value = metricValue(unit, num, den);
        for (const op of GATE_OPS) {
          for (const low of limits) {
            const pair = [low, limits[7]!] as const;
            const held = holds(gate(op, op === 'between' ? pair : low), value);
            if (held !== shouldHold(op, value, pair)) wrong++;
          }
        }
      }
    }
    expect(wrong).toBe(0);
  });

  it('with no tolerance at all, where doubles would have some', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...GATE_OPS),
        fc.bigInt(0n, 10n ** 30n),
        fc.bigInt(1n, 10n ** 30n),
        fc.bigInt(-2n, 2n),
        (op, num, den, off) => {
          const limit = { num: num * 10n + off, den: den * 10n };
          const value = metricValue('ratio', num, den);
          const pair = [limit, limit] as const;
          expect(holds(gate(op, op === 'between' ? pair : limit), value)).toBe(
            shouldHold(op, value, pair),
          );
        },
      ),
    );
  });

  it('a ratio by its fraction and not by how it is printed', () => {
    const two = metricValue('ratio', 2, 3);
    expect(metricNumber(two)).toBe(0.6667);
    expect(holds(gate('>=', decimalOf(0.6667)), two)).toBe(false);
    expect(holds(gate('==', decimalOf(0.6667)), two)).toBe(false);
    expect(holds(gate('>=', decimalOf(0.6666)), two)).toBe(true);
    // In doubles 0.1 + 0.2 is more than 0.3; three tenths are not.
    expect(holds(gate('<=', decimalOf(0.3)), metricValue('ratio', 3, 10))).toBe(true);
  });

  it('a percent by the printed integer', () => {
    const almost = metricValue('percent', 799, 1000);
    expect(metricNumber(almost)).toBe(79);
    expect(holds(gate('>=', decimalOf(80)), almost)).toBe(false);
    expect(holds(gate('==', decimalOf(79)), almost)).toBe(true);
    expect(holds(gate('<=', decimalOf(79)), almost)).toBe(true);
  });

  it('between includes both ends and never holds when the ends are swapped', () => {
    const value = metricValue('percent', 1, 2);
    const [forty, fifty, sixty] = [decimalOf(40), decimalOf(50), decimalOf(60)];
    expect(holds(gate('between', [fifty, sixty]), value)).toBe(true);
    expect(holds(gate('between', [forty, fifty]), value)).toBe(true);
    expect(holds(gate('between', [sixty, forty]), value)).toBe(false);
  });
});

it('a value is shown with as many digits as were written', () => {
  expect(showDecimal(decimalOf(0.95))).toBe('0.95');
  expect(showDecimal(decimalOf(80))).toBe('80');
  expect(showDecimal({ num: 5n, den: 1000n })).toBe('0.005');
  expect(decimalNumber({ num: 995n, den: 1000n })).toBe(0.995);
});

describe('a gate over a range of values', () => {
  it('holds for all, for none or for some of them, as the values do one by one', () => {
    const small = fc.integer({ min: 0, max: 8 });
    fc.assert(
      fc.property(
        fc.constantFrom(...GATE_OPS),
        fc.tuple(small, small),
        fc.tuple(small, small),
        (op, limits, ends) => {
          const [first, last] = limits.toSorted((a, b) => a - b).map(decimalOf) as [
            Decimal,
            Decimal,
          ];
          const [low, high] = ends.toSorted((a, b) => a - b) as [number, number];
          const written = gate(op, op === 'between' ? [first, last] : first);
          const count = (value: number): MetricValue => metricValue('count', value);
          const held = Array.from({ length: high - low + 1 }, (_, i) =>
            holds(written, count(low + i)),
          );
          const expected = held.every(Boolean) ? true : held.some(Boolean) ? null : false;
          expect(holdsBetween(written, count(low), count(high))).toBe(expected);
        },
      ),
    );
  });

  it('without an upper end is never met for all values by an upper limit', () => {
    const three = metricValue('count', 3);
    expect(holdsBetween(gate('<=', decimalOf(5)), three, null)).toBeNull();
    expect(holdsBetween(gate('<=', decimalOf(2)), three, null)).toBe(false);
    expect(holdsBetween(gate('>=', decimalOf(3)), three, null)).toBe(true);
    expect(holdsBetween(gate('>=', decimalOf(4)), three, null)).toBeNull();
    expect(holdsBetween(gate('==', decimalOf(3)), three, null)).toBeNull();
    expect(holdsBetween(gate('!=', decimalOf(2)), three, null)).toBe(true);
  });
});
