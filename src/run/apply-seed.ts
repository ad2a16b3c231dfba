import { agentKind, honours } from '#schema';
import type { Suite } from '#suite';

/** The suites with another seed for the agents that sample with one. */
export function applySeed(suites: readonly Suite[], seed: number | null): readonly Suite[] {
  if (seed === null) return suites;
  const reseed = <T extends Suite['tests'][number] | Suite['evals'][number]>(plan: T): T => {
    if (plan.drive === null) return plan;
    const { agent } = plan.drive;
    if (!honours(agentKind(agent.document, agent.model), 'flag', '--seed')) return plan;
    const document = { ...agent.document, seed };
    return { ...plan, drive: { ...plan.drive, agent: { ...agent, document } } };
  };
  return suites.map((suite) => ({
    ...suite,
    tests: suite.tests.map(reseed),
    evals: suite.evals.map(reseed),
  }));
}
