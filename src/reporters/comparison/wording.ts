import type { Comparison, PartComparison, Regression, Share, Verdict } from '#core';
import { formatCount } from '../wording/value.ts';

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
    formatShare(part.before),
    formatShare(part.after),
    String(part.worse),
    String(part.better),
    formatP(part.p.exact),
    verdictText(part),
  ];
}

function nounOf({ kind }: PartComparison): string {
  return kind === 'tests' ? 'test' : 'case';
}

/** k of n with its percentage. */
export function formatShare({ k, n, rate }: Share): string {
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

/** What a part came to, in one or two words. */
export function verdictText(part: PartComparison): string {
  const { verdict, worse, better, pairs } = part;
  if (pairs === 0) return 'nothing to compare';
  if (verdict === 'unchanged')
    return worse + better === 0 ? 'no change seen' : 'no net change seen';
  if (verdict !== 'inconclusive') return verdict;
  return `${leaningOf(part) < 0 ? 'worse' : 'better'}, but too few to tell`;
}

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
export function headlineOf({ verdict, regression, parts }: Comparison): string {
  if (parts.every(({ pairs }) => pairs === 0)) return 'nothing to compare';
  const leanings = parts.map((part) =>
    part.pairs === 0 || part.verdict === 'unchanged' ? 0 : leaningOf(part),
  );
  const leaning = leanings.some((way) => way < 0)
    ? 'worse, but '
    : leanings.some((way) => way > 0)
      ? 'better, but '
      : '';
  const seen = {
    worse: 'worse than before',
    better: 'better than before',
    unchanged: 'no change seen',
    inconclusive: `${leaning}too few to tell`,
  }[verdict];
  return regression === null ? seen : `${endOf(regression, seen)} (rule: ${regression.rule})`;
}

function endOf({ rule, margin, outcome }: Regression, seen: string): string {
  const share = margin === null ? '' : `${percent(margin)} %`;
  if (outcome === 'fail') return margin === null ? 'regression' : `regression beyond ${share}`;
  if (margin === null) return rule === 'any' && outcome === 'pass' ? 'nothing is worse' : seen;
  if (outcome === 'pass') return `not worse by more than ${share}`;
  return `too few to tell whether it is worse by more than ${share}`;
}

/** What a part means, in a sentence. */
export function sentenceOf(part: PartComparison): string {
  const { pairs, worse, better, verdict, deciding, difference, p } = part;
  const noun = nounOf(part);
  if (pairs === 0) return `no ${noun} was measured in both reports`;
  const all = formatCount(pairs, noun);
  if (worse + better === 0) return `${all} as before`;
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
    verdict !== 'inconclusive' || deciding === null
      ? ''
      : `; about ${formatCount(deciding, noun)} would decide`;
  return `${counted}: ${spread}${adjusted}${needed}`;
}

function signed(value: number): string {
  return value > 0 ? `+${value}` : String(value);
}
