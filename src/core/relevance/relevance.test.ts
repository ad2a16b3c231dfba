import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { actionOf, isAction } from './action.ts';
import { splitName, splitWords } from './split-words.ts';
import { termOf } from './term.ts';
import { ToolRelevance } from './tool-relevance.ts';
import { parametersOf } from './tool-terms.ts';
import { weightOfRarity } from './weight-of-rarity.ts';

describe('words', () => {
  test.each([
    ['get_user-name', ['get', 'user', 'name']],
    ['getUserByID', ['get', 'user', 'by', 'id']],
    ['HTTPServer', ['http', 'server']],
    ['base64Encode', ['base64', 'encode']],
    ['', []],
    ['___', []],
  ])('the name %s is %j', (name, words) => {
    expect(splitName(name)).toEqual(words);
  });

  it('keeps brands in prose together and splits what is written like code', () => {
    expect(splitWords('Search GitHub by userName!')).toEqual([
      'search',
      'github',
      'by',
      'user',
      'name',
    ]);
  });

  it('takes every character of a script without blanks as a word', () => {
    expect(splitWords('查询 weather')).toEqual(['查', '询', 'weather']);
  });

  it('reads the beginning of a very long text only', () => {
    expect(splitWords('word '.repeat(1_000_000)).length).toBe(4000);
  });
});

describe('terms', () => {
  test.each([
    ['calculate', 'calculation'],
    ['calculate', 'computing'],
    ['create', 'creating'],
    ['entities', 'entity'],
    ['search', 'find'],
    ['run', 'running'],
    ['boxes', 'box'],
  ])('%s and %s are one', (a, b) => {
    expect(termOf(a)).toBe(termOf(b));
  });

  test.each([
    ['string', 'strange'],
    ['note', 'notice'],
    ['status', 'state'],
    ['class', 'clause'],
    ['create', 'delete'],
  ])('%s and %s are two', (a, b) => {
    expect(termOf(a)).not.toBe(termOf(b));
  });

  test.each(['the', 'please', 'tool', '42', 'x'])('%s tells nothing', (word) => {
    expect(termOf(word)).toBeNull();
  });

  it('knows what can be done', () => {
    expect(actionOf(['order', 'delet'])).toBe('delet');
    expect(actionOf(['order', 'history'])).toBeNull();
    expect(isAction('fetching')).toBe(true);
    expect(isAction('Paris')).toBe(false);
  });
});

describe('rarity', () => {
  it('weighs a term less the more have it, and never below nothing', () => {
    expect(weightOfRarity(1, 3)).toBe(1.3333333333333335);
    expect(weightOfRarity(1, 1000)).toBeGreaterThan(weightOfRarity(2, 1000));
    expect(weightOfRarity(1000, 1000)).toBeGreaterThan(0);
  });
});

describe('parameters', () => {
  it('are read from schemas of any shape', () => {
    const inputSchema = { properties: { a: { description: 'A.' }, b: true }, required: ['a', 7] };
    expect(parametersOf({ inputSchema }).map(({ name, isRequired }) => [name, isRequired])).toEqual(
      [
        ['a', true],
        ['b', false],
      ],
    );
    for (const odd of [null, true, {}, { properties: [] }, { properties: {}, required: 'a' }])
      expect(parametersOf({ inputSchema: odd })).toEqual([]);
  });
});

describe('ranking', () => {
  const tool = (name: string, description: string | null = null) => {
    return { name, description, inputSchema: null };
  };
  const tools = [
    tool('read_file', 'Read the complete contents of a file.'),
    tool('write_file', 'Create a new file or overwrite one with new content.'),
    tool('list_directory', 'List all files and directories in a path.'),
    tool('get_weather', 'Current weather of a city.'),
    tool('search_flights', 'Find flights between two airports.'),
  ];
  const rank = (text: string): string[] =>
    new ToolRelevance(tools)
      .rank([{ text, weight: 1 }])
      .map(({ index }) => tools[index]?.name ?? '');

  // The ranks are what the lexical agent picks by: a change needs a new version of it.
  test.each([
    ['what is the weather in Paris', ['get_weather']],
    ['show me the contents of the file a.txt', ['read_file', 'write_file', 'list_directory']],
    ['which files are in this folder', ['list_directory', 'read_file', 'write_file']],
    ['fly me to the moon', []],
    ['find a flight from Oslo', ['search_flights']],
  ])('%s: %j', (text, expected) => {
    expect(rank(text)).toEqual(expected);
  });

  it('counts what was said before for less', () => {
    const [first] = new ToolRelevance(tools).rank([
      { text: 'weather please', weight: 0.2 },
      { text: 'and the flights', weight: 1 },
    ]);
    expect(first?.index).toBe(4);
  });

  it('gives coverage between 0 and 1 and never ranks a tool twice, whatever it is given', () => {
    const anyTool = fc.record({
      name: fc.string(),
      description: fc.option(fc.string()),
      inputSchema: fc.constant(null),
    });
    fc.assert(
      fc.property(fc.array(anyTool), fc.string(), (all, text) => {
        const ranked = new ToolRelevance(all).rank([{ text, weight: 1 }]);
        expect(new Set(ranked.map(({ index }) => index)).size).toBe(ranked.length);
        for (const { coverage, score } of ranked) {
          expect(coverage).toBeGreaterThan(0);
          expect(coverage).toBeLessThanOrEqual(1 + 1e-9);
          expect(score).toBeGreaterThan(0);
        }
      }),
    );
  });

  it('is not misled by names of object members', () => {
    const odd = [tool('__proto__'), tool('constructor'), tool('toString')];
    expect(
      new ToolRelevance(odd).rank([{ text: 'constructor', weight: 1 }]).map(({ index }) => index),
    ).toEqual([1]);
  });
});
