import { expect, test } from 'vitest';
import { escapeHtml } from './html.ts';

test('markup becomes text, in content and in attributes', () => {
  expect(escapeHtml('<img src="x" onerror=\'y\'>&amp;`')).toBe(
    '&lt;img src=&quot;x&quot; onerror=&#39;y&#39;&gt;&amp;amp;&#96;',
  );
});

test('hidden characters are shown', () => {
  expect(escapeHtml('\u202e<')).toBe('\\u{202e}&lt;');
});
