import type { Json } from '#core';
import type { ChatMessage } from './chat.ts';
import type { DriveTask } from './driver.ts';

/** The input of a run as its trace records it: the text, where that is all. */
export function runInput({ history, turns, context, messages }: DriveTask): Json {
  if (messages !== undefined) return context === null ? { messages } : { messages, context };
  const [only] = turns;
  if (turns.length === 1 && only !== undefined && history.length === 0 && context === null)
    return only;
  const said = turns.map((text) => ({ role: 'user', content: text }));
  const all = [...history.map((message) => nativeMessage(message)), ...said];
  return context === null ? { messages: all } : { messages: all, context };
}

function nativeMessage(message: ChatMessage): Json {
  if (message.role === 'user' || message.role === 'system')
    return { role: message.role, content: message.text };
  if (message.role === 'tool')
    return {
      role: 'tool',
      tool_call_id: message.callId,
      name: message.name,
      content: message.text,
    };
  const calls = message.calls.map(({ id, name, arguments: text }) => ({
    id,
    name,
    arguments: text,
  }));
  return {
    role: 'assistant',
    content: message.text,
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  };
}
