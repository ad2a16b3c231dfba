import { expect, it } from 'vitest';
import { conversationText } from './conversation-text.ts';

it('writes a conversation as people read it', () => {
  const text = conversationText({
    messages: [
      { role: 'user', content: 'Where is D81?' },
      {
        role: 'assistant',
        content: 'Let me look.',
        tool_calls: [
          { name: 'status', server: 'shop', arguments: { order: 'D81' } },
          { function: { name: 'mail', arguments: '{half' } },
          7,
        ],
      },
      { role: 'tool', name: 'status', content: [{ type: 'text', text: 'sent' }] },
      { role: 'assistant', content: '' },
    ],
  });
  expect(text?.split('\n')).toEqual([
    'user: Where is D81?',
    'assistant: Let me look.',
    'assistant calls shop.status {"order":"D81"}',
    'assistant calls mail {half',
    'assistant calls 7',
    'tool status: [{"type":"text","text":"sent"}]',
  ]);
});

it.each(['text', null, { q: 1 }, { messages: ['odd'] }])('is none of %j', (input) => {
  expect(conversationText(input)).toBeNull();
});
