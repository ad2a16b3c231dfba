import { BASE64_CHARS, isIn } from './char-class.ts';

/** Every key has a run of so many characters, or one of the words below is in it or in front of it. */
const MIN_RUN = 15;
const WORD = /pass|key|token|secret|authorization|bearer|basic|:\/\/|eyJ/i;

/** False where a text holds nothing that any of the searches for secrets finds. Most texts are ruled out by it at once. */
export function mayHoldSecret(text: string): boolean {
  return hasLongRun(text) || WORD.test(text);
}

function hasLongRun(text: string): boolean {
  let run = 0;
  for (let i = 0; i < text.length; i++) {
    if (!isIn(BASE64_CHARS, text.charCodeAt(i))) run = 0;
    else if (++run === MIN_RUN) return true;
  }
  return false;
}
