import type { EvalPlan, TestPlan } from '#suite';

/** Whether the runs of a test are to be made: nothing says that they are recorded. */
export function isDrivenTest({ drive, traces, sharedTraces, agent }: TestPlan): boolean {
  return traces === null && sharedTraces === null && (drive !== null || agent !== null);
}

/** Whether the runs of an eval are to be made: its agent can act, and nothing says that they are recorded. */
export function isDrivenEval({ drive, traces }: EvalPlan): boolean {
  return traces === null && drive !== null;
}
