import { isJsonObject, type Json, type JsonObject } from '#core';

/** Why an answer was cut off, by its finish reason; null when it is complete. */
export function describeCutOff(response: JsonObject): string | null {
  const reason = endReason(response);
  return typeof reason === 'string' && /^(?:length|max_tokens|content_filter)$/i.test(reason)
    ? `the last answer was cut off (${reason})`
    : null;
}

/** Why the model stopped, by the metadata of its response. */
export function endReason(response: Json | undefined): Json | undefined {
  if (!isJsonObject(response)) return undefined;
  return response.finish_reason ?? response.stop_reason ?? response.stopReason;
}
