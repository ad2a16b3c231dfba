import type { Comparison, PartComparison, Regression, Share, Verdict } from '#core';
import { countDrifted, driftText } from './drift-wording.ts';
import { failedUsage, openUsage, unmeasuredUsage, usageText } from './usage-wording.ts';
import { formatCount } from '../values/value.ts';

/** The columns of the table of parts. */
export const COLUMNS: readonly { readonly name: string; readonly isNumber: boolean }[] = [
  { name: '', isNumber: false },
  { name: 'compared', isNumber: true },
  { name: 'before', isNumber: true },
  { name: 'after', isNumber: true },
  { name: 'worse', isNumber: true },
  { name: 'better', isNumber: true },
  { name: 'p', isNumber: true },
  { name: 'verdict', isNumber: false },
];

/** A part as a row of that table. Text from outside is in the first cell only. */
export function rowOf(part: PartComparison): readonly string[] {
  return [
    part.name,
    formatCount(part.pairs, nounOf(part)),
    formatShare(part.before, part.weighted?.before),
    formatShare(part.after, part.weighted?.after),
    String(part.worse),
    String(part.better),
    formatP(part.p.exact),
    verdictText(part),
  ];
}

function nounOf({ kind }: PartComparison): string {
  return kind === 'tests' ? 'test' : 'case';
}

/** k of n with its percentage, or the percentage of the population. */
export function formatShare({ k, n, rate }: Share, weighted?: Pick<Share, 'rate'>): string {
  if (weighted?.rate != null) return `reweighted ${percent(weighted.rate)} %`;
  return rate === null ? 'nothing' : `${k}/${n} ${percent(rate)} %`;
}

/** A share as a percentage with at most one decimal. */
function percent(share: number): number {
  return Math.round(share * 1000) / 10;
}

/** Three figures of a p, which is never nothing. */
export function formatP(p: number): string {
  return p < 0.0001 ? '<0.0001' : String(Number(p.toPrecision(3)));
}

/** What a part came to, in a few words that agree with its outcome under a rule. */
export function verdictText(part: PartComparison): string {
  const { verdict, outcome, worse, better, pairs } = part;
  if (countDrifted([part]) > 0 && outcome !== 'fail' && verdict !== 'worse')
    return pairs === 0 ? 'not compared' : 'not compared in full';
  if (pairs === 0) return 'nothing to compare';
  const leaning = leaningOf(part);
  if (outcome === 'fail') return 'regression';
  if (outcome === 'error') return 'not measured';
  if (outcome === 'inconclusive') return leaning < 0 ? WORSE_BY_FEW : 'too few to tell';
  if (verdict === 'unchanged')
    return worse + better === 0 ? 'no change seen' : 'no net change seen';
  if (outcome === 'pass' && leaning < 0) return 'worse, within the margin';
  if (verdict !== 'inconclusive') return verdict;
  if (outcome === 'pass') return 'not worse';
  return leaning < 0 ? WORSE_BY_FEW : 'better, but too few to tell';
}

const OTHER_JUDGE = 'because the judge is not the same';
const WORSE_BY_FEW = 'worse, but too few to tell';

/** Below zero where a part leans towards worse. */
function leaningOf(part: PartComparison): number {
  const { worse, better, difference } = part;
  return (goesByShare(part) && difference.value) || better - worse;
}

/** Whether things are worse or better by the share of their runs that pass, and do not simply fail or pass now. */
export function goesByShare({ kind, pairs, before, after }: PartComparison): boolean {
  return kind === 'tests' || before.n > pairs || after.n > pairs;
}

/** The colour of a part: by the rule where there is one, else by what was seen. */
export function toneOf(part: PartComparison): Verdict {
  if (part.outcome !== null) return part.outcome;
  if (part.verdict === 'worse') return 'fail';
  return part.verdict === 'inconclusive' ? 'inconclusive' : 'pass';
}

/** The colour of the whole. */
export function toneOfAll({ verdict, regression }: Comparison): Verdict {
  if (regression !== null) return regression.outcome;
  if (verdict === 'worse') return 'fail';
  return verdict === 'inconclusive' ? 'inconclusive' : 'pass';
}

/** The whole in a few words: how what was asked for ended, else what was seen. */
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

/** The reweighted shares with their intervals, then the raw ones. */
function weightedText({ weighted, before, after }: PartComparison): string {
  if (weighted === undefined) return '';
  const show = ({ rate, interval }: Pick<Share, 'rate' | 'interval'>): string => {
    if (rate === null) return 'not measured';
    const range = interval === null ? '' : ` (${interval.map(percent).join('-')})`;
    return `${percent(rate)} %${range}`;
  };
  const shares = `${show(weighted.before)} before, ${show(weighted.after)} after`;
  return `; reweighted ${shares}; raw ${formatShare(before)} before, ${formatShare(after)} after; the paired test counts each case once`;
}

function signed(value: number): string {
  return value > 0 ? `+${value}` : String(value);
}
