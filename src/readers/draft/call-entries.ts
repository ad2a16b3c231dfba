import { isJsonObject, type Json, type JsonObject } from '#core';

const NAMELESS: JsonObject = {};

/**
 * The entries of a list of calls. Something else in the place of one, or of the list, is an entry without a name: that spoils
 * the run, where leaving it out would change the score.
 */
export function callEntries(list: Json | undefined): readonly JsonObject[] {
  if (list === undefined || list === null) return [];
  if (!Array.isArray(list)) return [NAMELESS];
  return (list as readonly Json[]).map((one) => (isJsonObject(one) ? one : NAMELESS));
}
