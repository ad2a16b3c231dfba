import type { Json } from '#core';
import { readAgentFrameworkMessage } from './agent-framework/message.ts';
import { readAiSdkMessage } from './ai-sdk/message.ts';
import { readAnthropicMessage } from './anthropic/message.ts';
import { readGeminiMessage } from './gemini/message.ts';
import { readInspectMessage } from './inspect-ai/message.ts';
import { readLangchainMessage } from './langchain/message.ts';
import { readOpenAiChatMessage } from './openai-chat/message.ts';
import { readPydanticMessage } from './pydantic-ai/message.ts';
import { readSemanticKernelMessage } from './semantic-kernel/message.ts';
import { readResponsesItem } from './openai-responses/message.ts';
import { readGenAiMessage } from './genai/message.ts';
import { readConverseMessage } from './converse/message.ts';
import type { Message, ReadMessage } from '../messages/message.ts';

/** The dialects of messages, the surest signs first. */
const DIALECTS: readonly ReadMessage[] = [
  readResponsesItem,
  readPydanticMessage,
  readSemanticKernelMessage,
  readAgentFrameworkMessage,
  readGenAiMessage,
  readGeminiMessage,
  readAiSdkMessage,
  readInspectMessage,
  readLangchainMessage,
  readConverseMessage,
  readAnthropicMessage,
  // Accepts every message with a role, so it comes last.
  readOpenAiChatMessage,
];

/** Reads a message in any dialect; null for other values. */
export function readAnyMessage(value: Json): Message | null {
  for (const read of DIALECTS) {
    const message = read(value);
    if (message !== null) return message;
  }
  return null;
}
