import type { DrivePlan, TestPlan } from './plan.ts';

/** What distinguishes the plans of one test. */
type Variant = Pick<TestPlan, 'name' | 'drive' | 'variant'>;

/** One variant for every way of making the runs; where there are several, each is called after its model. */
export function expandVariants(
  name: string,
  drives: readonly (DrivePlan | null)[],
): readonly Variant[] {
  return drives.map((drive) => {
    const model = drives.length === 1 ? null : (drive?.agent.model ?? null);
    if (model === null) return { name, drive, variant: null };
    return { name: `${name} (${model})`, drive, variant: { of: name, model } };
  });
}
