import { gcd } from '../../statistics/gcd.ts';
import type { Ratio } from '../../scoring/scorer.ts';

type KeyScore = readonly [equal: number, of: number];

export function isFull([equal, of]: KeyScore): boolean {
  return equal === of;
}

export function meanOf(shares: readonly KeyScore[]): Ratio {
  if (shares.every(isFull)) return { num: 1, den: 1 };
  const scale = commonScale(shares);
  const total = shares.reduce((sum, share) => sum + scaled(share, scale), 0n);
  return reduced(total, scale * BigInt(shares.length));
}

/** The least number that makes every share a whole number when it is multiplied by it. */
export function commonScale(shares: readonly KeyScore[]): bigint {
  return shares.reduce((all, [, of]) => (all / gcd(all, BigInt(of))) * BigInt(of), 1n);
}

export function scaled([equal, of]: KeyScore, scale: bigint): bigint {
  return (BigInt(equal) * scale) / BigInt(of);
}

export function reduced(num: bigint, den: bigint): Ratio {
  const divisor = gcd(num, den);
  return { num: num / divisor, den: den / divisor };
}
