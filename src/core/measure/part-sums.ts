import type { CallRules } from '../calls/call-rules.ts';
import { allHold } from '../scoring/reach.ts';
import { isPerfect } from '../scoring/score-run.ts';
import type { CompiledScorer, RunScore } from '../scoring/scorer.ts';
import type { Trace } from '../trace/trace.ts';
import type { Gate } from '../gates/gate.ts';
import type { Unit } from '../metrics/metric.ts';
import type { CustomSums } from './custom-sums.ts';
import type { RunOrder } from './evidence.ts';
import type { CodeFoldInput } from './fold-sums.ts';
import { findTarget } from './gate-targets.ts';
import type { MeasureState } from './measure-state.ts';
import type { CustomOutputs } from './plan.ts';
import type { CaseRow } from './weighted-sums.ts';
import type { Part } from './part.ts';

/** Whether every scorer that scores is perfect; null where that is not known. */
export function arePerfect(parts: readonly Part[], scores: readonly RunScore[]): boolean | null {
  return allHold(
    parts.map(({ plan }, i) => plan.purpose !== 'score' || isPerfect(scores[i] as RunScore)),
  );
}

/** Whether lists would keep something of a later run with these scores. */
export function acceptEvidence(
  parts: readonly Part[],
  order: RunOrder,
  scores: readonly RunScore[],
): boolean {
  return parts.some(({ accumulator }, i) =>
    accumulator.acceptsEvidence(order, scores[i] as RunScore),
  );
}

/** Adds further runs with these scores to the sums of plain scorers, without evidence. */
export function addMoreScores(
  parts: readonly Part[],
  { trace, rules }: { readonly trace: Trace; readonly rules: CallRules },
  scores: readonly RunScore[],
  times: number,
): void {
  const { calls } = rules(trace.calls);
  parts.forEach(({ accumulator, fixed }, i) => {
    const [compiled, score] = [fixed as CompiledScorer, scores[i] as RunScore];
    accumulator.addAlike(compiled, score, { times, first: null });
    if (score.perfect) return;
    const why = compiled.explainRun?.(calls, score, trace) ?? null;
    if (why !== null) accumulator.skipExplained(times);
  });
}

/** How many of all runs count for a share. */
export interface ShareOfRuns {
  readonly unit: Unit;
  readonly k: number;
  readonly n: number;
}

/** Of a gate on a share of all runs: how many of them count; null for any other gate. */
export function shareOfRuns(gate: Gate, parts: readonly Part[], runs: number): ShareOfRuns | null {
  const target = findTarget(gate.metric, parts);
  if (target === null || !target.spec.proportion || gate.op === 'between') return null;
  const value = parts[target.part]?.accumulator.metrics().get(target.spec.id) ?? null;
  if (value === null || value.den !== BigInt(runs)) return null;
  return { unit: value.unit, k: Number(value.num), n: runs };
}

/** The folds by code of the user. */
export function codeFoldsOf(
  parts: readonly Part[],
  custom: readonly CustomSums[],
): readonly CodeFoldInput[] {
  const folds = [...parts.map((part) => part.folds), ...custom.map((sums) => sums.folds)];
  return folds.flatMap((fold) => fold?.codeFolds() ?? []);
}

/** Adds the sums of other runs. */
export function mergeParts(parts: readonly Part[], states: MeasureState['parts']): void {
  parts.forEach(({ accumulator, folds }, i) => {
    const part = states[i] as MeasureState['parts'][number];
    accumulator.merge(part.sums);
    if (part.folds !== null) folds?.merge(part.folds);
  });
}

/** Adds what custom scorers returned for a run; returns whether each of them passes it. */
export function addOutputs(
  custom: readonly CustomSums[],
  run: { readonly order: RunOrder; readonly isPartial: boolean; readonly row: CaseRow | null },
  outputs: CustomOutputs | null,
): readonly (boolean | null)[] {
  const { order, isPartial, row } = run;
  return custom.map((sums) => {
    const returned = outputs?.get(sums.plan) ?? new Map<string, number>();
    sums.add(order, returned, isPartial, row?.value ?? null);
    if (sums.plan.purpose !== 'score') return true;
    return isPartial ? null : returned.get('pass') !== 0;
  });
}
