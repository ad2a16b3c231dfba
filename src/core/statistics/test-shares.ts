import { fisherP, probabilityNumber } from './fisher.ts';
import { normalTail, sharedZ2 } from './normal.ts';

/** Whether two shares of samples that are not paired differ by more than chance. */
export interface SharesTest {
  /** Two-sided; for display and order. */
  readonly p: number;
  /** Whether it is significant at 5 % shared by a number of tests, decided in integers. */
  readonly isSignificant: (tests: number) => boolean;
}

/** Fisher's test is carried out where a row or column of the table has at most this many. */
const MAX_EXACT = 300;

/**
 * Compares k1 of n1 with k2 of n2: by Fisher's exact test, or by the score test with Yates's correction where every row
 * and column has more than 300. Null where a sample is empty.
 */
export function testShares(k1: number, n1: number, k2: number, n2: number): SharesTest | null {
  if (n1 === 0 || n2 === 0) return null;
  const k = k1 + k2;
  const n = n1 + n2;
  if (Math.min(n1, n2, k, n - k) > MAX_EXACT) return testScores(k1, n1, k2, n2);
  const exact = fisherP(k1, n1, k2, n2);
  return {
    p: probabilityNumber(exact),
    isSignificant: (tests) => exact.num * 20n * BigInt(tests) <= exact.den,
  };
}

/** z squared is N (2|k1 n2 - k2 n1| - N)^2 / (4 n1 n2 K (N - K)). */
function testScores(k1: number, n1: number, k2: number, n2: number): SharesTest {
  const [a, b, c, d] = [BigInt(k1), BigInt(n1), BigInt(k2), BigInt(n2)];
  const k = a + c;
  const n = b + d;
  const gap = a * d - c * b;
  const twice = 2n * (gap < 0n ? -gap : gap) - n;
  const num = twice <= 0n ? 0n : n * twice * twice;
  const den = 4n * b * d * k * (n - k);
  const z = Math.sqrt(ratioNumber(num, den));
  return {
    p: Math.min(1, 2 * normalTail(z)),
    isSignificant: (tests) => num * 10_000_000_000n >= sharedZ2(tests) * den,
  };
}

/** A ratio that may be above 1, as a double. */
function ratioNumber(num: bigint, den: bigint): number {
  const whole = num / den;
  return Number(whole) + probabilityNumber({ num: num % den, den });
}

/** Holm's step-down over tests at 5 %, decided in integers: which of them are significant together. */
export function holmDecisions(tests: readonly SharesTest[]): readonly boolean[] {
  const order = tests.map((_, at) => at).sort((x, y) => tests[x]!.p - tests[y]!.p || x - y);
  const decisions = tests.map(() => false);
  for (const [rank, at] of order.entries()) {
    if (!tests[at]!.isSignificant(tests.length - rank)) break;
    decisions[at] = true;
  }
  return decisions;
}

/**
 * Whether samples of these sizes could be significant at all in one of a number of tests: where one sample is all yes and
 * the other all no.
 */
export function canDiffer(n1: number, n2: number, tests: number): boolean {
  if (n1 === 0 || n2 === 0) return false;
  return testShares(0, n1, n2, n2)?.isSignificant(tests) === true;
}
