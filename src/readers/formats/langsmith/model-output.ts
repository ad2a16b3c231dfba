import { isJsonObject, type Json, type JsonObject, type Usage } from '#core';
import { objectOf } from '../../draft/json-parts.ts';
import { describeCutOff, endReason } from '../../langchain-history/cut-off.ts';
import { modelIn } from '../../langchain-history/model-in.ts';
import { readLangchainUsage } from '../../langchain-history/read-usage.ts';
import { textOf } from '../../draft/text-of.ts';
import { unwrapMessage } from '../../dialects/langchain/unwrap-message.ts';
import { readAnyMessage } from '../../dialects/any-message.ts';
import type { Message } from '../../messages/message.ts';
import { isKnownAnswer } from './known-answer.ts';

/** The answer of a model, in LangChain's form or in a provider's form: a single message, however many items it has. */
export function readModelAnswer(outputs: JsonObject): Message | null {
  const messages = findMessages(outputs)
    .flatMap((value) => readAnyMessage(value) ?? [])
    .filter(({ role }) => role === 'assistant' || role === 'tool');
  if (messages.length === 0) return null;
  const texts = messages.flatMap(({ role, text }) =>
    role === 'assistant' && text !== '' ? [text] : [],
  );
  return {
    role: 'assistant',
    text: texts.join('\n'),
    calls: messages.flatMap(({ calls }) => calls),
    results: messages.flatMap(({ results }) => results),
    unknown: messages.flatMap(({ unknown }) => unknown ?? []),
  };
}

/** The tokens that an answer records. */
export function readModelUsage(outputs: JsonObject | null): Partial<Usage> {
  if (outputs === null) return {};
  const [first] = findMessages(outputs);
  const body = first === undefined ? undefined : unwrapMessage(first)?.body;
  const usage = body === undefined ? {} : readLangchainUsage(body);
  if ((usage.inputTokens ?? null) !== null) return usage;
  const llm = objectOf(outputs.llm_output);
  return readLangchainUsage({
    usage_metadata: outputs.usage_metadata ?? null,
    response_metadata: { token_usage: llm.token_usage ?? outputs.usage ?? null },
  });
}

/** The model that answered, as recorded by the message, or by the response as a whole. */
export function readResponseModel(outputs: JsonObject): string | null {
  const [first] = findMessages(outputs);
  const body = first === undefined ? undefined : unwrapMessage(first)?.body;
  for (const place of [body?.response_metadata, outputs.llm_output, outputs]) {
    const model = isJsonObject(place) ? textOf(modelIn(place)) : null;
    if (model !== null) return model;
  }
  return null;
}

/** Why an answer was cut off, as recorded by the message, beside it, or by the response as a whole. */
export function readCutOff(outputs: JsonObject): string | null {
  for (const place of endsOf(outputs)) {
    const cutOff = isJsonObject(place) ? describeCutOff(place) : null;
    if (cutOff !== null) return cutOff;
  }
  return null;
}

/** Why the model stopped, in whichever of these places that is. */
export function readEndReason(outputs: JsonObject): Json | undefined {
  return endsOf(outputs)
    .map(endReason)
    .find((reason) => reason !== undefined);
}

function endsOf(outputs: JsonObject): readonly (Json | undefined)[] {
  const [first] = findMessages(outputs);
  const body = first === undefined ? undefined : unwrapMessage(first)?.body;
  const [answer] = firstAnswers(outputs);
  return [body?.response_metadata, answer?.generation_info, answer, outputs];
}

/** Whether all of an answer can be read; `answer` is the message that it was read as. */
export function isReadable(outputs: JsonObject, answer: Message | null): boolean {
  const values = findMessages(outputs);
  if (answer !== null) return values.length === 1 || isKnownAnswer(values);
  // Messages of others than the model are not its answer.
  return isKnownAnswer(values) && values.every((value) => readAnyMessage(value) === null);
}

function findMessages(outputs: JsonObject): readonly Json[] {
  // Functions of JavaScript that are traced have their result in `outputs`.
  const { messages, message, output = outputs.outputs } = outputs;
  const answers = firstAnswers(outputs);
  if (answers.length > 0) return answers.map((answer) => answer.message ?? answer);
  if (Array.isArray(messages)) return messages;
  if (isJsonObject(message)) return [message];
  if (Array.isArray(output)) return output;
  // The answer of a client as it came, inside what a function returned.
  return isJsonObject(output) ? findMessages(output) : [outputs];
}

/** The first answer to each prompt; later answers are alternatives. */
function firstAnswers({ generations, choices }: JsonObject): readonly JsonObject[] {
  if (Array.isArray(generations))
    return (generations as readonly Json[])
      .map((list) => (Array.isArray(list) ? (list[0] as Json) : list))
      .filter(isJsonObject);
  return Array.isArray(choices) ? choices.slice(0, 1).filter(isJsonObject) : [];
}
