import type { AnswerQuestion, GoalQuestion } from '#core';
import type { ConversationItem } from '../../components/conversation/conversation.tsx';
import { asText, memberOf, textMember } from './member.ts';
import { anyCall } from './shown-call.ts';

/** What the agent did and answered, as a judge sees it. */
export function runItems({ run }: AnswerQuestion | GoalQuestion): readonly ConversationItem[] {
  const steps = run.steps.map((step): ConversationItem => {
    const role = textMember(step, 'role');
    if (role !== undefined) {
      const text = asText(memberOf(step, 'text') ?? '');
      return { kind: 'said', role: role === 'user' ? 'user' : 'assistant', text };
    }
    if (textMember(step, 'call') !== undefined) return { kind: 'calls', calls: [anyCall(step)] };
    return { kind: 'said', role: 'tool', text: asText(memberOf(step, 'result') ?? '') };
  });
  return [...steps, { kind: 'said', role: 'assistant', text: asText(run.output) }];
}
