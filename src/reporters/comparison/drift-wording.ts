import type { JudgeChange, PartComparison } from '#core';
import { prose, type Text } from '../document/index.ts';
import { formatCount } from '../values/value.ts';

type Drifted = Pick<PartComparison, 'drift' | 'kind'>;

/** How many tests or cases are not compared because other judges decided them. */
export function countDrifted(parts: readonly Drifted[]): number {
  return parts.reduce((sum, { drift }) => sum + (drift?.units.total ?? 0), 0);
}

/** What is not compared, in a sentence; empty where the judges are the same. */
export function driftText({ drift, kind }: Drifted): string {
  if (drift === undefined) return '';
  const { units, code } = drift;
  const noun = kind === 'tests' ? 'test' : 'case';
  const what = units.total === 0 ? 'judged metrics' : formatCount(units.total, noun);
  return `${what} not compared, because the judge is not the same (${code})`;
}

const WORDS: Readonly<Record<JudgeChange['what'], string>> = {
  models: 'judged by',
  answeredBy: 'answered by',
  prompts: 'asked by',
  quorum: 'judges that must agree',
};

/** What is different about the judge. */
export function judgeChangeText({ what, before, after }: JudgeChange): Text {
  return [`${WORDS[what]} `, prose(before), ' -> ', prose(after)];
}
