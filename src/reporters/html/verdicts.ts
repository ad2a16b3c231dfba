import type { Verdict } from '#core';

/** Verdicts from worst to best: the order of the list, and the number of a verdict in the index. */
export const VERDICTS: readonly Verdict[] = ['fail', 'error', 'inconclusive', 'pass'];

/** A verdict as a word. */
export const LABELS: Readonly<Record<Verdict, string>> = {
  fail: 'Failed',
  error: 'Not measured',
  inconclusive: 'Inconclusive',
  pass: 'Passed',
};

/** A verdict as a sign, because colour alone does not reach everyone. */
export const GLYPHS: Readonly<Record<Verdict, string>> = {
  fail: '✗',
  error: '!',
  inconclusive: '?',
  pass: '✓',
};
