import type { Json, Trace } from '#core';
import { otlpFormat } from './formats/otlp/index.ts';
import type { ReadFailure } from './records/read-codes.ts';

/** The runs in some export requests, and what could not be read of them. */
export interface AssembledRuns {
  readonly traces: readonly Trace[];
  readonly failures: readonly ReadFailure[];
}

/** Makes runs of export requests in OTLP/JSON that are all there is. */
export function assembleOtlp(requests: readonly Json[]): AssembledRuns {
  const traces: Trace[] = [];
  const failures: ReadFailure[] = [];
  const assembler = otlpFormat.open({
    trace: (trace) => traces.push(trace),
    error: (failure) => failures.push(failure),
    warn: () => {},
  });
  for (const request of requests) assembler.add(request, {});
  for (const _ of assembler.end() ?? []);
  return { traces, failures };
}
