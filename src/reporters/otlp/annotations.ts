import type { Report, RunEvidence } from '#core';
import { escapeJson } from '../escape/json.ts';
import type { Reporter } from '../reporter.ts';
import { framesOf, toAttributes } from './attributes.ts';
import { type EvaluationResult, evaluationResults } from './results.ts';

/**
 * Verdicts as OpenInference annotations in OTLP spans: a carrier span in the trace that a run came from, with its
 * annotations as attributes. Runs that did not come from OpenTelemetry have no trace to go to: they are left out, and
 * so are the figures of tests and evals.
 */
export const openinference: Reporter = function* openinference(report) {
  const { resource, scope } = framesOf(report.version);
  const spans = [...evaluationResults(report)].flatMap((result, i) => {
    const { evidence } = result;
    return evidence?.trace === undefined ? [] : [spanOf(result, evidence, evidence.trace, i)];
  });
  const data = { resourceSpans: [{ resource, scopeSpans: [{ scope, spans }] }] };
  yield `${escapeJson(JSON.stringify(data))}\n`;
};

/** What annotations cannot show of a report; null where they show something. */
export function findMissingTraces(report: Report): string | null {
  for (const { evidence } of evaluationResults(report))
    if (evidence?.trace !== undefined) return null;
  return 'no run has a trace id of OpenTelemetry, so there are no annotations; otlp names runs by their place';
}

function spanOf(
  { name, score, label, explanation, about }: EvaluationResult,
  { where, expected }: RunEvidence,
  trace: string,
  ordinal: number,
): object {
  const at = 'annotations.0.annotation';
  const human = expected?.agreed === undefined ? {} : labelOf(expected.calls, expected.agreed);
  return {
    // Of the place in the report: the same report gives the same spans, so sending it twice adds nothing.
    traceId: trace,
    spanId: idOf(where, ordinal, 16),
    name: 'annotation',
    kind: 1,
    attributes: toAttributes(
      {
        'openinference.span.kind': 'EVALUATOR',
        [`${at}.name`]: name,
        [`${at}.score`]: score,
        [`${at}.label`]: label,
        [`${at}.explanation`]: explanation,
        [`${at}.annotator_kind`]: 'CODE',
        [`${at}.identifier`]: String(about['whichtool.case'] ?? about['whichtool.test'] ?? ''),
        ...human,
        ...about,
      },
      new Set([`${at}.score`]),
    ),
  };
}

/** What people agreed on, where the case has labels. */
function labelOf(
  calls: readonly { readonly tool: string }[],
  agreed: readonly string[],
): Readonly<Record<string, string>> {
  const at = 'annotations.1.annotation';
  return {
    [`${at}.name`]: 'expected_tool',
    [`${at}.label`]: calls.map(({ tool }) => tool).join(', ') || 'none',
    [`${at}.annotator_kind`]: 'HUMAN',
    [`${at}.identifier`]: agreed.join(', '),
  };
}

/** An id of hexadecimal digits that depends on a text and an ordinal alone, by FNV-1a. */
function idOf(text: string, ordinal: number, digits: number): string {
  let id = '';
  for (let round = 0; id.length < digits; round++) {
    let hash = 0x81_1c_9d_c5;
    for (const unit of `${round}:${ordinal}:${text}`)
      hash = Math.imul(hash ^ (unit.codePointAt(0) ?? 0), 0x01_00_01_93) >>> 0;
    id += hash.toString(16).padStart(8, '0');
  }
  return id;
}
