import { isJsonObject } from '#core';
import { listOf } from '../draft/json-parts.ts';
import { isCut } from '../draft/is-cut.ts';
import { readNumber } from '../draft/read-number.ts';
import { readTools } from '../draft/read-tools.ts';
import { textOf } from '../draft/text-of.ts';
import type { Message } from '../messages/message.ts';
import { Answer, NO_ANSWER } from './answer.ts';
import type { Attributes } from './attributes.ts';
import { usageFrom } from './genai-usage.ts';
import { parseText } from './parse-text.ts';
import { readMessagesIn } from './read-messages.ts';
import { type Findings, NONE } from './findings.ts';

/** The telemetry of the Vercel AI SDK, versions 4 to 6: `ai.toolCall`, `ai.generateText.doGenerate` and the span around them. */
export function readAiSdk(name: string, attributes: Attributes): Findings {
  const operation =
    textOf(attributes.get('ai.operationId')) ?? (name.startsWith('ai.') ? name : '');
  if (operation === '') return NONE;
  if (operation === 'ai.toolCall') {
    return {
      kind: 'tool',
      toolName: textOf(attributes.get('ai.toolCall.name')),
      callId: textOf(attributes.get('ai.toolCall.id')),
      arguments: attributes.get('ai.toolCall.args') ?? attributes.get('ai.toolCall.input'),
      outputValue: parseText(attributes.get('ai.toolCall.result')),
    };
  }
  if (!/^ai\.(?:generate|stream)(?:Text|Object)/.test(operation)) return NONE;
  const number = (key: string): number | null => readNumber(attributes.get(`ai.usage.${key}`));
  return {
    // The span around the steps repeats what they say; it counts only where they are not there.
    kind: 'model',
    agent: textOf(attributes.get('ai.telemetry.functionId')),
    model: textOf(attributes.get('ai.model.id')),
    responseModel: textOf(attributes.get('ai.response.model')),
    input: readPrompt(attributes),
    output: readResponse(attributes),
    tools: attributes.has('ai.prompt.tools') ? readTools(attributes.get('ai.prompt.tools')) : null,
    usage: usageFrom({
      inputTokens: number('inputTokens') ?? number('promptTokens'),
      outputTokens: number('outputTokens') ?? number('completionTokens'),
      cost: null,
    }),
    finishReason: textOf(attributes.get('ai.response.finishReason')),
  };
}

function readPrompt(attributes: Attributes): Message[] {
  const messages = readMessagesIn(attributes.get('ai.prompt.messages'));
  const prompt = parseText(attributes.get('ai.prompt'));
  if (messages.length > 0 || !isJsonObject(prompt)) return messages;
  if (typeof prompt.prompt !== 'string') return readMessagesIn(prompt);
  return [{ role: 'user', text: prompt.prompt, calls: [], results: [] }];
}

function readResponse(attributes: Attributes): Answer {
  const text =
    textOf(attributes.get('ai.response.text')) ?? textOf(attributes.get('ai.response.object'));
  const recorded = attributes.get('ai.response.toolCalls');
  if (isCut(recorded)) return new Answer(recorded);
  const listed = parseText(recorded);
  const calls = listOf(listed).flatMap((entry) => {
    const call = parseText(entry);
    if (!isJsonObject(call)) return [];
    const { toolCallId, toolName, input, args } = call;
    return [
      {
        id: textOf(toolCallId),
        name: textOf(toolName) ?? '',
        server: null,
        arguments: input ?? args,
      },
    ];
  });
  if (text === null && calls.length === 0) return NO_ANSWER;
  const message: Message = { role: 'assistant', text: text ?? '', calls, results: [] };
  return new Answer(undefined, [message]);
}
