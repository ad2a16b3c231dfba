import { summarisePlan } from '../drive/plan-summary.ts';
import { liveFolder } from '../drive/live-folder.ts';
import { compileSelector } from '../selection/selector.ts';
import type { Suite } from '#suite';
import { prepareTrial, type TrialInput } from './prepare-trial.ts';
import { tried } from './tried-patches.ts';

/** What a trial would take. */
export interface TrialPlan {
  /** Cases that are run again, of all. */
  readonly cases: number;
  readonly allCases: number;
  readonly toMake: number;
  /** How often models are asked at most; null where that is unknown. */
  readonly mostRequests: number | null;
  /** By what kept runs cost; null where that is not known. */
  readonly cost: number | null;
}

/** Plans a trial: tools are listed, no model is asked. Throws a UserError where nothing can be tried. */
export async function planTrial(
  suites: readonly Suite[],
  options: TrialInput & { readonly cwd: string; readonly runs: number | null },
  signal: AbortSignal,
): Promise<TrialPlan> {
  const prepared = await prepareTrial(suites, options, signal);
  const { chosen } = prepared;
  const only = new Map([...chosen].map(([name, { ids }]) => [name, ids]));
  const { cwd, runs, drive } = options;
  const summarise = (folder: string): ReturnType<typeof summarisePlan> =>
    summarisePlan(tried(suites, prepared), {
      cwd,
      runs,
      only,
      folder,
      traces: null,
      dataset: null,
      selector: compileSelector(null, null),
      isReplay: false,
      keepsFresh: true,
    });
  const plan = await summarise(drive.folder);
  // Runs without the changes say what one of them costs.
  const before = plan.cost === null ? await summarise(liveFolder(suites, cwd)) : plan;
  const share = before.toMake === 0 ? 0 : plan.toMake / before.toMake;
  const requests = plan.parts.map(({ mostRequests }) => mostRequests);
  const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);
  return {
    cases: sum([...chosen.values()].map(({ ids }) => ids.size)),
    allCases: sum([...chosen.values()].map(({ all }) => all.size)),
    toMake: plan.toMake,
    mostRequests: requests.includes(null) ? null : sum(requests.map((request) => request ?? 0)),
    cost: before.cost === null ? null : before.cost * share,
  };
}
