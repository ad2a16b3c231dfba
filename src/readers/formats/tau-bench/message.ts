import { isJsonObject, parseJson } from '#core';
import type { Message, ReadMessage } from '../../messages/message.ts';
import { readOpenAiChatMessage } from '../../dialects/openai-chat/message.ts';

/** To answer the user is an action of the benchmark, and no tool. */
const RESPOND = 'respond';
const ACTION = 'Action:';
const RESULT = 'API output: ';

/** Reads a message of a trajectory: a chat message. Agents without tools write the call into its text. */
export const readTauMessage: ReadMessage = (value) => {
  const message = readOpenAiChatMessage(value);
  if (message === null) return null;
  if (message.role === 'user' && message.text.startsWith(RESULT))
    return {
      ...message,
      text: '',
      results: [{ id: null, name: null, status: null, text: message.text.slice(RESULT.length) }],
    };
  if (message.role !== 'assistant') return message;
  const calls = message.calls.filter(({ name }) => name !== RESPOND);
  return calls.length === 0 ? readAction({ ...message, calls }) : { ...message, calls };
};

/** The text behind the last `Action:` is a call, or text for the user; anything else stays text. */
function readAction(message: Message): Message {
  const at = message.text.lastIndexOf(ACTION);
  if (at < 0) return message;
  const parsed = parseJson(message.text.slice(at + ACTION.length).trim());
  if (!parsed.ok || !isJsonObject(parsed.value)) return message;
  const { name, arguments: passed } = parsed.value;
  if (typeof name !== 'string') return message;
  if (name !== RESPOND)
    return { ...message, text: '', calls: [{ id: null, name, server: null, arguments: passed }] };
  const content = isJsonObject(passed) ? passed.content : undefined;
  return { ...message, text: typeof content === 'string' ? content : message.text };
}
