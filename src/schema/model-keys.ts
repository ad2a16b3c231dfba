import {
  about,
  amount,
  anyText,
  closed,
  type InferFields,
  integerFrom,
  mapOf,
  ofType,
  text,
} from './json-schema.ts';

/** The keys of a model, wherever one is named. */
export const modelKeys = {
  model: about('The model, such as `openai:gpt-5-mini`.', text),
  base_url: about('The address of an OpenAI-compatible service.', text),
  api_key_env: about('The environment variable that holds the key.', text),
  api_key_header: about('The header that carries the key, where it is not the usual one.', text),
  headers: about('Headers for a service; `${VAR}` is read from the environment.', mapOf(anyText)),
  answers_as: about(
    'The name by which the model answers, where it is asked by another; `*` is any.',
    text,
  ),
  max_tokens: about('How long an answer of the model may be.', integerFrom(1)),
  temperature: about('The sampling temperature.', amount),
  seed: about('The sampling seed.', ofType('integer')),
  prices: about(
    'What the model costs, per million tokens.',
    closed(
      {
        input: about('What a million tokens of input cost.', amount),
        output: about('What a million tokens of output cost.', amount),
      },
      ['input', 'output'],
    ),
  ),
  limits: about(
    'Limits that all runs share.',
    closed({
      requests_per_minute: about('Requests that may begin in a minute.', integerFrom(1)),
      requests_per_second: about('Requests that may begin in a second.', integerFrom(1)),
      tokens_per_minute: about('Tokens that may be used in a minute.', integerFrom(1)),
      in_flight: about('Requests that may be under way at once.', integerFrom(1)),
    }),
  ),
  budget: about(
    'What all runs together may spend; then no further one begins.',
    closed({
      calls: about('Requests to the model.', integerFrom(1)),
      tokens: about('Tokens of input and output.', integerFrom(1)),
      cost: about('Money, in the unit of `prices`.', amount),
    }),
  ),
};

/** A model behind HTTP: how it is reached and asked, and what it may spend. */
export type ModelDocument = InferFields<typeof modelKeys>;
