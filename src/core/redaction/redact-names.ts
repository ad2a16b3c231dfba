import { hasPlainNames } from './plain-names.ts';
import type { RedactionPolicy } from './policy.ts';
import { Redactor } from './redactor.ts';

/**
 * A document of ours without secrets in its names, ids and paths: known secrets, and keys whose form leaves no doubt.
 * What contains none is returned as it is, not copied.
 */
export function redactNames<T>(document: T, policy: RedactionPolicy): T {
  const redactor = new Redactor(policy, { numbered: false });
  return clean(document, redactor) as T;
}

function clean(value: unknown, redactor: Redactor): unknown {
  if (typeof value === 'string') return redactor.name(value);
  if (typeof value !== 'object' || value === null) return value;
  if (!redactor.hasKnown && hasPlainNames(value)) return value;
  return Array.isArray(value) ? cleanList(value, redactor) : cleanObject(value, redactor);
}

function cleanList(list: readonly unknown[], redactor: Redactor): readonly unknown[] {
  let copy: unknown[] | null = null;
  for (let i = 0; i < list.length; i++) {
    const item = clean(list[i], redactor);
    if (item === list[i]) continue;
    copy ??= [...list];
    copy[i] = item;
  }
  return copy ?? list;
}

function cleanObject(object: object, redactor: Redactor): object {
  let isChanged = false;
  for (const key in object) {
    const member = (object as Record<string, unknown>)[key];
    if (redactor.name(key) !== key || clean(member, redactor) !== member) isChanged = true;
    if (isChanged) break;
  }
  if (!isChanged) return object;
  return Object.fromEntries(
    Object.entries(object).map(([key, member]) => [redactor.name(key), clean(member, redactor)]),
  );
}
