import type { Role } from './reading.ts';

/** Who said something, in words. */
export const ROLE_WORDS: Readonly<Record<Role, string>> = {
  system: 'System',
  user: 'User',
  assistant: 'Agent',
  tool: 'Result',
};
