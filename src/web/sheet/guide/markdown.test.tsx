import { renderToString } from 'preact-render-to-string';
import { expect, it } from 'vitest';
import { clausesOf } from './clauses.ts';
import { MarkdownView } from './markdown-view.tsx';

/** Markdown as markup, without the isolation of texts. */
function html(text: string): string {
  const markup = renderToString(<MarkdownView text={text} />);
  return markup
    .replaceAll(/<\/?bdi[^>]*>/g, '')
    .replace(/^<div class="markdown">/, '')
    .replace(/<\/div>$/, '');
}

it.each([
  ['# How to label\nPick one.', '<h3>How to label</h3><p>Pick one.</p>'],
  ['### Deep ###', '<h5>Deep</h5>'],
  ['two\nlines\n\nnext', '<p>two lines</p><p>next</p>'],
  ['- a\n- b\n  more\n\n  - c', '<ul><li>a</li><li>b more<ul><li>c</li></ul></li></ul>'],
  ['3. a\n4. b', '<ol start="3"><li>a</li><li>b</li></ol>'],
  ['> quoted\n> *text*', '<blockquote><p>quoted <em>text</em></p></blockquote>'],
  ['```js\nif (a < b) {}\n```\nafter', '<pre class="lines">if (a &lt; b) {}</pre><p>after</p>'],
  ['a\n\n---\n\nb', '<p>a</p><hr/><p>b</p>'],
  [
    '| a | b |\n|---|:-:|\n| 1 \\| 2 | `x` |',
    '<table><thead><tr><th scope="col">a</th><th scope="col">b</th></tr></thead><tbody><tr><td>1 | 2</td><td><code>x</code></td></tr></tbody></table>',
  ],
  [
    '**bold**, _em_, `a*b*`, snake_case_name',
    '<p><strong>bold</strong>, <em>em</em>, <code>a*b*</code>, snake_case_name</p>',
  ],
  [
    '[guide](https://example.org/a) <https://b.example>',
    '<p><a href="https://example.org/a" target="_blank" rel="noreferrer noopener">guide</a> <a href="https://b.example" target="_blank" rel="noreferrer noopener">https://b.example</a></p>',
  ],
  ['5 \\* 3', '<p>5 * 3</p>'],
])('renders %j', (text, expected) => {
  expect(html(text)).toBe(expected);
});

it.each([
  '<img src=x onerror=alert(1)>',
  '[x](javascript:alert(1))',
  '<script>alert(1)</script>',
  '[x](data:text/html,hi)',
])('shows %s as text', (text) => {
  const markup = html(text);
  expect(markup).not.toMatch(/<(?!\/?p>)/);
});

it('takes linear time for signs without an end', () => {
  for (const sign of ['*', '_', '`', '[', '[(', '> ', '- ', '#'])
    expect(html(sign.repeat(20_000)).length).toBeGreaterThan(0);
});

it('cites a guide by its headings', () => {
  expect(clausesOf('# Tone\ntext\n## Dates\n## Dates')).toEqual(['Tone', 'Dates']);
  expect(clausesOf(null)).toEqual([]);
});
