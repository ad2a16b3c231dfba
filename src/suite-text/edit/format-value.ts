import { ExactNumber, type Json } from '#core';
import { resolveScalar } from '../yaml/resolve-scalar.ts';

/** A text that is read as itself without quotes wherever it is written. */
const PLAIN = /^[A-Za-z_$][\w.$-]*(?:\/[\w.$-]+)*$/;

/** Words that other readers of YAML take for truth values. */
const CONFUSABLE = /^(?:y|n|yes|no|on|off)$/i;

/** A value on one line: YAML as people write it, or JSON. */
export function formatValue(value: Json, isJson: boolean): string {
  if (typeof value === 'string') return formatText(value, isJson);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (value instanceof ExactNumber) return value.text;
  if (Array.isArray(value))
    return `[${value.map((item: Json) => formatValue(item, isJson)).join(', ')}]`;
  const entries = Object.entries(value).map(
    ([key, member]) => `${formatText(key, isJson)}: ${formatValue(member, isJson)}`,
  );
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
}

function formatText(text: string, isJson: boolean): string {
  const isPlain =
    !isJson && PLAIN.test(text) && !CONFUSABLE.test(text) && resolveScalar(text) === text;
  return isPlain ? text : JSON.stringify(text);
}
