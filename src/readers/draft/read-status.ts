import type { CallStatus, Json } from '#core';

/**
 * How a call ended, as a record says. `unreadable`: its status, error flag or result is not of a kind that the format has,
 * so that a trace gives the call no status. That it ended well is then not known, whatever other records say.
 */
export type DraftStatus = CallStatus | 'unreadable';

/** What an error flag says; null where there is none. */
export function statusOfFlag(flag: Json | undefined): 'ok' | 'error' | 'unreadable' | null {
  if (flag === undefined) return null;
  return flag === true ? 'error' : flag === false ? 'ok' : 'unreadable';
}

/** The words that a format has for how something ended; null for those that do not say whether it failed. */
export type StatusWords = ReadonlyMap<Json, CallStatus | null>;

/** What a status in the words of a format says; null where there is none. */
export function statusOfWord(word: Json | undefined, words: StatusWords): DraftStatus | null {
  if (word === undefined) return null;
  const status = words.get(word);
  return status === undefined ? 'unreadable' : status;
}

const SEVERITY: readonly DraftStatus[] = ['missing', 'ok', 'unreadable', 'error', 'denied'];

/** The status of a call of which several signs or records tell: a failure stands, and so does a refusal. */
export function worstStatus(...statuses: readonly (DraftStatus | null)[]): DraftStatus | null {
  let worst: DraftStatus | null = null;
  for (const status of statuses) {
    if (status === null || status === worst) continue;
    if (worst === null || SEVERITY.indexOf(status) > SEVERITY.indexOf(worst)) worst = status;
  }
  return worst;
}
