import { describe, expect, it } from 'vitest';
import type { Json } from '#core';
import { readAsk } from './to-chat-messages.ts';

const ask = (...messages: Json[]): ReturnType<typeof readAsk> => readAsk({ messages });
const IMAGE = { type: 'image_url', image_url: { url: 'data:image/png;base64,aGk=' } };

describe('the conversation of a row', () => {
  it('keeps system and developer messages', () => {
    expect(
      ask(
        { role: 'system', content: 'Be kind.' },
        { role: 'developer', content: 'Be brief.' },
        { role: 'user', content: 'hi' },
      ),
    ).toMatchObject({
      history: [
        { role: 'system', text: 'Be kind.', isDeveloper: false },
        { role: 'system', text: 'Be brief.', isDeveloper: true },
      ],
      turns: ['hi'],
    });
  });

  it('keeps images in their place', () => {
    const parts = [{ type: 'text', text: 'what is' }, IMAGE];
    expect(ask({ role: 'user', content: parts })).toMatchObject({
      turns: [],
      history: [
        {
          role: 'user',
          text: 'what is',
          parts: [
            { type: 'text', text: 'what is' },
            { type: 'image', mediaType: 'image/png', data: 'aGk=' },
          ],
        },
      ],
    });
  });

  it('reads the tool blocks of Anthropic, and names results by the id of their call', () => {
    const use = { type: 'tool_use', id: 'u1', name: 'find', input: { q: 1 } };
    const result = {
      type: 'tool_result',
      tool_use_id: 'u1',
      content: [{ type: 'text', text: 'x' }],
    };
    expect(
      ask(
        { role: 'user', content: 'go' },
        { role: 'assistant', content: [{ type: 'text', text: 'ok' }, use] },
        { role: 'user', content: [result] },
      ),
    ).toMatchObject({
      turns: [],
      history: [
        { role: 'user', text: 'go' },
        {
          role: 'assistant',
          text: 'ok',
          calls: [{ id: 'u1', name: 'find', arguments: '{"q":1}' }],
        },
        { role: 'tool', callId: 'u1', name: 'find', text: 'x', isError: false },
      ],
    });
  });

  it.each<[string, Json, string, string]>([
    [
      'an unknown part',
      { role: 'user', content: [{ type: 'input_audio' }] },
      '/messages/1/content/0',
      'input_audio',
    ],
    ['an unknown role', { role: 'critic', content: 'x' }, '/messages/1/role', 'critic'],
    [
      'a result without a call',
      { role: 'tool', tool_call_id: 'c7', content: 'x' },
      '/messages/1',
      'c7',
    ],
    ['what is not a message', 7, '/messages/1', 'not a message'],
    [
      'an image in a result',
      { role: 'user', content: [{ type: 'tool_result', content: [IMAGE] }] },
      '/messages/1/content/0',
      'tool_result',
    ],
  ])('says the place of %s, and keeps the messages whole', (_, message, pointer, text) => {
    const said = { role: 'user', content: 'hi' };
    const read = ask(said, message);
    expect(read).toMatchObject({ messages: [said, message], fault: { pointer } });
    expect(read?.fault?.message).toContain(text);
  });
});
