import { type Json, NONE_LABEL, type RunEvidence, stringifyJson } from '#core';

/** What is known of a run or a case, as columns of a table: each is a text, or absent where it is not recorded. */
export interface EvidenceColumns {
  readonly where?: string;
  readonly question?: string;
  readonly expected?: string;
  readonly called?: string;
  readonly answer?: string;
  readonly model?: string;
}

/**
 * The evidence of a run or a case in columns: calls as `tool {"key":"value"}` with semicolons between them, `(none)`
 * where there is none.
 */
export function evidenceColumns(evidence: RunEvidence | undefined): EvidenceColumns {
  if (evidence === undefined) return {};
  const { where, question, expected, calls, moreCalls = 0, answer, model } = evidence;
  return {
    where,
    ...(question === undefined ? {} : { question }),
    ...(expected === undefined ? {} : { expected: callsText(expected.calls, 0) }),
    ...(calls === undefined ? {} : { called: callsText(calls, moreCalls) }),
    ...(answer === undefined ? {} : { answer }),
    ...(model === undefined ? {} : { model }),
  };
}

function callsText(calls: readonly Call[], more: number): string {
  const texts = calls.map(callText);
  if (texts.length + more === 0) return NONE_LABEL;
  return [...texts, ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
}

interface Call {
  readonly tool: string;
  readonly arguments?: Json;
}

/** A call with its arguments, as far as they are recorded. */
export function callText(call: Call): string {
  return call.arguments === undefined ? call.tool : `${call.tool} ${stringifyJson(call.arguments)}`;
}
