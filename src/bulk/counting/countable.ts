import type { CallRuleSpec, CompiledScorer, MeasurePlan, ScorerPlan } from '#core';
import type { CountingSpec } from '../scanner/run-counter.ts';
import { CALL } from '../scanner/trace-scanner.ts';
import { MAX_CLASSES } from './tool-facts.ts';

/** Whether the scores of a test follow from what a scan records: call sequences, classes of tools, failed and repeated calls. */
export function isCountable(
  { scorers, rules }: MeasurePlan,
  compiled: readonly CompiledScorer[],
): boolean {
  if (!scorers.every(isCountableScorer) || !areCountableRules(rules)) return false;
  const classes = compiled.filter(hasClasses);
  return classes.length <= 1 && (classes[0]?.slots.length ?? 0) <= MAX_CLASSES;
}

/** What distinguishes the call sequences of a test. */
export function specOf(plan: MeasurePlan, compiled: readonly CompiledScorer[]): CountingSpec {
  const checksCalls = compiled.some(({ scorer }) => scorer.counted?.facts === 'faults');
  return {
    faults: checksCalls ? CALL.failed | CALL.repeated : 0,
    classes: compiled.find(hasClasses)?.slots.length ?? 0,
    // Shares of faulty calls are shares of all calls.
    ignoresRepeats: !checksCalls && !plan.gates.some(({ metric }) => metric.endsWith('.repeats')),
  };
}

/** Whether a scorer assigns tools to classes. */
export function hasClasses({ scorer }: CompiledScorer): boolean {
  return scorer.counted?.facts === 'classes';
}

/** Whether a scan records all that the rules need: results of calls are not scanned. */
function areCountableRules({ status, failedWhen, skills }: CallRuleSpec): boolean {
  return status !== 'ok' && failedWhen === null && skills !== true;
}

/** Whether a scan records all that a scorer needs. */
function isCountableScorer({ scorer, options }: ScorerPlan): boolean {
  return scorer.counted?.canCount(options) === true;
}
