import type { Verdict } from '#core';
import { createColors } from 'picocolors';

type Paint = (text: string) => string;

/** The colours of a terminal, or none. */
export interface Theme {
  readonly bold: Paint;
  readonly dim: Paint;
  readonly verdict: Readonly<Record<Verdict, Paint>>;
}

/** How each verdict is marked; one column wide each. */
export const MARKS: Readonly<Record<Verdict, string>> = {
  pass: '✓',
  fail: '✗',
  error: '!',
  inconclusive: '?',
};

/** The colours to print with. */
export function createTheme(color: boolean): Theme {
  const { bold, dim, green, red, yellow } = createColors(color);
  return { bold, dim, verdict: { pass: green, fail: red, error: red, inconclusive: yellow } };
}
