import type { Json } from '../json/json.ts';
import { BASE64_CHARS, hasRun } from './char-class.ts';
import type { RedactionPolicy } from './policy.ts';

/** Letters as names of members may write them: `set-cookie`, `pass_word`. */
const spaced = (word: string): string => word.split('').join('[\\s_.-]*');

/** What every secret has, in front of it or in it, and every placeholder. */
const SUSPECT = new RegExp(
  [
    ...['pass', 'pwd', 'key', 'token', 'secret', 'cookie', 'credential', 'authorization'].map(
      spaced,
    ),
    'bearer',
    'basic',
    '://',
    'eyJ',
    String.raw`\[(?:email|phone|card|redacted)`,
  ].join('|'),
  'i',
);

/** What random values have: a long run of their characters. */
const LONG_RUN = 15;

/**
 * Whether nothing of some values would be replaced, by a look at their JSON text: true is certain, false says that they must
 * be redacted. Most runs hold nothing that comes near a secret.
 */
export function isPlain(values: readonly Json[], { pii, known }: RedactionPolicy): boolean {
  if (pii) return false;
  const text = JSON.stringify(values);
  return (
    !hasRun(text, BASE64_CHARS, LONG_RUN) &&
    !SUSPECT.test(text) &&
    !known.some((secret) => text.includes(secret))
  );
}
