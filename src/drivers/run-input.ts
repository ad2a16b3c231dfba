import { createHash } from 'node:crypto';
import type { Json } from '#core';
import type { ChatImage, ChatMessage } from './chat.ts';
import type { DriveTask } from './driver.ts';
import { imageUrl } from './image-url.ts';

/** The input of a run as programs get it: the text, where that is all. */
export function runInput(task: DriveTask): Json {
  return inputOf(task, (image) => ({ type: 'image_url', image_url: { url: imageUrl(image) } }));
}

/** The input of a run as its trace records it: of images only what they are. */
export function recordedInput(task: DriveTask): Json {
  return inputOf(task, (image) => {
    if ('url' in image) return { type: 'image', url: image.url };
    const sha256 = createHash('sha256').update(image.data, 'base64').digest('hex');
    return { type: 'image', media_type: image.mediaType, sha256 };
  });
}

function inputOf(
  { history, turns, images = [], context, messages }: DriveTask,
  encodeImage: (image: ChatImage) => Json,
): Json {
  if (messages !== undefined) return context === null ? { messages } : { messages, context };
  const [only] = turns;
  if (turns.length === 1 && only !== undefined && history.length === 0 && context === null)
    if (images.length === 0) return only;
  const said = turns.map((text, index): Json => {
    if (index > 0 || images.length === 0) return { role: 'user', content: text };
    const parts = [{ type: 'text', text }, ...images.map((image) => encodeImage(image))];
    return { role: 'user', content: parts };
  });
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
