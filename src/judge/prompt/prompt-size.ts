import type { JudgeError } from '#core';
import { MAX_PROMPT_CHARACTERS } from './limits.ts';
import type { JudgePrompt } from './build-prompt.ts';

/** Usual for English text and JSON; a rough estimate. */
const CHARACTERS_PER_TOKEN = 4;

/** Whether a prompt exceeds what is asked. It is never cut: a verdict on a part is not one on the whole. */
export function isTooLarge(prompt: JudgePrompt): boolean {
  return lengthOf(prompt) > MAX_PROMPT_CHARACTERS;
}

export function tooLargeError(prompt: JudgePrompt): JudgeError {
  return {
    code: 'JUDGE_TRUNCATED',
    message: `the question takes ${lengthOf(prompt)} characters, and at most ${MAX_PROMPT_CHARACTERS} are asked`,
  };
}

export function estimateTokens(prompt: JudgePrompt): number {
  const schema = JSON.stringify(prompt.schema.schema).length;
  return Math.ceil((lengthOf(prompt) + schema) / CHARACTERS_PER_TOKEN);
}

function lengthOf({ system, user }: JudgePrompt): number {
  return system.length + user.length;
}
