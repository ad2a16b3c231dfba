import { renderToString } from 'preact-render-to-string';
import { expect, it } from 'vitest';
import { CallView, type ShownCall } from './call-view.tsx';

function textOf(call: ShownCall): string {
  return renderToString(<CallView call={call} />)
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

it('says what is wrong with a call in words, and shows its arguments against the label', () => {
  const call: ShownCall = {
    tool: 'refund',
    arguments: { amount: 400 },
    expected: { arguments: { amount: 40 } },
    words: 'other arguments than the label',
    tone: 'wrong',
  };
  expect(textOf(call)).toBe(
    'refund other arguments than the label − amount : 400 called + amount : 40 expected',
  );
});

it('shows arguments that are not JSON as text', () => {
  expect(textOf({ tool: 'refund', arguments: '{"amount": 4' })).toBe(
    'refund not a JSON object: {&quot;amount&quot;: 4',
  );
});

it('unfolds JSON inside of texts', () => {
  const inner = JSON.stringify({ items: ['a'.repeat(40), 'b'.repeat(40)] });
  expect(textOf({ tool: 'send', arguments: { body: inner } })).toContain('JSON in a string');
});

it('folds results and says how much there is', () => {
  const html = renderToString(<CallView call={{ tool: 'list', result: '[1,2,3]' }} />);
  expect(html).toContain('<summary>Result, a list of 3</summary>');
  expect(html).not.toContain('<details open');
});

it('writes hidden characters of a name as escapes', () => {
  expect(renderToString(<CallView call={{ tool: 'a\u202eb' }} />)).toContain(
    '<bdi>a<span class="escape">\\u{202e}</span>b</bdi>',
  );
});
