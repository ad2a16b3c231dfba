import { claude } from './claude.ts';
import { codex } from './codex.ts';
import { gemini } from './gemini.ts';
import type { Preset } from './preset.ts';

/** The presets by the names that suites have for them. */
export const PRESETS: Readonly<Record<'claude' | 'codex' | 'gemini', Preset>> = {
  claude,
  codex,
  gemini,
};
