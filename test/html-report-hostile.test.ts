import { describe, expect, test } from 'vitest';
import { makeVisible } from '../src/reporters/escape/visible.ts';
import { hostileReport, sampleReport } from '../src/reporters/fixtures/reports.ts';
import { isFull } from './support/full.ts';
import { openPages } from './support/report-page.ts';

const { openReport } = openPages();

/** Visits every page, tab and entry of a report, in the page itself, and returns all text that came from outside. */
const READ_ALL = `(async () => {
  const texts = [];
  const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const collect = () => {
    for (const box of document.querySelectorAll('details')) box.open = true;
    for (const element of document.querySelectorAll('bdi')) texts.push(element.textContent);
  };
  const visit = async (hash) => {
    location.hash = hash;
    await frame();
    collect();
    for (const tab of document.querySelectorAll('.figures-panel .segments button')) {
      tab.click();
      await frame();
      collect();
    }
    for (const entry of [...document.querySelectorAll('.case')]) {
      entry.click();
      await frame();
      collect();
    }
  };
  for (const hash of ['', '#view=compared', '#view=warnings', '#view=about']) await visit(hash);
  for (let row = 1; row <= 5; row += 1) await visit('#row=' + row + '&show=all');
  dispatchEvent(new Event('beforeprint'));
  await frame();
  collect();
  dispatchEvent(new Event('afterprint'));
  return texts;
})()`;

const STRANGE =
  'img, iframe, object, embed, form, base, math, [onerror], [onload], [onfocus], [onmouseover], a:not([href^="#"])';

const FLAG = 'window.harmed=1';
/** Texts that are dangerous wherever they stand, so that some of them may share a report. */
const MARKUP: readonly (readonly [what: string, text: string])[] = [
  ['the end of a script', `</script><script>${FLAG}</script>`],
  ['an odd end of a script', `</SCRIPT ><script>${FLAG}</script>`],
  ['the start of a comment', `<!--<script>`],
  ['the end of a comment', `--><img src=x onerror=${FLAG}>`],
  ['an image with a handler', `<img src=x onerror="${FLAG}">`],
  ['the end of an attribute', `"><svg onload=${FLAG}>`],
  ['more attributes', `' onmouseover='${FLAG}' autofocus onfocus='${FLAG}`],
  ['a style', `</style><style>*{display:none}</style>`],
  ['a base and a frame', `<base href="http://127.0.0.1:9/"><iframe src="javascript:${FLAG}">`],
  ['line separators', `\u2028${FLAG}\u2029`],
  ['formulas', `$$\\href{javascript:${FLAG}}{x}$$ \\(\\unicode[x" onload="${FLAG}]{1}\\)`],
  ['a diagram', '```mermaid\nclick A "javascript:void 0"\n```'],
];
/** Texts that must be a whole value. */
const VALUES: readonly (readonly [what: string, text: string])[] = [
  ['a script address', `javascript:${FLAG}`],
  ['Markdown', '[x](javascript:void 0) ![x](http://127.0.0.1:9/x) http://127.0.0.1:9/y'],
  ['control characters', '\u0000\u001b[31m\u001b]8;;http://127.0.0.1:9\u0007\u009b\u007f\r\n\t'],
  ['characters that hide', '\u202eevil\u2066\u200b\ufeff\u{e0041}\ud800'],
  ['entities and templates', '&lt;img&gt; &amp;#x3c; %3Cscript%3E {{constructor}} ${1} ]]>'],
  ['JSON in a text', '{"a":["<img src=x onerror=1>",{"__proto__":1}]}'],
  ['torn JSON', '{"a":["<img src=x'],
  ['the name of a prototype', '__proto__'],
  ['the name of a method', 'constructor'],
  ['an address of the page', '#view=about&test=x&case=y'],
  ['a workflow command', '\n::error::x'],
  ['a very long word', 'W'.repeat(isFull ? 20_000 : 2_000)],
  ['nothing', ''],
];
/** How many texts share a report; at the full level each has its own. */
const SHARED = isFull ? 1 : 4;
const GROUPS = Array.from({ length: Math.ceil(MARKUP.length / SHARED) }, (_, i) => {
  const group = MARKUP.slice(i * SHARED, (i + 1) * SHARED);
  return [group.map(([what]) => what).join(', '), group.map(([, text]) => text).join(' ')] as const;
});

describe('hostile text', () => {
  test.each([...GROUPS, ...VALUES])(
    '%s: shown as text in every field, and nothing runs',
    async (_, payload) => {
      const { page, mischief } = await openReport(hostileReport(payload));
      const texts: readonly string[] = await page.evaluate(READ_ALL);
      const visible = makeVisible(payload);
      expect(texts.filter((text) => text === visible).length).toBeGreaterThan(200);
      // Whatever else it is a part of, no character is left that hides or reorders text.
      for (const text of new Set(texts))
        expect(text.split('\n').map(makeVisible).join('\n')).toBe(text);
      await expect.poll(() => page.locator(STRANGE).count()).toBe(0);
      expect(await page.evaluate(() => 'harmed' in globalThis)).toBe(false);
      expect(mischief).toEqual([]);
      await page.context().close();
    },
  );

  test('markup in an address stays an address', async () => {
    const hash = `#test=${encodeURIComponent(`<img src=x onerror=${FLAG}>`)}&case=%3Cb%3E&q=%3Cimg%3E&expected=%3Cb%3E&called=x`;
    const { page, mischief } = await openReport(sampleReport(), hash);
    await page.getByRole('status').getByText('0 of 6').waitFor();
    await expect.poll(() => page.locator(STRANGE).count()).toBe(0);
    expect(mischief).toEqual([]);
    await page.context().close();
  });
});
