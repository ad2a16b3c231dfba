import { coreIssue } from '../issues/core-issue.ts';
import { type Issue, optionError } from '../issues/issue.ts';
import type { Services } from '../scoring/scorer.ts';
import type { CallStatus, ToolCall } from '../trace/trace.ts';

/** Which calls count: all that were chosen, those with a result, or those that did not fail. */
export type CountedStatus = 'all' | 'executed' | 'ok';

/** A call has failed when the pattern is found in its result. */
export interface FailedWhen {
  readonly resultMatches: string;
}

/** Why a run is not measured under `status: ok`. */
export function explainUnknownStatus(unknown: number): Issue<'STATUS_UNKNOWN'> {
  const calls = unknown === 1 ? '1 call has' : `${unknown} calls have`;
  const message = `${calls} no recorded status or result, so it is not known which calls count under status: ok`;
  const hint =
    'failed_when: { result_matches: "^Error" } judges calls by their results, where those are recorded';
  return coreIssue('STATUS_UNKNOWN', message, { hint });
}

/** Whether the record says if a call failed. It does not where no status, or no result of the call, is recorded. */
export function isOutcomeKnown(status: CallStatus | null): boolean {
  return status !== null && status !== 'missing';
}

/** Whether calls of a status count. Under `ok`, those of unknown outcome do: their run is then not measured. */
export function hasStatus(counted: CountedStatus, status: CallStatus | null): boolean {
  if (counted === 'all') return true;
  return status !== 'denied' && status !== (counted === 'ok' ? 'error' : 'missing');
}

/** The engine for patterns does not search longer texts. */
const MAX_SEARCHED = 1_000_000;

/** Gives calls the status that the rule finds. A result that the rule cannot judge, for it is not recorded, leaves it unknown. */
export function compileStatus(
  { resultMatches }: FailedWhen,
  { regex }: Services,
): (call: ToolCall) => ToolCall {
  if (regex === undefined) {
    throw optionError(
      'failedWhen needs a linear-time regex engine: pass { regex } from whichtool/regex',
    );
  }
  const isFailure = regex(resultMatches);
  const statusOf = ({ status, result }: ToolCall): CallStatus | null => {
    if (status !== null && status !== 'ok') return status;
    if (result === undefined) return null;
    if (isFailure(result.slice(0, MAX_SEARCHED))) return 'error';
    return result.length > MAX_SEARCHED ? null : 'ok';
  };
  return (call) => {
    const status = statusOf(call);
    return status === call.status ? call : { ...call, status };
  };
}
