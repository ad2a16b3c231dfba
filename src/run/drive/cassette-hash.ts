import { createHash } from 'node:crypto';
import { canonicalJson, isJsonObject, type Json, type JsonObject } from '#core';

/**
 * The hash of what a cassette records: its trace and its notes, however they are formatted. Exchanges are for people to
 * read, and are not part of it.
 */
export function cassetteHash(
  trace: JsonObject,
  toolsHash: string | null,
  notes: JsonObject,
): string {
  return sha256(canonicalJson([trace, toolsHash, notes]));
}

/** The hash of the tools of a cassette. */
export function toolsHashOf(tools: Json): string {
  return sha256(canonicalJson(tools));
}

/** Whether a cassette still records what it was written with; null where it has no hash: an older version wrote it. */
export function isAsWritten({ cassette = null, tools, ...trace }: JsonObject): boolean | null {
  if (!isJsonObject(cassette)) return false;
  const { sha256: written, exchanges: _, ...notes } = cassette;
  if (written === undefined) return null;
  return cassetteHash(trace, tools === undefined ? null : toolsHashOf(tools), notes) === written;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
