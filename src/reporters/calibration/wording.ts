import type { Estimate, Interval, IntervalFigure, ProbeChanges, Share } from '#core';
import { concat, prose, type Text } from '../document/index.ts';

/** A share with its interval and counts: `94.6 % (88.5-95.1 %), 53 of 56`. */
export function shareText({ k, n, rate, interval }: Share): string {
  if (rate === null || interval === null) return 'not measured: no case';
  return `${percentText(rate)} (${rangeText(interval)}), ${k} of ${n}`;
}

/** A coefficient with its interval: `0.86 (0.71 to 1.00)`. */
export function figureText(value: IntervalFigure | null): string {
  if (value === null) return 'undefined (too little variation)';
  const [low, high] = value.interval;
  const limits = [Math.floor(low * 100) / 100, Math.ceil(high * 100) / 100];
  return `${value.value.toFixed(2)} (${limits.map((limit) => limit.toFixed(2)).join(' to ')})`;
}

/** A corrected share and what it assumes, or why there is none. */
export function estimateText({ value, interval, refused }: Estimate, assumption: string): Text {
  if (value === null) return ['refused: ', prose(refused)];
  return concat(`${percentText(value)} (${rangeText(interval)}); assumes that `, prose(assumption));
}

/** How many verdicts a harmless change turned. */
export function changesText({ pairs, changed, higher, lower, p, unjudged }: ProbeChanges): string {
  if (pairs === 0) return `no case to try${missingText(unjudged)}`;
  const exact = (p ?? 1) < 0.0001 ? '< 0.0001' : `= ${(p ?? 1).toFixed(4)}`;
  const sides = changed === 0 ? '' : `: ${higher} higher, ${lower} lower, exact p ${exact}`;
  return `${changed} of ${pairs} verdicts changed${sides}${missingText(unjudged)}`;
}

/** How many pairs have no verdict. */
export function missingText(unjudged: number): string {
  return unjudged === 0 ? '' : `; ${unjudged} without a verdict`;
}

/** A share as a percentage with at most one decimal. */
export function percentText(rate: number | null): string {
  return rate === null ? 'not measured' : `${tenths(Math.round(rate * 1000))} %`;
}

function rangeText([low, high]: Interval): string {
  return `${tenths(Math.floor(low * 1000 + 1e-9))}-${tenths(Math.ceil(high * 1000 - 1e-9))} %`;
}

function tenths(count: number): string {
  return String(count / 10);
}
