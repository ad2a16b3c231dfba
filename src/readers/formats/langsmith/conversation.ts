import { isJsonObject, type Json, type JsonObject } from '#core';
import { readAnyMessage } from '../../dialects/any-message.ts';
import { readModelAnswer } from './model-output.ts';

/** The messages of a list, or of a list in a list as LangChain batches them. */
export function listMessages(value: Json | undefined): readonly Json[] {
  if (!Array.isArray(value)) return [];
  const [first] = value as readonly Json[];
  return Array.isArray(first) && typeof first[0] === 'object' ? first : value;
}

/** The first text of a user in a list of messages; null when there is none. */
export function readFirstQuestion(messages: Json | undefined): string | null {
  for (const value of listMessages(messages)) {
    const message = readAnyMessage(value);
    if (message?.role === 'user' && message.text !== '') return message.text;
  }
  return null;
}

/** What the run at the root was asked: a user's text where it can be told, else all of the inputs. */
export function readQuestion(inputs: Json | undefined): Json {
  if (!isJsonObject(inputs)) return inputs ?? null;
  const question = readFirstQuestion(inputs.messages);
  if (question !== null) return question;
  const given = inputs.input ?? onlyMember(inputs);
  if (typeof given === 'string') return given;
  const inner = isJsonObject(given) ? readFirstQuestion(given.messages) : readFirstQuestion(given);
  return inner ?? (Object.keys(inputs).length === 0 ? null : inputs);
}

/** What the run at the root answered: the last text of the agent where it can be told, else all of the outputs. */
export function readAnswer(outputs: Json | undefined): Json {
  if (!isJsonObject(outputs)) return outputs ?? null;
  if (Array.isArray(outputs.messages)) return readLastAnswer(listMessages(outputs.messages));
  const given = outputs.output ?? onlyMember(outputs);
  if (typeof given === 'string') return given;
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
