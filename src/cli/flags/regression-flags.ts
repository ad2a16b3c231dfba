import type { RegressionRule } from '#core';
import { type AskedRegression, runError } from '#run';
import { type Flag, parseShare } from './values.ts';

/** The flags that say when a comparison fails. */
export interface RegressionFlags {
  readonly failOnRegression?: string;
  readonly margin?: string;
}

const MARGIN: Flag = { name: '--margin', code: 'FLAG_MARGIN' };

/** What `--fail-on-regression[=any|significant]` and `--margin` ask for; null when the difference is only shown. */
export function parseRegression({
  failOnRegression,
  margin,
}: RegressionFlags): AskedRegression | null {
  if (failOnRegression === undefined) {
    if (margin === undefined) return null;
    throw runError('FLAG_BASELINE', '--margin belongs to --fail-on-regression');
  }
  return {
    rule: parseRule(failOnRegression),
    margin: margin === undefined ? null : parseShare(MARGIN, margin),
  };
}

function parseRule(text: string): RegressionRule | null {
  if (text === 'any' || text === 'significant') return text;
  if (text === 'default') return null;
  throw runError('FLAG_REGRESSION', `--fail-on-regression=${text}: write any or significant`);
}
