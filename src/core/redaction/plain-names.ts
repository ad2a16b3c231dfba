import { mayHoldSureToken } from './find-tokens.ts';

const PLAIN = new WeakSet<object>();

/** Notes data that is not changed any more and whose JSON text is known: where it has no key, its names need no search. */
export function noteNames(data: object, json: string): void {
  if (!mayHoldSureToken(json)) PLAIN.add(data);
}

/** Whether data was noted, and no name in it is a key. Known secrets may be in it. */
export function hasPlainNames(data: object): boolean {
  return PLAIN.has(data);
}
