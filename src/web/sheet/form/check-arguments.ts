import { compileSchema, isJsonObject, type Json, type JsonObject, parseJson } from '#core';
import { formatTree } from '../tree/format-tree.ts';
import type { JsonTree } from '../tree/json-tree.ts';
import { escapeStep, replaceMarkers } from './markers.ts';

/** Arguments as they are typed in: a form, or JSON. Null where the form has nothing: arguments are not compared. */
export type ArgumentsDraft =
  | { readonly view: 'form'; readonly tree: JsonTree | null }
  | { readonly view: 'json'; readonly text: string };

/** What is wrong with arguments, and at which JSON pointer; null where that is not known. */
export interface ArgumentsProblem {
  readonly pointer: string | null;
  readonly message: string;
}

/** Whether arguments can be saved. */
export type CheckedArguments =
  | { readonly state: 'absent' }
  | { readonly state: 'invalid'; readonly problem: ArgumentsProblem }
  /** `isSure` is false where the schema has parts that cannot be checked. */
  | { readonly state: 'valid'; readonly isSure: boolean };

/** Checks arguments against the schema of their tool; null where it is not known. */
export function checkArguments(
  draft: ArgumentsDraft,
  schema: JsonObject | boolean | null,
): CheckedArguments {
  if (draft.view === 'form' && draft.tree === null) return { state: 'absent' };
  if (draft.view === 'json' && draft.text.trim() === '') return { state: 'absent' };
  const open = draft.view === 'form' && draft.tree !== null ? unfinished(draft.tree, '') : null;
  if (open !== null) return { state: 'invalid', problem: open };
  const text = draft.view === 'form' ? formatTree(draft.tree as JsonTree) : draft.text;
  const parsed = parseJson(text);
  if (!parsed.ok) return invalid(null, `not JSON: ${parsed.message}`);
  if (!isJsonObject(parsed.value)) return invalid(null, 'arguments are a JSON object: { … }');
  return checkValue(parsed.value, schema);
}

function checkValue(value: Json, schema: JsonObject | boolean | null): CheckedArguments {
  const { value: plain, unknown } = replaceMarkers(value);
  const compiled = compileSchema(schema ?? true);
  const violation = compiled.validate(plain);
  const isSure = schema !== null && compiled.isSure && unknown.length === 0;
  if (violation === null || unknown.some((pointer) => isInside(violation.pointer, pointer)))
    return { state: 'valid', isSure: isSure && violation === null };
  return invalid(...atMember(violation));
}

/** What is missing is shown where it should be. */
function atMember({
  pointer,
  message,
}: {
  readonly pointer: string;
  readonly message: string;
}): readonly [pointer: string, message: string] {
  const missing = /^must have required property '(.+)'$/.exec(message)?.[1];
  return missing === undefined
    ? [pointer, message]
    : [`${pointer}/${escapeStep(missing)}`, 'is required'];
}

/** The first literal of a form that is not a value yet. */
function unfinished(tree: JsonTree, pointer: string): ArgumentsProblem | null {
  if (tree.kind === 'literal') {
    const isValue = parseJson(tree.text).ok;
    if (isValue) return null;
    const message = tree.text.trim() === '' ? 'is empty' : `is not a value: ${tree.text.trim()}`;
    return { pointer, message };
  }
  if (tree.kind === 'text') return null;
  const parts =
    tree.kind === 'list'
      ? tree.items.map((value, i) => ({ step: String(i), value }))
      : tree.members.map(({ key, value }) => ({ step: escapeStep(key), value }));
  for (const { step, value } of parts) {
    const problem = unfinished(value, `${pointer}/${step}`);
    if (problem !== null) return problem;
  }
  return null;
}

function isInside(pointer: string, outer: string): boolean {
  return pointer === outer || pointer.startsWith(`${outer}/`);
}

function invalid(pointer: string | null, message: string): CheckedArguments {
  return { state: 'invalid', problem: { pointer, message } };
}

/** A problem in words: `address › city: must be string`. */
export function describeProblem({ pointer, message }: ArgumentsProblem): string {
  if (pointer === null || pointer === '') return message;
  const steps = pointer
    .slice(1)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  return `${steps.join(' › ')}: ${message}`;
}
