import { isJsonObject, type Json, type JsonObject } from '#core';

const NAMELESS: JsonObject = {};

/**
 * The entries of a list of calls. Any other value in the place of a call, or of the list, is an entry without a name.
 * That rejects the run, since skipping it would change the score.
 */
export function callEntries(list: Json | undefined): readonly JsonObject[] {
  if (list === undefined || list === null) return [];
  if (!Array.isArray(list)) return [NAMELESS];
  return (list as readonly Json[]).map((entry) => (isJsonObject(entry) ? entry : NAMELESS));
}
