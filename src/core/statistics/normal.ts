import { Z2_E10 } from './intervals.ts';

/** P(Z > z) of the normal distribution, to twelve digits and more. */
export function normalTail(z: number): number {
  if (z < 0) return 1 - normalTail(-z);
  const density = Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
  return z < SERIES_ENDS ? 0.5 - density * series(z) : density / fraction(z);
}

/** Near the middle a power series is exact, far out Laplace's continued fraction. */
const SERIES_ENDS = 3;

/** z + z^3/3 + z^5/(3*5) + … */
function series(z: number): number {
  let term = z;
  let sum = z;
  for (let odd = 3; term > sum * Number.EPSILON; odd += 2) {
    term *= (z * z) / odd;
    sum += term;
  }
  return sum;
}

/** z + 1/(z + 2/(z + 3/(z + …))) */
function fraction(z: number): number {
  let value = z;
  for (let i = 100; i > 0; i--) value = z + i / value;
  return value;
}

/** The square of z, times 10^10, beyond which lies 0.025 shared by a number of tests; of one test it is that of the 95 % interval. */
export function sharedZ2(tests: number): bigint {
  if (tests === 1) return Z2_E10;
  let [low, high] = [1, 40];
  for (let i = 0; i < 80; i++) {
    const middle = (low + high) / 2;
    if (normalTail(middle) > 0.025 / tests) low = middle;
    else high = middle;
  }
  return BigInt(Math.round(low * low * 1e10));
}
