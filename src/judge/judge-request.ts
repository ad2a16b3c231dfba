import type { ChatRequest } from '#drivers';
import type { Juror } from './panel.ts';
import { type JudgePrompt, reaskText } from './prompt/build-prompt.ts';

/** What a judge is sent; with what was wrong with its last answer, where there was one. */
export function requestOf(
  { temperature, seed, maxTokens, settings }: Juror,
  { system, user, schema }: JudgePrompt,
  fault: string | null,
): ChatRequest {
  return {
    system,
    messages: [{ role: 'user', text: fault === null ? user : user + reaskText(fault) }],
    tools: [],
    toolChoice: 'auto',
    parallelCalls: null,
    temperature,
    seed,
    maxTokens,
    ...(settings === undefined ? {} : { settings }),
    answerSchema: schema,
  };
}
