import { escapeJson } from '../escape/json.ts';
import type { Reporter } from '../reporter.ts';
import { framesOf, toAttributes } from './attributes.ts';
import { evaluationResults } from './results.ts';

const SCORES = new Set(['gen_ai.evaluation.score.value']);

/**
 * Scores as OTLP logs: an event `gen_ai.evaluation.result` of the OpenTelemetry GenAI conventions for each run, case
 * and metric. A run that came from OpenTelemetry is named by its trace id. Without times, as the report has none.
 */
export const otlp: Reporter = function* otlp(report) {
  const { resource, scope } = framesOf(report.version);
  const frame = escapeJson(JSON.stringify({ resource, scopeLogs: [{ scope, logRecords: [] }] }));
  const [before = '', after = ''] = frame.split(/(?<="logRecords":\[)/);
  yield `{"resourceLogs":[${before}`;
  let isFirst = true;
  for (const { name, score, label, explanation, evidence, about } of evaluationResults(report)) {
    const attributes = toAttributes(
      {
        'event.name': EVENT,
        'gen_ai.evaluation.name': name,
        'gen_ai.evaluation.score.value': score,
        'gen_ai.evaluation.score.label': label,
        'gen_ai.evaluation.explanation': explanation,
        'error.type': label === 'error' ? 'not_measured' : null,
        ...about,
        'whichtool.where': evidence?.where ?? null,
      },
      SCORES,
    );
    const trace = evidence?.trace === undefined ? {} : { traceId: evidence.trace };
    const record = {
      eventName: EVENT,
      severityNumber: 9,
      severityText: 'INFO',
      ...trace,
      attributes,
    };
    yield `${isFirst ? '' : ','}\n${escapeJson(JSON.stringify(record))}`;
    isFirst = false;
  }
  yield `${after}]}\n`;
};

const EVENT = 'gen_ai.evaluation.result';
