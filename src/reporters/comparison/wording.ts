import type { Comparison, PartComparison, Share, Verdict } from '#core';
import { countDrifted } from './drift-wording.ts';
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

export function nounOf({ kind }: PartComparison): string {
  return kind === 'tests' ? 'test' : 'case';
}

/** k of n with its percentage, or the percentage of the population. */
export function formatShare({ k, n, rate }: Share, weighted?: Pick<Share, 'rate'>): string {
  if (weighted?.rate != null) return `reweighted ${percent(weighted.rate)} %`;
  return rate === null ? 'nothing' : `${k}/${n} ${percent(rate)} %`;
}

/** A share as a percentage with at most one decimal. */
export function percent(share: number): number {
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

export const OTHER_JUDGE = 'because the judge is not the same';
export const WORSE_BY_FEW = 'worse, but too few to tell';

/** Below zero where a part leans towards worse. */
export function leaningOf(part: PartComparison): number {
  const { worse, better, difference } = part;
  return (goesByShare(part) && difference.value) || better - worse;
}

/** Whether things are worse or better by the share of their runs that pass, and do not simply fail or pass now. */
export function goesByShare({ kind, pairs, before, after }: PartComparison): boolean {
  return kind === 'tests' || before.n > pairs || after.n > pairs;
}

/** The colour of a part: by the rule where there is one, otherwise by what was seen. */
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

/** The reweighted shares with their intervals, then the raw ones. */
export function weightedText({ weighted, before, after }: PartComparison): string {
  if (weighted === undefined) return '';
  const show = ({ rate, interval }: Pick<Share, 'rate' | 'interval'>): string => {
    if (rate === null) return 'not measured';
    const range = interval === null ? '' : ` (${interval.map(percent).join('-')})`;
    return `${percent(rate)} %${range}`;
  };
  const shares = `${show(weighted.before)} before, ${show(weighted.after)} after`;
  return `; reweighted ${shares}; raw ${formatShare(before)} before, ${formatShare(after)} after; the paired test counts each case once`;
}

export function signed(value: number): string {
  return value > 0 ? `+${value}` : String(value);
}
