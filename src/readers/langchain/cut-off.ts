import type { JsonObject } from '#core';

/** Why an answer breaks off, by what its model says about its end; null when it came to one. */
export function describeCutOff(response: JsonObject): string | null {
  const reason = response.finish_reason ?? response.stop_reason ?? response.stopReason;
  return typeof reason === 'string' && /^(?:length|max_tokens|content_filter)$/i.test(reason)
    ? `the last answer was cut off (${reason})`
    : null;
}
