import {
  type ConfusedCell,
  type EvalReport,
  type GateReport,
  OpenGates,
  type TestReport,
} from '#core';
import {
  concat,
  filteredText,
  formatCount,
  formatNumber,
  formatStopped,
  joinTexts,
  name,
  type Text,
} from '#reporters';
import type { Measured } from '../data/report-source.ts';
import { isComplaint } from '../trace/call-words.ts';

/** Why a test or an eval has its verdict: gates, failing cases or runs, and what goes wrong most. */
export function verdictSentence(measured: Measured, failing: { k: number; n: number }): Text {
  const parts: Text[] = [gatesText(measured.gates), failingText(measured, failing)];
  if ('filtered' in measured && measured.filtered !== undefined)
    parts.push(concat(filteredText(measured.filtered), '.'));
  if (measured.errors > 0)
    parts.push(`${formatCount(measured.errors, 'run')} could not be measured.`);
  if ('planned' in measured && measured.planned !== undefined)
    parts.push(`${formatStopped(measured.runs + measured.errors, measured.planned)}.`);
  return joinTexts(parts, ' ');
}

/** What is said of one gate, and of several. */
const OUTCOMES = {
  fail: ['fails', 'fail'],
  error: ['is not measured', 'are not measured'],
  inconclusive: ['is inconclusive', 'are inconclusive'],
} as const;

function gatesText(gates: readonly GateReport[]): string {
  if (gates.length === 0) return 'No gate: this passes whatever was measured.';
  const open = gates.filter(({ outcome }) => outcome !== 'pass');
  if (open.length === 0)
    return gates.length === 1 ? 'The gate holds.' : `All ${formatNumber(gates.length)} gates hold.`;
  const counts = (['fail', 'error', 'inconclusive'] as const)
    .map((outcome) => [outcome, open.filter((gate) => gate.outcome === outcome).length] as const)
    .filter(([, count]) => count > 0);
  const words = counts.map(([outcome, count], i) => {
    const of = i === 0 && gates.length > 1 ? `${count} of ${gates.length} gates` : `${count}`;
    return `${gates.length === 1 ? 'The gate' : of} ${OUTCOMES[outcome][count === 1 ? 0 : 1]}`;
  });
  return `${words.join(', ')}.`;
}

function failingText(measured: Measured, { k, n }: { k: number; n: number }): Text {
  const noun = 'cases' in measured ? 'case' : 'run';
  if (n === 0) return `No ${noun} was measured.`;
  if (k === 0) return n === 1 ? `The ${noun} passes.` : `All ${formatNumber(n)} ${noun}s pass.`;
  // Gates over all runs held: a run that would not hold them alone is not a fault.
  if (isAccepted(measured))
    return `${formatNumber(n - k)} of ${formatCount(n, noun)} meet every gate alone.`;
  const count =
    n === 1
      ? `The ${noun} fails`
      : `${formatNumber(k)} of ${formatCount(n, noun)} ${k === 1 ? 'fails' : 'fail'}`;
  const most = 'cases' in measured ? mostConfused(measured) : mostMissed(measured);
  if (most === null) return `${count}.`;
  if (k === 1) return concat(count, ': ', most.text, '.');
  return concat(count, most.count > 1 ? ', most often ' : ', for example ', most.text, '.');
}

/** Whether gates over all runs of a test held. */
export function isAccepted(measured: Measured): boolean {
  return !('cases' in measured) && measured.verdict === 'pass' && measured.gates.length > 0;
}

const NONE = '(none)';

/** What goes wrong most, and how often. */
interface Most {
  readonly text: Text;
  readonly count: number;
}

function mostConfused({ confusion }: EvalReport): Most | null {
  const [cell] = confusion?.cells ?? [];
  return cell === undefined ? null : { text: cellText(cell), count: cell.count };
}

/** A cell of the matrix in words. */
function cellText({ expected, observed }: Pick<ConfusedCell, 'expected' | 'observed'>): Text {
  if (expected === '(extra)') return [name(observed), ' beyond what was asked for'];
  if (expected === NONE) return [name(observed), ' where no tool was needed'];
  if (observed === NONE) return ['no call of ', name(expected)];
  return [name(observed), ' in place of ', name(expected)];
}

/** Of scorers whose gates did not hold, as far as there are some. */
function mostMissed(measured: TestReport): Most | null {
  const open = new OpenGates(measured);
  const reasons = measured.scores.filter((score) => open.areOf(score));
  const scores = reasons.length > 0 ? reasons : measured.scores;
  const classes = scores
    .flatMap((score) => score.classes ?? [])
    .filter(({ misses }) => misses > 0)
    .toSorted((a, b) => b.misses - a.misses);
  const [worst] = classes;
  if (worst !== undefined) return { text: ['without ', name(worst.name)], count: worst.misses };
  const [miss] = scores.filter(({ judged }) => !judged).flatMap(({ missed }) => missed);
  if (miss !== undefined) return { text: ['without ', name(miss)], count: 1 };
  const call = scores.flatMap(({ calls }) => calls).find(({ verdict }) => isComplaint(verdict));
  if (call === undefined) return null;
  return { text: ['with ', name(call.tool), ` (${call.verdict.replaceAll('_', ' ')})`], count: 1 };
}
