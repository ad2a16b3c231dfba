import { isJsonObject, type Json } from '#core';

/** What a step of a memory is; null for values that are not a step. */
export type StepKind = 'task' | 'action' | 'planning' | 'system' | 'final';

/** The kind of a step, by the members that only it has. */
export function stepKind(value: Json): StepKind | null {
  if (!isJsonObject(value)) return null;
  if ('step_number' in value) return 'action';
  if ('plan' in value) return 'planning';
  if ('task' in value) return 'task';
  if (typeof value.system_prompt === 'string') return 'system';
  return Object.keys(value).every((key) => key === 'output') && 'output' in value ? 'final' : null;
}

/** Whether a value is a step that no other format writes: an action with its memory. */
export function isOwnStep(value: Json): boolean {
  if (!isJsonObject(value) || typeof value.step_number !== 'number') return false;
  return 'model_output' in value || 'observations' in value || 'action_output' in value;
}

/** The steps of a list, of a result, or of a memory. */
export function findSteps(
  record: Json,
): { readonly list: readonly Json[]; readonly pointer: string } | null {
  if (Array.isArray(record)) return { list: record, pointer: '' };
  if (!isJsonObject(record)) return null;
  // Results before 1.22 had the steps under `messages`.
  const key = ['steps', 'messages'].find((name) => Array.isArray(record[name]));
  return key === undefined ? null : { list: record[key] as readonly Json[], pointer: `/${key}` };
}
