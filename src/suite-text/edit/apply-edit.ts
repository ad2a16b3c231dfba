import { isJsonObject, type Json } from '#core';
import type { Path } from '#schema';

/** One change of a suite. */
export type SuiteEdit =
  /** Another value at a path: a new key of a map too. */
  | { readonly kind: 'set'; readonly path: Path; readonly value: Json }
  /** One more item at the end of the list at a path. */
  | { readonly kind: 'append'; readonly path: Path; readonly value: Json }
  | { readonly kind: 'remove'; readonly path: Path }
  /** Another name for the key at a path; its place stays. */
  | { readonly kind: 'rename'; readonly path: Path; readonly key: string };

/** The value with the change; null where the path leads nowhere. */
export function applyEdit(value: Json, edit: SuiteEdit, at = 0): Json | null {
  const { path } = edit;
  const step = path[at];
  if (step === undefined) return editHere(value, edit);
  const isLast = at === path.length - 1;
  if (Array.isArray(value)) return editList(value, edit, at, isLast);
  if (!isJsonObject(value) || typeof step !== 'string') return null;
  const entries = Object.entries(value);
  const place = entries.findIndex(([key]) => key === step);
  if (place === -1) return edit.kind === 'set' && isLast ? { ...value, [step]: edit.value } : null;
  if (isLast && edit.kind === 'remove') return withoutEntry(entries, place);
  if (isLast && edit.kind === 'rename') {
    if (Object.hasOwn(value, edit.key)) return null;
    return Object.fromEntries(entries.map(([key, item]) => [key === step ? edit.key : key, item]));
  }
  const below = applyEdit(value[step] as Json, edit, at + 1);
  if (below === null && !isNullSet(edit)) return null;
  return Object.fromEntries(entries.map(([key, item]) => [key, key === step ? below : item]));
}

function editHere(value: Json, edit: SuiteEdit): Json | null {
  if (edit.kind === 'set') return edit.value;
  return edit.kind === 'append' && Array.isArray(value) ? [...(value as Json[]), edit.value] : null;
}

function editList(
  list: readonly Json[],
  edit: SuiteEdit,
  at: number,
  isLast: boolean,
): Json | null {
  const step = edit.path[at];
  if (typeof step !== 'number' || list[step] === undefined) return null;
  if (isLast && edit.kind === 'remove') return list.filter((_, i) => i !== step);
  const below = applyEdit(list[step], edit, at + 1);
  if (below === null && !isNullSet(edit)) return null;
  return list.map((item, i) => (i === step ? below : item));
}

function withoutEntry(entries: readonly (readonly [string, Json])[], place: number): Json {
  return Object.fromEntries(entries.filter((_, i) => i !== place));
}

function isNullSet(edit: SuiteEdit): boolean {
  return edit.kind === 'set' && edit.value === null;
}
