import type { OwnState } from '#schema';

/** How far a person is with a case, in words, in the order of lists. */
export const STATE_WORDS: readonly (readonly [OwnState, string])[] = [
  ['returned', 'Sent back'],
  ['open', 'Open'],
  ['draft', 'Draft'],
  ['changed', 'Changed'],
  ['skipped', 'Skipped'],
  ['unsure', 'Unsure'],
  ['saved', 'Saved'],
];

/** What is not done yet. */
export const OPEN_STATES: readonly OwnState[] = STATE_WORDS.map(([state]) => state).filter(
  (state) => state !== 'saved',
);

export function stateWords(state: OwnState): string {
  return STATE_WORDS.find(([name]) => name === state)?.[1] ?? state;
}
