import { driveError } from '../codes.ts';
// Language models of the Vercel AI SDK, specifications v2 and v3: how they are asked and answer.
import { isJsonObject, type Json, type JsonObject, parseJson, redactText } from '#core';
import type { ChatAnswer, ChatModel, ChatRequest, ChatUsage } from '../chat.ts';
import { DriveError } from '../driver.ts';
import { aiSdkCallOptions, plainOptions } from './ai-sdk-prompt.ts';
import { limitModel, type ModelLimits } from './limit-model.ts';
import { MODEL_WORLD, type ModelWorld } from './model-world.ts';
import { TransientError } from './transient-error.ts';
import { refusalError } from './refusal.ts';
import { RefusedRequest } from './refused-request.ts';
import { requireSameModel } from './require-same-model.ts';
import { stopped } from '../stopped.ts';
import { malformed, objectAt, objectsAt, requireSaid, textAt } from './wire.ts';

const MAX_QUOTE_LENGTH = 200;

/** The part of a language model object that is used. */
interface LanguageModel {
  readonly modelId: string;
  doGenerate(options: object): PromiseLike<unknown>;
}

/** A language model object of the Vercel AI SDK, asked patiently and within limits. Throws a UserError where it is none. */
export function openAiSdkModel(
  model: unknown,
  { answersAs, ...limits }: ModelLimits & { readonly answersAs?: string } = {},
  world: ModelWorld = MODEL_WORLD,
): ChatModel {
  if (!isLanguageModel(model))
    throw driveError(
      'MODEL_OBJECT',
      'this is not a language model of the AI SDK: it has no modelId and doGenerate',
      { hint: 'give what a provider returns, such as `openai("gpt-5-mini")`' },
    );
  const once: ChatModel = {
    answer: (request, signal) => ask(model, answersAs ?? model.modelId, request, signal, world),
  };
  return limitModel(once, limits, world);
}

function isLanguageModel(value: unknown): value is LanguageModel {
  return (
    typeof value === 'object' &&
    value !== null &&
    'doGenerate' in value &&
    typeof value.doGenerate === 'function' &&
    'modelId' in value &&
    typeof value.modelId === 'string'
  );
}

async function ask(
  model: LanguageModel,
  expected: string,
  request: ChatRequest,
  signal: AbortSignal,
  world: ModelWorld,
): Promise<ChatAnswer> {
  const options = aiSdkCallOptions(request);
  let result: JsonObject;
  try {
    result = plainJson(
      await model.doGenerate({ ...Object(plainOptions(options)), abortSignal: signal }),
    );
  } catch (error) {
    if (signal.aborted) throw stopped(signal);
    throw failure(model.modelId, error, world.now());
  }
  return decode(model.modelId, expected, request, options, result);
}

function decode(
  label: string,
  expected: string,
  request: ChatRequest,
  options: JsonObject,
  result: JsonObject,
): ChatAnswer {
  if (!Array.isArray(result.content)) throw malformed('it has no content');
  const parts = objectsAt(result, 'content');
  const texts = parts.filter((part) => part.type === 'text');
  const calls = parts.filter((part) => part.type === 'tool-call');
  const finish = result.finishReason;
  const reason = isJsonObject(finish) ? textAt(finish, 'unified') : finish;
  const answer = {
    model: textAt(objectAt(result, 'response'), 'modelId'),
    text: texts.map((part) => textAt(part, 'text')).join(''),
    calls: calls.map((part) => ({
      id: textAt(part, 'toolCallId'),
      name: textAt(part, 'toolName'),
      arguments: textAt(part, 'input'),
    })),
    usage: usageOf(objectAt(result, 'usage')),
    raw: parts,
  };
  const ended = reason === 'length' ? 'cut' : reason === 'content-filter' ? 'blocked' : 'whole';
  requireSchemaUsed(label, answer.usage, options, result);
  requireSaid({ ...answer, ended }, request);
  requireSameModel(label, expected, answer);
  const sent = bodyOf(objectAt(result, 'request').body);
  const received = bodyOf(objectAt(result, 'response').body);
  return { ...answer, exchange: { request: sent ?? options, response: received ?? parts } };
}

/** A provider that cannot enforce a schema leaves it out with a warning: version 2 names a setting, version 3 a feature. */
function requireSchemaUsed(
  label: string,
  usage: ChatUsage | null,
  options: JsonObject,
  result: JsonObject,
): void {
  const isIgnored = objectsAt(result, 'warnings').some(
    ({ feature, setting }) => feature === 'responseFormat' || setting === 'responseFormat',
  );
  if (!isIgnored || !Object.hasOwn(objectAt(options, 'responseFormat'), 'schema')) return;
  const message = `${label} does not enforce the schema of an answer`;
  throw new RefusedRequest('MODEL_REFUSED', message, 'response_format', { usage });
}

/** A count is a number in v2 and an object with a total in v3. */
function usageOf(usage: JsonObject): ChatUsage | null {
  const [inputTokens, outputTokens] = [usage.inputTokens, usage.outputTokens].map((count) =>
    isJsonObject(count) ? count.total : count,
  );
  return typeof inputTokens === 'number' && typeof outputTokens === 'number'
    ? { inputTokens, outputTokens }
    : null;
}

/** Bodies are values or texts, as the provider likes. */
function bodyOf(body: Json | undefined): Json | null {
  if (typeof body !== 'string') return body ?? null;
  const parsed = parseJson(body);
  return parsed.ok ? parsed.value : body;
}

/** The content of a foreign object as JSON: dates, bytes and missing values are none. */
function plainJson(value: unknown): JsonObject {
  const parsed = parseJson(JSON.stringify(value) ?? 'null');
  if (!parsed.ok || !isJsonObject(parsed.value)) throw malformed('it is not an object');
  return parsed.value;
}

/** The errors of providers carry status, headers and body of the answer where there was one. */
function failure(modelId: string, error: unknown, now: number): DriveError {
  if (error instanceof DriveError) return error;
  const { statusCode, responseHeaders, responseBody, isRetryable, name, message } = Object(error);
  if (typeof statusCode === 'number' && statusCode >= 300)
    return refusalError(
      {
        label: modelId,
        apiKey: null,
        keyHint: 'look at the key that the module gives to the provider',
      },
      {
        status: statusCode,
        header: (header) =>
          textAt(isJsonObject(responseHeaders) ? responseHeaders : {}, header) || null,
        body: typeof responseBody === 'string' ? responseBody : '',
      },
      now,
    );
  const why = redactText(`${String(name)}: ${String(message)}`).slice(0, MAX_QUOTE_LENGTH);
  // A success that its provider could not read may be whole the next time.
  return isRetryable === true || typeof statusCode === 'number'
    ? new TransientError('MODEL_FAILED', `${modelId} gave no answer: ${why}`)
    : new DriveError('MODEL_FAILED', `${modelId} gave no answer: ${why}`);
}
