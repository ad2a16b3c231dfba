import type { ToolCall, ToolRef, Trace } from '../trace/trace.ts';
import { skillPicks } from './skill-picks.ts';

/**
 * A run as a choice of skills: each pick is a call of the skill, all other calls are gone. The tools that were offered are
 * not skills, so they are unknown. A pick whose skill cannot be read stays as it is recorded: it is never a run without a pick.
 */
export function toSkillTrace(trace: Trace): Trace {
  const picked = new Set<string>();
  const pick = (call: ToolCall, skill: ToolRef): ToolCall => {
    picked.add(skill.name);
    return { ...call, ...skill, arguments: { state: 'absent' } };
  };
  const calls = trace.calls.flatMap((call): readonly ToolCall[] => {
    const picks = skillPicks(call);
    if (picks.by === 'tool') return [pick(call, picks.skill)];
    if (picks.by === 'unnamed') return [call];
    // An agent reads the file of a skill that it has picked already: that is one choice.
    return picks.names
      .filter((name) => !picked.has(name))
      .map((name) => pick(call, { server: null, name }));
  });
  return { ...trace, calls, offered: null };
}
