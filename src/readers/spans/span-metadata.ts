import { isJsonObject, type Json } from '#core';
import type { Attributes } from './attributes.ts';
import { parseText } from './parse-text.ts';

/** What users select runs by, under the names of conventions and vendors. */
const KEYS: readonly (readonly [string, string])[] = [
  ['session.id', 'session'],
  ['gen_ai.conversation.id', 'session'],
  ['langfuse.session.id', 'session'],
  ['user.id', 'user'],
  ['tag.tags', 'tags'],
  ['langfuse.trace.tags', 'tags'],
];

/** Attributes of whichtool: any program may set them to record the case and test of a run. */
export const ATTRIBUTE_PREFIX = 'whichtool.';

const CUSTOM = 'ai.telemetry.metadata.';

/** What a span says about its run: metadata by plain names, `whichtool.` attributes by their dotted names. */
export function readMetadata(attributes: Attributes): ReadonlyMap<string, Json> {
  const metadata = new Map<string, Json>();
  for (const [key, name] of KEYS) {
    const value = attributes.get(key);
    if (value !== undefined && value !== null && !metadata.has(name)) metadata.set(name, value);
  }
  const custom = parseText(attributes.get('metadata'));
  if (isJsonObject(custom))
    for (const [key, value] of Object.entries(custom)) metadata.set(key, value);
  for (const [key, value] of attributes) {
    if (key.startsWith(ATTRIBUTE_PREFIX)) metadata.set(key, value);
    else if (key.startsWith(CUSTOM)) metadata.set(key.slice(CUSTOM.length), value);
  }
  return metadata.size === 0 ? NOTHING : metadata;
}

const NOTHING: ReadonlyMap<string, Json> = new Map();
