import type { Verdict } from '#core';

/** 0 every gate held · 1 a gate failed · 2 unusable input · 3 not measured · 4 a bug · 5 inconclusive. */
export const EXIT = {
  ok: 0,
  failed: 1,
  unusable: 2,
  unmeasured: 3,
  bug: 4,
  inconclusive: 5,
} as const;

/** The exit code of a report: a failed gate wins over what was not measured. */
export function exitCodeOf(report: { readonly verdict: Verdict }): number {
  switch (report.verdict) {
    case 'fail':
      return EXIT.failed;
    case 'error':
      return EXIT.unmeasured;
    case 'inconclusive':
      return EXIT.inconclusive;
    case 'pass':
      return EXIT.ok;
  }
}

/** Where several codes apply: the first of 2, 4, 1, 3, 5. */
const WORST_FIRST: readonly number[] = [
  EXIT.unusable,
  EXIT.bug,
  EXIT.failed,
  EXIT.unmeasured,
  EXIT.inconclusive,
];

/** The exit code where both apply. */
export function worstExit(a: number, b: number): number {
  return WORST_FIRST.find((code) => code === a || code === b) ?? a;
}
