import { isJsonObject, type JsonObject, type Usage } from '#core';
import { readNumber } from '../draft/read-number.ts';

/** The tokens of an answer; `input_tokens` includes cached tokens. */
export function readLangchainUsage(body: JsonObject): Partial<Usage> {
  const { usage_metadata: usage, response_metadata: response } = body;
  if (isJsonObject(usage))
    return {
      inputTokens: readNumber(usage.input_tokens),
      outputTokens: readNumber(usage.output_tokens),
    };
  const older = isJsonObject(response) ? response.token_usage : null;
  if (!isJsonObject(older)) return {};
  return {
    inputTokens: readNumber(older.prompt_tokens),
    outputTokens: readNumber(older.completion_tokens),
  };
}
