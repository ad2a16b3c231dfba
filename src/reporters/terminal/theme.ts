import { createColors } from 'picocolors';
import type { Tone } from '../document/index.ts';

type Paint = (text: string) => string;

/** The colours of a terminal, or none. */
export interface Theme {
  readonly bold: Paint;
  readonly dim: Paint;
  readonly tone: Readonly<Record<Tone, Paint>>;
}

/** How each tone is marked; one column wide each. */
export const MARKS: Readonly<Record<Tone, string>> = {
  pass: '✓',
  fail: '✗',
  error: '!',
  inconclusive: '?',
  warning: '!',
  plain: '·',
  quiet: '·',
  strong: '·',
};

/** The colours to print with. */
export function createTheme(color: boolean): Theme {
  const { bold, dim, green, red, yellow } = createColors(color);
  const tone = {
    pass: green,
    fail: red,
    error: red,
    inconclusive: yellow,
    warning: yellow,
    plain: (text: string): string => text,
    quiet: dim,
    strong: bold,
  };
  return { bold, dim, tone };
}
