import type { BeginUser } from './simulated-user.ts';

/** What a user says, when the agent said something with these words in it. */
export interface UserRule {
  /** Absent: whatever the agent said. */
  readonly when?: string;
  readonly say: string;
}

/** A user by script: of the rules that were not used yet, the first whose words the agent said. */
export function scriptedUser(rules: readonly UserRule[], maxTurns: number): BeginUser {
  return () => {
    const left = [...rules];
    let turns = 0;
    return {
      exchanges: [],
      next: async (agentSaid) => {
        if (turns >= maxTurns) return null;
        const words = agentSaid.toLowerCase();
        const at = left.findIndex(({ when = '' }) => words.includes(when.toLowerCase()));
        const [rule] = at === -1 ? [] : left.splice(at, 1);
        if (rule === undefined) return null;
        turns += 1;
        return rule.say;
      },
    };
  };
}
