import { renderToString } from 'preact-render-to-string';
import { expect, it } from 'vitest';
import { Conversation, type ConversationItem } from './conversation.tsx';

function render(...items: readonly ConversationItem[]): string {
  return renderToString(<Conversation items={items} />);
}

it('groups the calls of one answer', () => {
  const html = render(
    { kind: 'said', role: 'user', text: 'where is it?' },
    { kind: 'calls', calls: [{ tool: 'a' }, { tool: 'b' }] },
  );
  expect(html).toContain('2 calls at once');
  expect(html.match(/class="turn-role">\w+/g)).toEqual([
    'class="turn-role">User',
    'class="turn-role">Agent',
  ]);
});

it('names the agent once where it says something and calls', () => {
  const html = render(
    { kind: 'said', role: 'assistant', text: 'let me look' },
    { kind: 'calls', calls: [{ tool: 'a' }] },
  );
  expect(html.match(/turn-role/g)).toHaveLength(1);
});

it('cuts long instructions and says how long they are', () => {
  const html = render({ kind: 'said', role: 'system', text: 'x'.repeat(5000) });
  expect(html).toContain('show all 5,000 characters');
  expect(html).not.toContain('x'.repeat(200));
});

it('keeps lines, and escapes markup', () => {
  expect(render({ kind: 'said', role: 'user', text: 'a\n<b>\u0000' })).toContain(
    'a\n&lt;b><span class="escape">\\x00</span>',
  );
});
