import { parseDecimal, type RegressionDemand, type RegressionRule, UserError } from '#core';

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

/** What `--fail-on-regression[=any|significant]` and `--margin` ask for; null when the difference is only shown. */
export function parseRegression({
  failOnRegression,
  margin,
}: RegressionFlags): AskedRegression | null {
  if (failOnRegression === undefined) {
    if (margin === undefined) return null;
    throw refuse('FLAG_BASELINE', '--margin belongs to --fail-on-regression');
  }
  return { rule: parseRule(failOnRegression), margin: parseMargin(margin) };
}

function parseRule(text: string): RegressionRule | null {
  if (text === 'any' || text === 'significant') return text;
  if (text === 'default') return null;
  throw refuse('FLAG_REGRESSION', `--fail-on-regression=${text}: write any or significant`);
}

const PERCENT = /^(\d+(?:\.\d+)?)%$/;

function parseMargin(text: string | undefined): RegressionDemand['margin'] {
  if (text === undefined) return null;
  const percent = PERCENT.exec(text)?.[1];
  const value = parseDecimal(percent ?? text);
  const share =
    value === null || percent === undefined ? value : { num: value.num, den: value.den * 100n };
  if (share !== null && share.num >= 0n && share.num <= share.den) return share;
  throw refuse('FLAG_MARGIN', `--margin ${text}: write a share from 0 to 1, such as 0.02 or 2%`);
}

function refuse(code: string, message: string): UserError {
  return new UserError([{ code, severity: 'error', message, where: null }]);
}
