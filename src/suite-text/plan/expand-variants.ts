import type { AgentPlan, DrivePlan, TestPlan } from './plan.ts';

/** What distinguishes the plans of one test. */
type PlanVariant = Pick<TestPlan, 'name' | 'drive' | 'variant'>;

/** One variant for every way of making the runs; where there are several, each is called after its model and count. */
export function expandVariants(
  name: string,
  drives: readonly (DrivePlan | null)[],
): readonly PlanVariant[] {
  const models = new Set(drives.map((drive) => drive?.agent.label ?? drive?.agent.model ?? null));
  return drives.map((drive) => {
    const agent = drive?.agent ?? null;
    const model = agent?.label ?? agent?.model ?? null;
    if (drives.length === 1 || agent === null || model === null)
      return { name, drive, variant: null };
    const { distractors } = agent;
    const ways = [...(models.size > 1 ? [model] : []), ...countWords(agent)];
    const of = [name, ...countWords(agent).map((words) => `(${words})`)].join(' ');
    return {
      name: `${name} (${ways.join(', ')})`,
      drive,
      variant: { of, model, ...(distractors === null ? {} : { distractors, sweep: name }) },
    };
  });
}

function countWords({ distractors }: AgentPlan): readonly string[] {
  return distractors === null ? [] : [`${distractors} distractors`];
}
