import {
  CallChecker,
  equalJson,
  isJsonObject,
  type Json,
  type JsonObject,
  parseTrace,
} from '#core';
import { loadLinearRegex } from '#suite';

/**
 * A redacted native trace with the result of each schema check that redaction would change: whether the arguments
 * fitted before. `raw` is the trace with its tools.
 */
export async function withSchemaChecks(redacted: JsonObject, raw: JsonObject): Promise<JsonObject> {
  const [before, after] = [raw.tool_calls ?? null, redacted.tool_calls ?? null];
  if (!Array.isArray(before) || !Array.isArray(after) || equalArguments(before, after))
    return redacted;
  const parsed = parseTrace(raw);
  if (!parsed.ok || parsed.trace.offered === null) return redacted;
  const { trace } = parsed;
  const checker = new CallChecker(undefined, { regex: await loadLinearRegex() });
  const calls = after.map((call: Json, i): Json => {
    const recordedCall = trace.calls[i];
    if (recordedCall === undefined || !isJsonObject(call) || equalArguments([before[i]!], [call]))
      return call;
    const judgement = checker.judge(recordedCall, trace);
    return judgement === 'valid' || judgement === 'invalid'
      ? { ...call, schema_check: judgement }
      : call;
  });
  return { ...redacted, tool_calls: calls };
}

function equalArguments(before: readonly Json[], after: readonly Json[]): boolean {
  return before.every((call, i) => equalJson(argumentsOf(call), argumentsOf(after[i] ?? null)));
}

function argumentsOf(call: Json): Json {
  return isJsonObject(call) ? (call.arguments ?? null) : null;
}
