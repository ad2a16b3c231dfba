import type { ModelSettings } from '#drivers';
import { claudeVersion, splitModelName } from './model-name.ts';

/** OpenAI's models that think refuse a temperature. */
const THINKING = /^(?:o\d|gpt-(?:[5-9]|\d\d)(?!.*chat))/;
const FIRST_CLAUDE_WITHOUT = 407;

/**
 * 0 where a model takes a temperature, otherwise null. Claude since 4.7 refuses it, too, and so do several models that are
 * asked to think or have another sampling setting.
 */
export function defaultTemperature(label: string, settings: ModelSettings = {}): 0 | null {
  const { topP, thinking = false, reasoningEffort = 'none' } = settings;
  if (topP !== undefined || thinking !== false || reasoningEffort !== 'none') return null;
  const { id } = splitModelName(label);
  const claude = claudeVersion(id);
  return THINKING.test(id) || (claude !== null && claude >= FIRST_CLAUDE_WITHOUT) ? null : 0;
}
