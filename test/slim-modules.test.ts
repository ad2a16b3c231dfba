import { createRequire } from 'node:module';
import { gzipSync } from 'node:zlib';
import { readdirSync, readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { RE2JS } from 're2js';
import { beforeAll, describe, expect, it } from 'vitest';

type Engine = Pick<typeof RE2JS, 'compile'>;
let slim: Engine;

const script = new URL('../scripts/slim-modules.mjs', import.meta.url).href;
const { slimCodes, slimRegexEngine, slimSchemas } = (await import(
  /* @vite-ignore */ script
)) as Record<'slimCodes' | 'slimRegexEngine' | 'slimSchemas', (source: string) => string>;

beforeAll(async () => {
  const path = createRequire(import.meta.url)
    .resolve('re2js')
    .replace(/index\.cjs$/, 'index.js');
  const source = slimRegexEngine(readFileSync(path, 'utf8'));
  const address = `data:text/javascript;base64,${Buffer.from(source).toString('base64')}`;
  ({ RE2JS: slim } = (await import(/* @vite-ignore */ address)) as { RE2JS: Engine });
});

/** Whether a pattern is found in a text, or why it cannot be used. */
function outcomeOf(engine: Engine, pattern: string, text: string): boolean | string {
  try {
    return engine.compile(pattern).test(text);
  } catch (error) {
    return (error as Error).message;
  }
}

describe('the engine for patterns that the editor loads', () => {
  it.each([
    ['^b+$', 'abbc'],
    ['(?i)straße|ΣΟΦΟΣ', 'Σοφός ſ STRASSE'],
    ['(?i)k', '\u212A'],
    ['(a+)+$', `${'a'.repeat(2000)}!`],
    ['a{2,5}?b|[^\\W\\d_]{3}', 'x_1aab'],
    ['\\bword\\b', 'a word.'],
    ['(?s).*end', 'first\nend'],
    ['(?m)^second$', 'first\nsecond\nthird'],
    ['[[:alpha:]]+\\d', 'ab1'],
    ['(?P<n>x)(?:y|z)', 'xz'],
    ['\\x{1F600}', 'a😀'],
    ['(', ''],
    ['a**', ''],
    ['[z-a]', ''],
    ['\\p{Nothing}', ''],
    ['a{1001}', ''],
    ['(?<=a)b', 'ab'],
  ])('says of %s what the whole engine says', (pattern, text) => {
    expect(outcomeOf(slim, pattern, text)).toBe(outcomeOf(RE2JS, pattern, text));
  });

  it.each(['L', 'Lu', 'Nd', 'P', 'Script=', 'Greek', 'Latin', 'Cyrillic', 'White_Space'])(
    'has the characters of \\p{%s}, with and without letter case',
    (name) => {
      const signs = 'aAzZ09 _-.,é\u00DFΩωДд中ー😀\u200B\u2028\u0301ǅ';
      for (const flags of ['', '(?i)'])
        for (const sign of signs)
          for (const form of ['p', 'P']) {
            const pattern = `${flags}\\${form}{${name}}`;
            expect([sign, outcomeOf(slim, pattern, sign)]).toEqual([
              sign,
              outcomeOf(RE2JS, pattern, sign),
            ]);
          }
    },
  );

  it('agrees on any pattern of letters, classes, groups and repetitions', () => {
    const pattern = fc.stringMatching(
      /^(?:[abAé.^$|()?*+\d-]|\[\^?[a-c]+\]|\\[bBdDwWsS]|\(\?i\)){0,12}$/,
    );
    const text = fc.stringMatching(/^[abcABé 1\n]{0,20}$/);
    fc.assert(
      fc.property(pattern, text, (form, content) => {
        expect(outcomeOf(slim, form, content)).toBe(outcomeOf(RE2JS, form, content));
      }),
      { numRuns: 2000 },
    );
  });
});

it('keeps the codes and drops their meanings', () => {
  const table = "A: ['unusable', 'it isn\\'t'],\nB: [\n 'not measured',\n 'two, words',\n ],";
  expect(slimCodes(table)).toBe("A: ['unusable', ''],\nB: [\n 'not measured',\n '',\n ],");
});

it('keeps the keys of schemas and drops their meanings', () => {
  const keys = "a: about('it isn\\'t', anyText),\nb: about(\n  `two\nlines`,\n  flag,\n),";
  expect(slimSchemas(keys)).toBe("a: about('', anyText),\nb: about('',\n  flag,\n),");
});

describe('scripts of the web app, gzipped', () => {
  const folder = new URL('../dist/web/', import.meta.url);
  const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'));
  const sizeWithout = (left: string): number =>
    scripts
      .filter((name) => name !== left)
      .map((name) => gzipSync(readFileSync(new URL(name, folder)), { level: 9 }).length)
      .reduce((a, b) => a + b, 0);

  it('are 250 kB at most in the editor, whatever a suite has in it', () => {
    expect(scripts).toContain('open-desk-page.js');
    expect(sizeWithout('open-desk-page.js')).toBeLessThan(250_000);
  });

  it('are 250 kB at most in all views together, but for patterns in the editor', () => {
    expect(scripts).toContain('linear-regex.js');
    expect(sizeWithout('linear-regex.js')).toBeLessThan(250_000);
  });

  it('are 85 kB at most in views that neither edit nor label', () => {
    expect(gzipSync(readFileSync(new URL('main.js', folder)), { level: 9 }).length).toBeLessThan(
      85_000,
    );
  });
});
