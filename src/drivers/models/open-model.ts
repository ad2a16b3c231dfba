import { driveError } from '../codes.ts';
import type { ChatModel } from '../chat.ts';
import { ANTHROPIC_WIRE } from './anthropic-wire.ts';
import { GOOGLE_WIRE } from './google-wire.ts';
import { type Endpoint, HttpModel } from './http-model.ts';
import { limitModel, type ModelLimits } from './limit-model.ts';
import { KEY_VARIABLES, type ModelOptions, type ModelProvider } from './model-options.ts';
import { MODEL_WORLD, type ModelWorld } from './model-world.ts';
import { OPENAI_CHAT_WIRE } from './openai-chat-wire.ts';
import { OPENAI_RESPONSES_WIRE } from './openai-responses-wire.ts';
import type { Wire } from './wire.ts';

const WIRES: { readonly [provider in ModelProvider]: Wire } = {
  openai: OPENAI_RESPONSES_WIRE,
  'openai-compatible': OPENAI_CHAT_WIRE,
  anthropic: ANTHROPIC_WIRE,
  google: GOOGLE_WIRE,
};

/** A model behind HTTP, asked patiently and within limits. Throws a UserError where it cannot be asked at all. */
export function openModel(
  options: ModelOptions,
  limits: ModelLimits = {},
  world: ModelWorld = MODEL_WORLD,
): ChatModel {
  const wire = WIRES[options.provider];
  const { provider, model, apiKey } = options;
  const endpoint: Endpoint = {
    label: `${provider}:${model}`,
    url: endpointUrl(options, wire),
    headers: endpointHeaders(options, wire),
    model,
    answersAs: options.answersAs ?? model,
    apiKey,
    keyHint: keyHint(options),
    timeoutMs: options.timeoutMs,
    ...(options.extraBody === undefined ? {} : { extraBody: options.extraBody }),
  };
  return limitModel(new HttpModel(endpoint, wire, world), limits, world);
}

function keyHint({ provider, apiKey, keyVariable }: ModelOptions): string {
  const variable = keyVariable ?? KEY_VARIABLES[provider] ?? 'the variable of `api_key_env`';
  return apiKey === null
    ? `no key was sent: set ${variable}`
    : `look at ${variable}: is it a key of this provider, and may it use this model?`;
}

function endpointUrl({ provider, model, baseUrl }: ModelOptions, wire: Wire): URL {
  const base = baseUrl ?? wire.baseUrl;
  if (base === null) throw driveError('MODEL_URL', `${provider}:${model} needs a base_url`);
  const url = URL.canParse(base) ? new URL(base) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    throw driveError(
      'MODEL_URL',
      `the base_url of ${provider}:${model} is not an address of http or https without a password`,
    );
  const folder = url.pathname.endsWith('/') ? url.pathname.slice(0, -1) : url.pathname;
  url.pathname = folder + wire.path(model);
  return url;
}

function endpointHeaders(options: ModelOptions, wire: Wire): Headers {
  const { provider, model, apiKey, keyHeader, headers = {} } = options;
  // What cannot stand in a header is refused here: the runtime would repeat the key in its message.
  if (apiKey !== null && !/^[\x21-\x7e]+$/.test(apiKey))
    throw driveError('MODEL_KEY', `the key of ${provider}:${model} has characters that no key has`);
  const all = new Headers({
    accept: 'application/json',
    'content-type': 'application/json',
    ...wire.headers,
  });
  if (apiKey !== null) {
    const [name, value] =
      keyHeader === undefined ? wire.keyHeader(apiKey) : ([keyHeader, apiKey] as const);
    setHeader(all, name, value, options);
  }
  for (const [name, value] of Object.entries(headers)) setHeader(all, name, value, options);
  return all;
}

function setHeader(
  all: Headers,
  name: string,
  value: string,
  { provider, model }: ModelOptions,
): void {
  try {
    all.set(name, value);
  } catch {
    throw driveError(
      'MODEL_HEADER',
      `a header of ${provider}:${model} has characters that no header has`,
    );
  }
}
