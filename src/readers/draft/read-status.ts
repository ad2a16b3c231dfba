import type { CallStatus, Json } from '#core';

/**
 * How a call ended, as a record says. `unreadable`: its status, error flag or result is of a kind that the format does
 * not have, so the trace has no status for the call. The call then does not count as successful, whatever other records
 * say.
 */
export type DraftStatus = CallStatus | 'unreadable';

/** What an error flag says; null where there is no flag. */
export function statusOfFlag(flag: Json | undefined): 'ok' | 'error' | 'unreadable' | null {
  if (flag === undefined) return null;
  return flag === true ? 'error' : flag === false ? 'ok' : 'unreadable';
}

/** The status words of a format; null for words that do not say whether the call failed. */
export type StatusWords = ReadonlyMap<Json, CallStatus | null>;

/** What a status in the words of a format says; null where there is no status. */
export function statusOfWord(word: Json | undefined, words: StatusWords): DraftStatus | null {
  if (word === undefined) return null;
  const status = words.get(word);
  return status === undefined ? 'unreadable' : status;
}

const SEVERITY: readonly DraftStatus[] = ['missing', 'ok', 'unreadable', 'error', 'denied'];

/** The status of a call with several signs or records: a failure wins, and so does a denial. */
export function worstStatus(...statuses: readonly (DraftStatus | null)[]): DraftStatus | null {
  let worst: DraftStatus | null = null;
  for (const status of statuses) {
    if (status === null || status === worst) continue;
    if (worst === null || SEVERITY.indexOf(status) > SEVERITY.indexOf(worst)) worst = status;
  }
  return worst;
}
