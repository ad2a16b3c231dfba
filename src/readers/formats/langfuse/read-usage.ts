import { isJsonObject, type JsonObject, type Usage } from '#core';
import { readNumber, readSum } from '../../draft/read-number.ts';
import { field, unpackObject } from './fields.ts';

/**
 * The tokens and the cost of an observation. Every kind of token has its own key, and the kinds add up: cached tokens
 * are not in `input`. Names with a dot are details of another key.
 */
export function readObservationUsage(row: JsonObject): Partial<Usage> {
  const usage = unpackObject(field(row, 'usageDetails', 'usage_details'));
  const cost = unpackObject(field(row, 'costDetails', 'cost_details'));
  const older = isJsonObject(row.usage) ? row.usage : row;
  return {
    inputTokens: sumOf(usage, IN) ?? readNumber(older.input ?? older.promptTokens),
    outputTokens: sumOf(usage, OUT) ?? readNumber(older.output ?? older.completionTokens),
    cost:
      readNumber(cost.total) ??
      sumOf(cost, ANY) ??
      readNumber(field(row, 'totalCost', 'total_cost') ?? row.calculatedTotalCost),
  };
}

const IN = /^(?:input|cache_(?:read|creation)_input)[a-z0-9_]*$/;
const OUT = /^output[a-z0-9_]*$/;
const ANY = /^(?!total$)[a-z0-9_]+$/;

function sumOf(details: JsonObject, names: RegExp): number | null {
  return readSum(...Object.keys(details).map((key) => (names.test(key) ? details[key] : null)));
}
