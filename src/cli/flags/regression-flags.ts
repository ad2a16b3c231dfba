import { type RegressionDemand, type RegressionRule, userError } from '#core';
import { parseShare } from './values.ts';

/** The flags that say when a comparison fails. */
export interface RegressionFlags {
  readonly failOnRegression?: string;
  readonly margin?: string;
}

/** What is asked of a difference; without a rule it depends on where the runs come from. */
export interface AskedRegression extends Omit<RegressionDemand, 'rule'> {
  readonly rule: RegressionRule | null;
}

/** The rule that applies: over recorded traces nothing is left to chance, so the least change counts. */
export function settleRule(
  asked: AskedRegression | null,
  source: 'recorded' | 'live',
): RegressionDemand | null {
  if (asked === null) return null;
  return { ...asked, rule: asked.rule ?? (source === 'live' ? 'significant' : 'any') };
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
