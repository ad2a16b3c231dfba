import type { AgentPatch, ToolPatch } from '#reporters';
import type { DrivePlan, Suite } from '#suite';
import type { AgentTrial } from './agent-trial.ts';
import type { PreparedTrial } from './prepare-trial.ts';

/** The suites with nothing but the tests and evals that are tried, with the changes applied to their agents. */
export function tried(
  suites: readonly Suite[],
  { trials, chosen, tests }: Omit<PreparedTrial, 'found'>,
): readonly Suite[] {
  return suites.map((suite) => ({
    ...suite,
    tests: [...tests]
      .filter(([triedTestPlan]) => triedTestPlan.suite === suite)
      .map(([{ plan }, trial]) => ({
        ...plan,
        // A share of passing runs is compared: runs that stop at a decision would lean to one side.
        drive: {
          ...(plan.drive as DrivePlan),
          agent: trial.applied(suite),
          stopsWhenDecided: false,
        },
      })),
    evals: [...trials]
      .filter(([triedPlan]) => triedPlan.suite === suite && chosen.has(triedPlan.plan.name))
      .map(([{ plan }, trial]) => ({
        ...plan,
        drive: { ...(plan.drive as DrivePlan), agent: trial.applied(suite) },
      })),
  }));
}

/** Each tool once, though several agents may be offered it. */
export function toolPatches(trials: readonly AgentTrial[]): readonly ToolPatch[] {
  const patches = new Map<string, ToolPatch>();
  for (const patch of trials.flatMap((trial) => trial.patch())) {
    const key = JSON.stringify([patch.server, patch.name]);
    if (!patches.has(key)) patches.set(key, patch);
  }
  return [...patches.values()];
}

export function agentPatches(trials: readonly AgentTrial[]): readonly AgentPatch[] {
  const patches = trials.flatMap((trial) => trial.agentPatch() ?? []);
  return [...new Map(patches.map((patch) => [JSON.stringify(patch), patch])).values()];
}
