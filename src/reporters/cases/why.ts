import type { EvalReport, GateReport, TestReport } from '#core';
import { concat, isBlank, name, type Text } from '../document/index.ts';
import { formatCount, formatNumber } from '../values/value.ts';
import { confusionsOf, type Confusion, largestFirst } from './confusions.ts';
import { failingCases, type FailingCases } from './failing-cases.ts';

type Measured = TestReport | EvalReport;

/** Why tests and evals have their verdicts, in a few parts: gates, failing cases with the most frequent confusion, and what was not measured. */
export function whyParts(all: readonly Measured[]): readonly Text[] {
  const gates = all.flatMap((measured) => measured.gates);
  const isOf = (isJudged: boolean) => (gate: GateReport) => (gate.judged === true) === isJudged;
  return [
    ...(all.length > 0 && gates.length === 0 ? ['no gate is set'] : []),
    ...gateParts(gates.filter(isOf(false)), 'gate'),
    ...gateParts(gates.filter(isOf(true)), 'judged gate'),
    ...failingParts(all.filter(canFail).map(failingCases)),
    ...unmeasuredParts(all),
  ];
}

/** A run of a test without gates passes whatever it does; a case fails by its label, too. */
function canFail(measured: Measured): boolean {
  return 'cases' in measured || measured.gates.length > 0;
}

function gateParts(gates: readonly GateReport[], noun: string): readonly string[] {
  if (gates.length === 0) return [];
  const counts = new Map<string, number>();
  for (const { outcome } of gates) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  const open = OPEN_GATES.flatMap(([outcome, words]) => {
    const count = counts.get(outcome) ?? 0;
    return count === 0 ? [] : [{ count, words }];
  });
  const [first, ...others] = open;
  if (first === undefined) return [`${formatCount(gates.length, noun)} held`];
  const of =
    gates.length === 1
      ? `1 ${noun}`
      : `${formatNumber(first.count)} of ${formatCount(gates.length, noun)}`;
  const rest = others.map(({ count, words }) => `, ${formatNumber(count)} ${words}`).join('');
  return [`${of} ${first.words}${rest}`];
}

/** What is said of gates that did not pass, the worst first. */
const OPEN_GATES: readonly (readonly [GateReport['outcome'], string])[] = [
  ['fail', 'did not hold'],
  ['error', 'not measured'],
  ['inconclusive', 'inconclusive'],
];

/** `38 of 300 cases failed, most often get_order_history for get_order_status (18)`. */
function failingParts(all: readonly FailingCases[]): readonly Text[] {
  return (['case', 'run'] as const).flatMap((noun): readonly Text[] => {
    const failing = all.filter((each) => each.noun === noun);
    const isAccepted = failing.every((each) => each.total === 0 || each.isAccepted);
    // Gates on sums and means held: their single runs are not faults.
    const faulty = isAccepted ? failing : failing.filter((each) => !each.isAccepted);
    const total = sum(faulty, (each) => each.total);
    const of = sum(failing, (each) => each.of);
    // One run for each test: the tests are counted already.
    const isCounted = noun === 'case' || of > failing.length;
    if (of === 0) return [];
    if (total === 0)
      return isCounted ? [`${formatNumber(of)} of ${formatCount(of, noun)} passed`] : [];
    if (isAccepted)
      return isCounted
        ? [`${formatNumber(of - total)} of ${formatCount(of, noun)} meet every gate alone`]
        : [];
    const { link, text } = oftenText(largestFirst(faulty.flatMap(confusionsOf)), total);
    const counted = isCounted ? `${formatNumber(total)} of ${formatCount(of, noun)} failed` : '';
    if (isBlank(text)) return counted === '' ? [] : [counted];
    return [counted === '' ? concat(link.slice(2), text) : concat(counted, link, text)];
  });
}

function sum<T>(all: readonly T[], pick: (each: T) => number): number {
  return all.reduce((total, each) => total + pick(each), 0);
}

/** The most frequent confusion, or an example where none is frequent, and the words before it. */
function oftenText(
  [first, ...others]: readonly Confusion[],
  total: number,
): { readonly link: string; readonly text: Text } {
  if (first === undefined) return { link: '', text: '' };
  const { kind, count, isExact } = first;
  if (total === 1 || (others.length === 0 && count === total)) return { link: ': ', text: kind };
  if (count === 1) return { link: ', such as ', text: kind };
  const times = isExact ? ` (${formatNumber(count)})` : '';
  return { link: ', most often ', text: isBlank(kind) ? '' : concat(kind, times) };
}

function unmeasuredParts(all: readonly Measured[]): readonly Text[] {
  const total = sum(all, ({ unmeasured }) => unmeasured.total);
  if (total === 0) return [];
  const codes = new Map<string, number>();
  for (const { code } of all.flatMap(({ unmeasured }) => unmeasured.items))
    codes.set(code, (codes.get(code) ?? 0) + 1);
  const [most] = [...codes].toSorted(([, a], [, b]) => b - a);
  const noun = all.every((each) => 'cases' in each) ? 'case' : 'run';
  const counted = `${formatCount(total, noun)} not measured`;
  return [most === undefined ? counted : concat(counted, ' (', name(most[0]), ')')];
}
