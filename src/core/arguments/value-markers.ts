import { type Decimal, decimalOf, parseDecimal } from '../json/decimal.ts';
import { ExactNumber, isJsonObject, type Json } from '../json/json.ts';
import { parseDay, parseTime } from './calendar-day.ts';

/** A range of values that an argument may have. */
export interface ValueTest {
  /** The JSON type of values that fit. */
  readonly type: 'number' | 'string';
  readonly test: (value: Json) => boolean;
}

/** A marker that cannot be used; the text says what it takes. */
export interface MarkerFault {
  readonly fault: string;
}

/** In place of a reference date: dates that are relative to one are not compared. */
export const ANY_DAY = '*';

/** The markers for ranges of values, by name. */
export const VALUE_MARKERS: ReadonlyMap<
  string,
  (value: Json, today: string | null) => ValueTest | MarkerFault
> = new Map([
  ['$near', compileNear],
  ['$between', compileBetween],
  ['$date', compileDate],
]);

const NEAR = '$near takes { value: 10, within: 0.5 }, or within: "5%" of the value';
const BETWEEN = '$between takes a list of two numbers, [low, high]';
const DATE =
  '$date takes a day such as "2026-03-01", an instant such as "2026-03-01T10:00:00Z", or { days: 3 }';

function compileNear(value: Json): ValueTest | MarkerFault {
  if (!isJsonObject(value) || !hasOnly(value, ['value', 'within'])) return { fault: NEAR };
  const centre = decimalIn(value.value);
  const within = value.within === undefined ? null : toleranceOf(value.within, centre);
  if (centre === null || within === null) return { fault: NEAR };
  const low = add(centre, { num: -within.num, den: within.den });
  return rangeTest(low, add(centre, within));
}

/** A distance, or a share of the value such as `5%`. */
function toleranceOf(written: Json, centre: Decimal | null): Decimal | null {
  const percent = typeof written === 'string' ? /^(\d+(?:\.\d+)?) ?%$/.exec(written) : null;
  if (percent === null) {
    const distance = decimalIn(written);
    return distance === null || distance.num < 0n ? null : distance;
  }
  const share = parseDecimal(percent[1] ?? '');
  if (share === null || centre === null) return null;
  const size = centre.num < 0n ? -centre.num : centre.num;
  return { num: share.num * size, den: share.den * centre.den * 100n };
}

function compileBetween(value: Json): ValueTest | MarkerFault {
  if (!Array.isArray(value) || value.length !== 2) return { fault: BETWEEN };
  const [low, high] = (value as readonly Json[]).map(decimalIn);
  if (!low || !high) return { fault: BETWEEN };
  if (compare(low, high) > 0)
    return { fault: 'the first value of $between is above the second, so nothing fits' };
  return rangeTest(low, high);
}

function rangeTest(low: Decimal, high: Decimal): ValueTest {
  return {
    type: 'number',
    test(actual) {
      const number = decimalIn(actual);
      return number !== null && compare(low, number) <= 0 && compare(number, high) <= 0;
    },
  };
}

function compileDate(value: Json, today: string | null): ValueTest | MarkerFault {
  if (isJsonObject(value)) return compileRelative(value, today);
  const time = typeof value === 'string' ? parseTime(value) : null;
  if (time === null) return { fault: DATE };
  if (!time.hasTime) return dayTest(time.day);
  if (time.instant === null)
    return { fault: 'an instant of $date needs its offset, such as "2026-03-01T10:00:00Z"' };
  const { instant } = time;
  return textTest((text) => parseTime(text)?.instant === instant);
}

function compileRelative(
  value: Readonly<Record<string, Json>>,
  today: string | null,
): ValueTest | MarkerFault {
  const { days, from = today } = value;
  const isWhole = typeof days === 'number' && Number.isSafeInteger(days);
  if (!hasOnly(value, ['days', 'from']) || !isWhole || Math.abs(days) > MAX_DAYS)
    return { fault: DATE };
  if (from === ANY_DAY) return textTest((text) => parseTime(text) !== null);
  if (from === null)
    return { fault: '$date with `days` needs a reference date: `today` of the suite, or `from`' };
  const day = typeof from === 'string' ? parseDay(from) : null;
  if (day === null) return { fault: '`from` of $date is a day such as "2026-03-01"' };
  return dayTest(day + days);
}

const MAX_DAYS = 1_000_000;

/** A day fits as it is written, with or without a time: what it is elsewhere does not count. */
function dayTest(day: number): ValueTest {
  return textTest((text) => parseTime(text)?.day === day);
}

function textTest(test: (text: string) => boolean): ValueTest {
  return { type: 'string', test: (actual) => typeof actual === 'string' && test(actual) };
}

function hasOnly(value: object, keys: readonly string[]): boolean {
  return Object.keys(value).every((key) => keys.includes(key));
}

/** The decimal of a JSON number, as it is written; null of anything else. */
function decimalIn(value: Json | undefined): Decimal | null {
  if (value instanceof ExactNumber) return parseDecimal(value.text);
  return typeof value === 'number' && Number.isFinite(value) ? decimalOf(value) : null;
}

function add(a: Decimal, b: Decimal): Decimal {
  return { num: a.num * b.den + b.num * a.den, den: a.den * b.den };
}

function compare(a: Decimal, b: Decimal): number {
  const difference = a.num * b.den - b.num * a.den;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}
