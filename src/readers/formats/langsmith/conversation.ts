import { isJsonObject, type Json, type JsonObject } from '#core';
import { readAnyMessage } from '../../dialects/any-message.ts';
import { readModelAnswer } from './model-output.ts';

/** The messages of a list, or of a list in a list as LangChain batches them. */
export function listMessages(value: Json | undefined): readonly Json[] {
  if (!Array.isArray(value)) return [];
  const [first] = value as readonly Json[];
  return Array.isArray(first) && typeof first[0] === 'object' ? first : value;
}

/** The first text of a user in a list of messages; null without such a text. */
export function readFirstQuestion(messages: Json | undefined): string | null {
  for (const value of listMessages(messages)) {
    const message = readAnyMessage(value);
    if (message?.role === 'user' && message.text !== '') return message.text;
  }
  return null;
}

/** The question of the root run: a user's text where there is one, otherwise all inputs. */
export function readQuestion(inputs: Json | undefined): Json {
  if (!isJsonObject(inputs)) return inputs ?? null;
  const question = readFirstQuestion(inputs.messages);
  if (question !== null) return question;
  const value = inputs.input ?? onlyMember(inputs);
  if (typeof value === 'string') return value;
  const inner = isJsonObject(value) ? readFirstQuestion(value.messages) : readFirstQuestion(value);
  return inner ?? (Object.keys(inputs).length === 0 ? null : inputs);
}

/** The answer of the root run: the last text of the agent where there is one, otherwise all outputs. */
export function readAnswer(outputs: Json | undefined): Json {
  if (!isJsonObject(outputs)) return outputs ?? null;
  if (Array.isArray(outputs.messages)) return readLastAnswer(listMessages(outputs.messages));
  const value = outputs.output ?? onlyMember(outputs);
  if (typeof value === 'string') return value;
  const answer = readModelAnswer(outputs);
  if (answer !== null) return answer.text === '' ? null : answer.text;
  return Object.keys(outputs).length === 0 ? null : outputs;
}

function readLastAnswer(messages: readonly Json[]): string | null {
  for (const value of messages.toReversed()) {
    const message = readAnyMessage(value);
    if (message?.role === 'assistant' && message.text !== '') return message.text;
  }
  return null;
}

function onlyMember(record: JsonObject): Json | undefined {
  const values = Object.values(record);
  return values.length === 1 ? values[0] : undefined;
}
