import { stringifyJson } from '#core';
import type { ChatRequest } from '../chat.ts';

/** What providers add to a request: roles, and instructions for forced calls, of which Anthropic's 530 are the most. */
const FRAME_TOKENS = 600;

/** All texts of a request, one after the other. */
export function requestText({ system, messages, tools, answerSchema }: ChatRequest): string {
  const offered = tools.map(
    ({ name, description, inputSchema }) => name + (description ?? '') + stringifyJson(inputSchema),
  );
  const schema = answerSchema === undefined ? '' : stringifyJson(answerSchema.schema);
  return [system ?? '', ...offered, schema, ...messages.map(({ text }) => text)].join('');
}

/** Upper limit for the tokens of a request without images: tokenizers make at most one token of a byte. */
export function maxInputTokens(request: ChatRequest): number {
  return Buffer.byteLength(requestText(request)) + FRAME_TOKENS;
}
