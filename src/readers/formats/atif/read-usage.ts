import { isJsonObject, type Json, type JsonObject, type Usage } from '#core';
import { objectOf } from '../../draft/json-parts.ts';
import { readNumber, readSum } from '../../draft/read-number.ts';

/** The usage of a trajectory: its total, otherwise the sum of its steps. Both include cached tokens. */
export function readTrajectoryUsage(total: Json | undefined, steps: readonly JsonObject[]): Usage {
  const totals = objectOf(total);
  const metrics = steps
    .filter((step) => step.is_copied_context !== true)
    .map((step) => step.metrics)
    .filter(isJsonObject);
  return {
    inputTokens: readNumber(totals.total_prompt_tokens) ?? sum(metrics, 'prompt_tokens'),
    outputTokens: readNumber(totals.total_completion_tokens) ?? sum(metrics, 'completion_tokens'),
    cost: readNumber(totals.total_cost_usd) ?? sum(metrics, 'cost_usd'),
  };
}

function sum(metrics: readonly JsonObject[], key: string): number | null {
  return readSum(...metrics.map((step) => step[key]));
}
