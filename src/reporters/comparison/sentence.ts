import type { Comparison, PartComparison, Regression } from '#core';
import { countDrifted, driftText } from './drift-wording.ts';
import { failedUsage, openUsage, unmeasuredUsage, usageText } from './usage-wording.ts';
import { formatCount } from '../values/value.ts';
import {
  nounOf,
  percent,
  formatP,
  OTHER_JUDGE,
  WORSE_BY_FEW,
  leaningOf,
  goesByShare,
  weightedText,
  signed,
} from './wording.ts';

/** The whole in a few words: how what was asked for ended, otherwise what was seen. */
export function headlineOf(comparison: Comparison): string {
  const { regression, parts } = comparison;
  const drifted = countDrifted(parts);
  if (parts.every(({ pairs }) => pairs === 0))
    return drifted > 0 ? `not compared, ${OTHER_JUDGE}` : 'nothing to compare';
  if (regression === null) return seenIn(comparison);
  // A rise that was not looked for is not "nothing worse".
  const open = regression.outcome === 'pass' ? openUsage(parts) : '';
  return `${endOf(comparison, regression)}${open} (rule: ${regression.rule})`;
}

/** What was seen, where no rule judges it. */
function seenIn({ verdict, parts }: Comparison): string {
  if (verdict !== 'worse' && countDrifted(parts) > 0) return `not compared in full, ${OTHER_JUDGE}`;
  if (verdict === 'unchanged')
    return parts.some(({ worse, better }) => worse + better > 0)
      ? 'no net change seen'
      : 'no change seen';
  if (verdict !== 'inconclusive') return `${verdict} than before`;
  const leanings = parts.map((part) =>
    part.pairs === 0 || part.verdict === 'unchanged' ? 0 : leaningOf(part),
  );
  if (leanings.some((leaning) => leaning < 0)) return WORSE_BY_FEW;
  return leanings.some((leaning) => leaning > 0)
    ? 'better, but too few to tell'
    : 'too few to tell';
}

/** How a rule ended, in words that agree with its outcome. */
function endOf(comparison: Comparison, { rule, margin, outcome }: Regression): string {
  const { verdict, parts } = comparison;
  const share = margin === null ? '' : `${percent(margin)} %`;
  if (outcome === 'error' && countDrifted(parts) > 0) return `not compared in full, ${OTHER_JUDGE}`;
  if (outcome === 'error') {
    const empty = parts.filter(({ pairs }) => pairs === 0).length;
    if (empty === 0) return parts.flatMap(unmeasuredUsage).slice(0, PARTS_COUNTED).join(', ');
    return `${empty} of ${formatCount(parts.length, 'part')} ${empty === 1 ? 'has' : 'have'} nothing to compare`;
  }
  if (outcome === 'fail') {
    const used = parts.flatMap(failedUsage).slice(0, PARTS_COUNTED);
    const lost = margin === null && rule === 'any' ? countWorse(parts) : [];
    const reasons = [...lost, ...used].join(', ');
    const isOfUse = used.length > 0 && parts.every(({ worse }) => worse === 0);
    const beyond = margin === null || isOfUse ? 'regression' : `regression beyond ${share}`;
    return reasons === '' ? beyond : `${beyond}, ${reasons}`;
  }
  if (outcome === 'inconclusive')
    return margin === null
      ? WORSE_BY_FEW
      : `too few to tell whether it is worse by more than ${share}`;
  if (margin !== null) return `not worse by more than ${share}`;
  if (rule === 'any') return 'nothing is worse';
  return verdict === 'inconclusive' ? 'not worse' : seenIn(comparison);
}

function countWorse(parts: readonly PartComparison[]): readonly string[] {
  return parts
    .filter(({ outcome, worse }) => outcome === 'fail' && worse > 0)
    .slice(0, PARTS_COUNTED)
    .map((part) => `${part.worse} of ${formatCount(part.pairs, nounOf(part))} worse`);
}

const PARTS_COUNTED = 3;

/** What a part means, in a sentence. */
export function sentenceOf(part: PartComparison): string {
  const { pairs, worse, better, deciding, difference, p } = part;
  const noun = nounOf(part);
  const drift = driftText(part);
  const uncompared = drift === '' ? '' : `; ${drift}`;
  if (pairs === 0 && drift !== '') return `${drift}${usageText(part)}`;
  if (pairs === 0) return `no ${noun} was measured in both reports`;
  const all = formatCount(pairs, noun);
  if (worse + better === 0) return `${all} as before${uncompared}${usageText(part)}`;
  const [lost, gained] = goesByShare(part)
    ? [`${worse} ${worse === 1 ? 'is' : 'are'} worse`, `${better} better`]
    : [
        `${worse} now ${worse === 1 ? 'fails' : 'fail'}`,
        `${better} now ${better === 1 ? 'passes' : 'pass'}`,
      ];
  const [low, high] = difference.interval.map(percent);
  const counted = `of ${all} ${lost} and ${gained}`;
  const spread = `${signed(percent(difference.value))} points, 95 % interval ${low} to ${high}, exact p ${formatP(p.exact)}`;
  const adjusted = p.adjusted === p.exact ? '' : ` (${formatP(p.adjusted)} over all parts)`;
  const needed =
    // A rule that is decided needs no more cases.
    part.outcome === 'fail' || part.outcome === 'pass' || deciding === null
      ? ''
      : `; about ${formatCount(deciding, noun)} would decide`;
  const isOffset = part.outcome === 'fail' && worse > 0 && leaningOf(part) >= 0;
  const rule = isOffset ? `; the rule fails for every ${noun} that is worse` : '';
  return `${counted}: ${spread}${adjusted}${needed}${rule}${uncompared}${weightedText(part)}${usageText(part)}`;
}
