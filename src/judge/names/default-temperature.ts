import { claudeVersion, splitModelName } from './model-name.ts';

/** OpenAI's models that think refuse a temperature. */
const THINKING = /^(?:o\d|gpt-(?:[5-9]|\d\d)(?!.*chat))/;
const FIRST_CLAUDE_WITHOUT = 407;

/** 0 where a model takes a temperature, otherwise null. Claude since 4.7 refuses it, too. */
export function defaultTemperature(label: string): 0 | null {
  const { id } = splitModelName(label);
  const claude = claudeVersion(id);
  return THINKING.test(id) || (claude !== null && claude >= FIRST_CLAUDE_WITHOUT) ? null : 0;
}
