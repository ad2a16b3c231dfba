import type { Json } from '#core';

/** Reasons to stop by which models announce calls, in the words of all providers, without case and signs. */
const ANNOUNCING: ReadonlySet<string> = new Set([
  'toolcall',
  'toolcalls',
  'tooluse',
  'functioncall',
  'functioncalls',
]);

/** Whether a model stopped in order to have tools called, so that its answer must contain calls. */
export function announcesCalls(reason: Json | undefined): boolean {
  return (
    typeof reason === 'string' && ANNOUNCING.has(reason.replace(/[^A-Za-z]/g, '').toLowerCase())
  );
}
