import type { Json } from '#core';
import type { ChatMessage, ChatModel } from '../chat.ts';
import type { BeginUser } from './simulated-user.ts';

/** A user who is a model. */
export interface ModelUserOptions {
  readonly model: ChatModel;
  /** Who the user is and wants. */
  readonly goal: string;
  readonly maxTurns: number;
  readonly temperature: number | null;
  readonly seed: number | null;
  readonly maxTokens: number | null;
}

/** How the model says that the user has nothing more to say. */
const END = '[END]';

function systemText(goal: string): string {
  return [
    'You play the user in a conversation with an assistant. You are not the assistant.',
    `This is who you are and what you want:\n${goal}`,
    'Write what the user says next, and nothing else. Do not invent facts beyond what you were given.',
    `When you have what you want, or cannot get it, write ${END} and nothing else.`,
  ].join('\n\n');
}

/** A user by model: it sees the conversation with the sides exchanged. */
export function modelUser(options: ModelUserOptions): BeginUser {
  const { model, goal, maxTurns, temperature, seed, maxTokens } = options;
  return (said) => {
    const exchanges: Json[] = [];
    const messages: ChatMessage[] = said.map((text) => ({ role: 'assistant', text, calls: [] }));
    let turns = 0;
    return {
      exchanges,
      next: async (agentSaid, signal, uncounted) => {
        if (turns >= maxTurns) return null;
        messages.push({ role: 'user', text: agentSaid === '' ? '(no words)' : agentSaid });
        const request = {
          system: systemText(goal),
          // A conversation begins with a message to the model.
          messages: [{ role: 'user', text: 'Begin.' } as const, ...messages],
          tools: [],
          toolChoice: 'auto',
          parallelCalls: null,
          temperature,
          seed,
          maxTokens,
        } as const;
        const { text, exchange } = await model.answer(request, signal, uncounted);
        exchanges.push({ user: exchange });
        const words = text.trim();
        if (words === '' || words.includes(END)) return null;
        turns += 1;
        messages.push({ role: 'assistant', text: words, calls: [] });
        return words;
      },
    };
  };
}
