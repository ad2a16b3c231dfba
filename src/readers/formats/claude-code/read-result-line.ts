import { isJsonObject, type Json, type JsonObject } from '#core';
import { readNumber } from '../../draft/read-number.ts';
import type { RunDraft } from '../../draft/run-draft.ts';
import { textOf } from '../../draft/text-of.ts';

/** Reads which calls were refused. */
export function readDenials({ permission_denials: denials }: JsonObject, draft: RunDraft): void {
  if (Array.isArray(denials)) for (const denial of denials as readonly Json[]) deny(denial, draft);
}

/** The results whose totals add up. Totals grow as long as the program runs, and restart when a session is resumed. */
export function finalTotals(results: readonly JsonObject[]): readonly JsonObject[] {
  return results.filter((result, index) => {
    const next = results[index + 1];
    return next === undefined || costOf(next) < costOf(result);
  });
}

function costOf({ total_cost_usd: cost }: JsonObject): number {
  return readNumber(cost) ?? 0;
}

/** Reads how the last result of a run went. */
export function readOutcome(result: JsonObject, draft: RunDraft): void {
  draft.output = textOf(result.result) ?? draft.output;
  draft.error ??= failureOf(result);
}

/** A denied call was chosen all the same, even where no other record has it. */
function deny(denial: Json, draft: RunDraft): void {
  if (!isJsonObject(denial)) return;
  const name = textOf(denial.tool_name);
  const id = textOf(denial.tool_use_id);
  if (name !== null) draft.addCall({ id, name, arguments: denial.tool_input, status: 'denied' });
}

function failureOf({ subtype, is_error: isError, result, errors }: JsonObject): string | null {
  const messages = Array.isArray(errors)
    ? errors.flatMap((error: Json) => textOf(error) ?? [])
    : [];
  const text = textOf(result);
  if (subtype !== 'success' && typeof subtype === 'string')
    return [subtype, ...messages].join(': ');
  return isError === true ? (text ?? messages.join('; ')) || 'the run failed' : null;
}
