import { isJsonObject, type Json, type JsonObject } from '#core';
import { objectOf } from '../../draft/json-parts.ts';
import { textOf } from '../../draft/text-of.ts';

/** Whether a record is a line of Bedrock's model invocation log, of the Converse API. */
export function isInvocationLog({ schemaType, operation, input }: JsonObject): boolean {
  if (schemaType !== 'ModelInvocationLog' || !isJsonObject(input)) return false;
  return operation === 'Converse' || operation === 'ConverseStream';
}

/** A line of the invocation log as a request with its response. Long bodies are in other files. */
export function readInvocationLog(record: JsonObject): JsonObject {
  const { requestId, modelId, input, output, errorCode } = record;
  const { inputBodyJson: request } = objectOf(input);
  const { outputBodyJson: response } = objectOf(output);
  const failure: Json | undefined = textOf(errorCode) ?? lostBody(request);
  return {
    ...(requestId === undefined ? {} : { id: requestId }),
    request: { ...objectOf(request), ...(modelId === undefined ? {} : { modelId }) },
    ...(response === undefined ? {} : { response }),
    ...(failure === undefined ? {} : { error: failure }),
  };
}

function lostBody(request: Json | undefined): string | undefined {
  return isJsonObject(request) ? undefined : 'the body of the request is not in the log';
}
