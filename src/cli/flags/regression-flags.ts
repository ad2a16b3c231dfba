import { type RegressionRule, userError } from '#core';
import type { AskedRegression } from '#run';
import { parseShare } from './values.ts';

/** The flags that say when a comparison fails. */
export interface RegressionFlags {
  readonly failOnRegression?: string;
  readonly margin?: string;
}

const MARGIN = { name: '--margin', code: 'FLAG_MARGIN' };

/** What `--fail-on-regression[=any|significant]` and `--margin` ask for; null when the difference is only shown. */
export function parseRegression({
  failOnRegression,
  margin,
}: RegressionFlags): AskedRegression | null {
  if (failOnRegression === undefined) {
    if (margin === undefined) return null;
    throw userError('FLAG_BASELINE', '--margin belongs to --fail-on-regression');
  }
  return {
    rule: parseRule(failOnRegression),
    margin: margin === undefined ? null : parseShare(MARGIN, margin),
  };
}

function parseRule(text: string): RegressionRule | null {
  if (text === 'any' || text === 'significant') return text;
  if (text === 'default') return null;
  throw userError('FLAG_REGRESSION', `--fail-on-regression=${text}: write any or significant`);
}
