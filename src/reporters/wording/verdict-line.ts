import { whyParts } from '../cases/why.ts';
import type { EvalReport, Report, TestReport, Verdict, VerdictCounts } from '#core';
import { toneOfAll } from '../comparison/wording.ts';
import type { Text } from '../document/index.ts';
import { formatCounts, VERDICT_WORDS, WORST_FIRST } from './headline.ts';
import { formatCount } from '../values/value.ts';

/** The verdict of a report in one line: every reporter shows these words and no others. */
export interface VerdictLine {
  /** `FAIL`. */
  readonly word: string;
  /** Why, what decided it first: words and numbers of ours alone. */
  readonly parts: readonly string[];
  /** Gates, failing cases with the most frequent confusion, what was not measured: contains names of tools. */
  readonly why: readonly Text[];
}

/**
 * Words the verdict of a report. What gave the verdict comes first. Where the verdict is not a pass, "passed" is
 * only in counts (`2 of 2 tests passed`), so that the line cannot contradict itself.
 */
export function verdictLine(report: Report): VerdictLine {
  const { verdict, tests, evals } = report;
  return {
    word: VERDICT_WORDS[verdict],
    parts: verdictParts(report),
    why: whyParts([...tests, ...evals]),
  };
}

/** The verdict of a report in words and numbers of ours alone; without a look at its cases. */
export function verdictParts(report: Report): VerdictLine['parts'] {
  const { verdict, tests, evals, shard, whatIf } = report;
  const reasons = reasonsOf(report);
  const counts = [
    { counts: countVerdicts(tests), noun: 'test' },
    { counts: countVerdicts(evals), noun: 'eval' },
  ]
    .filter((part) => worstOf(part.counts) !== null)
    .toSorted((a, b) => rankOf(a.counts) - rankOf(b.counts));
  const isDecidedByThem = counts.some((part) => worstOf(part.counts) === verdict);
  const counted = counts.map((part) => countsText(part.counts, part.noun, verdict));
  if (isDecidedByThem && reasons.length === 0 && isJudgedAlone([...tests, ...evals], verdict))
    counted.push('decided by judged gates alone');
  const [first, last] = isDecidedByThem ? [counted, reasons] : [reasons, counted];
  const parts = [...first, ...last];
  if (whatIf !== undefined)
    parts.unshift(`what-if: ${whatIf.mergedTools.length} tools as one, not measured like this`);
  if (shard !== undefined) parts.push(`shard ${shard.index} of ${shard.count}`);
  return parts.length === 0 ? ['nothing was selected'] : parts;
}

/** Whether a verdict that is not a pass rests on nothing but what a model decided. */
function isJudgedAlone(all: readonly (TestReport | EvalReport)[], verdict: Verdict): boolean {
  if (verdict === 'pass') return false;
  const deciding = all.filter((measured) => measured.verdict === verdict);
  return deciding.every(({ gates }) => {
    const open = gates.filter(({ outcome }) => outcome === verdict);
    return open.length > 0 && open.every(({ judged }) => judged === true);
  });
}

/** What counts towards the verdict beside tests and evals; the worst first. */
function reasonsOf({ verdict, baseline, issues, tests, evals }: Report): readonly string[] {
  const errors = issues.filter(({ severity }) => severity === 'error').length;
  const reasons: { readonly verdict: Verdict; readonly text: string }[] = [];
  const text = baselineReason(baseline);
  if (baseline !== undefined && text !== null) reasons.push({ verdict: toneOfAll(baseline), text });
  if (errors > 0)
    reasons.push({ verdict: 'error', text: `${formatCount(errors, 'record')} not measured` });
  const decided = [...tests, ...evals, ...reasons].some((part) => part.verdict === verdict);
  // The verdict of a saved report may be worse than all that it lists.
  if (!decided && verdict !== 'pass')
    reasons.push({ verdict, text: `${SAVED[verdict]} for a reason outside of tests and evals` });
  const shown = reasons.filter((reason) => reason.verdict !== 'pass' || verdict === 'pass');
  const rank = (reason: { readonly verdict: Verdict }): number =>
    WORST_FIRST.indexOf(reason.verdict);
  return shown.toSorted((a, b) => rank(a) - rank(b)).map(({ text }) => text);
}

/** How a comparison with a baseline counts towards the verdict; null where it does not. */
function baselineReason(baseline: Report['baseline']): string | null {
  return baseline?.regression == null ? null : BASELINE[toneOfAll(baseline)];
}

const BASELINE: Readonly<Record<Verdict, string>> = {
  fail: 'regression against the baseline',
  error: 'part of the comparison with the baseline not measured',
  inconclusive: 'too few to tell whether it is worse than the baseline',
  pass: 'no regression against the baseline',
};

const SAVED: Readonly<Record<Exclude<Verdict, 'pass'>, string>> = {
  fail: 'failed',
  error: 'not measured',
  inconclusive: 'inconclusive',
};

function countsText(counts: VerdictCounts, noun: string, verdict: Verdict): string {
  const isAllPassed = worstOf(counts) === 'pass';
  if (isAllPassed && verdict !== 'pass')
    return `${counts.pass} of ${formatCount(counts.pass, noun)} passed`;
  return formatCounts(counts, noun) ?? '';
}

/** Found, not summed up: a saved report may claim other totals. */
function countVerdicts(all: readonly { readonly verdict: Verdict }[]): VerdictCounts {
  const count = (sought: Verdict): number => all.filter(({ verdict }) => verdict === sought).length;
  return {
    pass: count('pass'),
    fail: count('fail'),
    error: count('error'),
    inconclusive: count('inconclusive'),
  };
}

function worstOf(counts: VerdictCounts): Verdict | null {
  return WORST_FIRST.find((verdict) => counts[verdict] > 0) ?? null;
}

function rankOf(counts: VerdictCounts): number {
  return WORST_FIRST.findIndex((verdict) => counts[verdict] > 0);
}
