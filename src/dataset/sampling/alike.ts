import { formatTool, isJsonObject, type Json, stringifyJson, type ToolCall } from '#core';
import { userTextsBefore } from './conversation-before.ts';
import type { Cut } from './cut-cases.ts';

/**
 * Cases with one key are near-duplicates: the same words apart from letter case, punctuation and digits, and the same
 * tools before and now. Where no input was recorded only equal calls are alike.
 */
export function alikeKey(cut: Cut): string {
  const words = wordsOf(cut);
  const said = words === '' ? rawCalls(cut) : words;
  return [cut.before, cut.calls].map(toolNames).concat(said).join('\u0001');
}

/** Text as near-duplicates share it. */
function normalise(text: string): string {
  return text
    .toLowerCase()
    .replace(/\d+/g, '0')
    .replace(/[\s!-/:-@[-`{-~]+/g, ' ')
    .trim();
}

/** What users said before a decision, normalised. */
export function wordsOf(cut: Cut): string {
  return normalise(userTextsBefore(cut)?.join('\n') ?? textOf(cut.trace.input));
}

/** What a user said last before a decision, normalised. */
export function lastWordsOf(cut: Cut): string {
  const texts = userTextsBefore(cut);
  return normalise(texts === null ? lastTextOf(cut.trace.input) : (texts.at(-1) ?? ''));
}

/** All texts in an input, in their order, without the system prompt: all cases of an agent share that. */
function textOf(input: Json): string {
  if (typeof input === 'string') return input;
  const texts: string[] = [];
  const messages = messagesOf(input);
  if (messages === null) collectTexts(input, texts);
  else for (const message of messages) if (!isOfSystem(message)) collectTexts(message, texts);
  return texts.join('\n');
}

/** The last message in an input; the input itself where it has none. */
function lastTextOf(input: Json): string {
  const last = messagesOf(input)?.at(-1);
  return textOf(last === undefined ? input : last);
}

function messagesOf(input: Json): readonly Json[] | null {
  const messages = isJsonObject(input) ? input.messages : input;
  return Array.isArray(messages) ? (messages as readonly Json[]) : null;
}

function isOfSystem(message: Json): boolean {
  return isJsonObject(message) && (message.role === 'system' || message.role === 'developer');
}

// As deep as the parser lets a value be.
function collectTexts(value: Json, texts: string[]): void {
  if (typeof value === 'string') texts.push(value);
  else if (Array.isArray(value))
    for (const item of value as readonly Json[]) collectTexts(item, texts);
  else if (isJsonObject(value)) for (const key in value) collectTexts(value[key] as Json, texts);
}

function toolNames(calls: readonly ToolCall[]): string {
  return calls.map(formatTool).join('\u0002');
}

function rawCalls({ calls, before }: Cut): string {
  return stringifyJson([...before, ...calls].map((call) => argumentsText(call)));
}

function argumentsText({ arguments: args }: ToolCall): Json {
  if (args.state === 'absent') return null;
  return args.state === 'parsed' ? args.value : args.text;
}
