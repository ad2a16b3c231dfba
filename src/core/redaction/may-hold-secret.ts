import { BASE64_CHARS, hasRun } from './char-class.ts';

/** Every key has a run of so many characters, or one of the words below is in it or in front of it. */
const MIN_RUN = 15;
const WORD = /pass|key|token|secret|authorization|bearer|basic|:\/\/|eyJ/i;

/** False where a text holds nothing that any of the searches for secrets finds. Most texts are ruled out by it at once. */
export function mayHoldSecret(text: string): boolean {
  return hasRun(text, BASE64_CHARS, MIN_RUN) || WORD.test(text);
}
