import type {
  CallStatus,
  CallVerdict,
  FailedGate,
  Json,
  ListedRun,
  QuotedCall,
  QuotedExpectation,
  QuotedTool,
  QuotedTurn,
  RunEvidence,
} from '#core';
import {
  anyText,
  anything,
  either,
  integerFrom,
  listOf,
  literal,
  oneOf,
  type SchemaOf,
} from './json-schema.ts';
import {
  count,
  gateOp,
  loosely,
  number,
  numberOrNull,
  open,
  optional,
  pair,
  unit,
  verdict,
} from './report-parts.ts';

const json = loosely<Json, unknown>(anything);

/** The evidence of a run or a case in a saved report. */
export const runEvidence: SchemaOf<RunEvidence> = open<RunEvidence>({
  where: anyText,
  run: optional(integerFrom(1)),
  question: optional(anyText),
  answer: optional(anyText),
  said: optional(
    listOf(
      open<QuotedTurn>({
        role: oneOf('system', 'user', 'assistant', 'tool'),
        text: anyText,
        turn: count,
      }),
    ),
  ),
  calls: optional(
    listOf(
      open<QuotedCall>({
        tool: anyText,
        arguments: optional(json),
        status: optional(loosely<CallStatus, string>(anyText)),
        verdict: optional(loosely<CallVerdict, string>(anyText)),
        turn: optional(count),
        requester: optional(anyText),
        result: optional(anyText),
      }),
    ),
  ),
  moreCalls: optional(count),
  expected: optional(
    open<QuotedExpectation>({
      calls: listOf(
        open<QuotedExpectation['calls'][number]>({ tool: anyText, arguments: optional(json) }),
      ),
      alternatives: optional(listOf(anyText)),
      rationale: optional(anyText),
      agreed: optional(listOf(anyText)),
    }),
  ),
  failedGates: optional(
    listOf(
      open<FailedGate>({
        metric: anyText,
        op: gateOp,
        value: either(number, pair),
        unit,
        observed: numberOrNull,
        scorer: anyText,
      }),
    ),
  ),
  asked: optional(count),
  model: optional(anyText),
  format: optional(anyText),
  trace: optional(anyText),
  catalog: optional(count),
  tokens: optional(number),
  cost: optional(number),
  durationMs: optional(number),
  cut: optional(literal(true)),
  namesOnly: optional(literal(true)),
});

export const listedRuns: SchemaOf<readonly ListedRun[]> = listOf(
  open<ListedRun>({ run: integerFrom(1), verdict, evidence: runEvidence }),
);

export const catalogs: SchemaOf<readonly (readonly QuotedTool[])[]> = listOf(
  listOf(open<QuotedTool>({ tool: anyText, description: optional(anyText) })),
);
