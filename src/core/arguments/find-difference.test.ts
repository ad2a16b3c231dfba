import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileArgumentRules, type Relaxations } from './argument-rules.ts';
import { equalJson } from '../json/equal-json.ts';
import { findDifference, type Step } from './find-difference.ts';
import { parsed } from '../fixtures/calls.ts';
import { ExactNumber, type Json, type JsonObject } from '../json/json.ts';
import { compileExpected } from './markers.ts';
import { relaxJson } from './relax-json.ts';

/** A stand-in for the linear-time engine: patterns are plain prefixes. */
const regex = (pattern: string) => (text: string) => text.startsWith(pattern);

function difference(expected: Json, actual: Json, relax: Relaxations = {}): readonly Step[] | null {
  return findDifference(compileExpected(expected, { regex }), actual, compileArgumentRules(relax));
}

function fits(expected: Json, actual: Json, relax: Relaxations = {}): boolean {
  return difference(expected, actual, relax) === null;
}

describe('the first difference', () => {
  it.each<[string, Json, Json, readonly Step[] | null]>([
    ['nothing differs', { a: [1, { b: 2 }] }, { a: [1, { b: 2 }] }, null],
    ['a value at the top', 1, 2, []],
    ['a value at depth', { a: [1, { b: 2 }] }, { a: [1, { b: 3 }] }, ['a', 1, 'b']],
    ['a key is missing', { a: { b: 1, c: 2 } }, { a: { b: 1 } }, ['a', 'c']],
    ['a key is too much', { a: { b: 1 } }, { a: { b: 1, c: 2 } }, ['a', 'c']],
    ['null is not missing', { a: null }, {}, ['a']],
    ['missing is not null', {}, { a: null }, ['a']],
    ['a list is too short', [1, 2, 3], [1, 2], [2]],
    ['a list is too long', [1], [1, 2], [1]],
    ['another type', { a: [] }, { a: {} }, ['a']],
    ['an object for a list', { a: {} }, { a: [] }, ['a']],
    ['an object for a value', { a: 'x' }, { a: { x: 1 } }, ['a']],
    ['a value for an object', { a: { x: 1 } }, { a: 'x' }, ['a']],
    [
      'digits beyond doubles',
      { a: new ExactNumber('9007199254740993') },
      { a: new ExactNumber('9007199254740992') },
      ['a'],
    ],
    ['the first expected key before others', { b: 1, a: 1 }, { a: 2, b: 2 }, ['b']],
  ])('%s', (_what, expected, actual, steps) => {
    expect(difference(expected, actual)).toEqual(steps);
  });

  it('sees own keys only', () => {
    expect(difference(parsed('{"__proto__":1}'), {})).toEqual(['__proto__']);
    expect(difference({}, parsed('{"__proto__":1}'))).toEqual(['__proto__']);
    expect(difference({ toString: 1 }, {})).toEqual(['toString']);
    expect(difference(parsed('{"__proto__":{"a":1}}'), parsed('{"__proto__":{"a":1}}'))).toBeNull();
  });
});

describe('relaxations, each alone', () => {
  it.each<[string, Relaxations, Json, Json, boolean]>([
    ['case: off', {}, { q: 'A' }, { q: 'a' }, false],
    ['case: letters', { case_insensitive: true }, { q: 'PaRIS' }, { q: 'pAris' }, true],
    ['case: ASCII only', { case_insensitive: true }, { q: '\u00c9' }, { q: '\u00e9' }, false],
    ['case: no Kelvin sign', { case_insensitive: true }, { q: '\u212a' }, { q: 'k' }, false],
    ['case: at depth', { case_insensitive: true }, { a: [{ b: 'X' }] }, { a: [{ b: 'x' }] }, true],
    ['case: not of keys', { case_insensitive: true }, { Q: 'a' }, { q: 'a' }, false],
    ['trim: off', {}, { q: 'a ' }, { q: 'a' }, false],
    ['trim: both ends', { trim: true }, { q: ' \t\na' }, { q: 'a\r ' }, true],
    ['trim: not inside', { trim: true }, { q: 'a  b' }, { q: 'a b' }, false],
    ['trim: ASCII only', { trim: true }, { q: 'a\u00a0' }, { q: 'a' }, false],
    ['numbers as text: off', {}, { n: 1 }, { n: '1' }, false],
    ['numbers as text', { numeric_strings: true }, { n: 1 }, { n: '1' }, true],
    ['numbers as text: by value', { numeric_strings: true }, { n: '1.50' }, { n: '15e-1' }, true],
    [
      'numbers as text: all digits',
      { numeric_strings: true },
      { n: '9007199254740993' },
      { n: '9007199254740992' },
      false,
    ],
    [
      'numbers as text: exact digits',
      { numeric_strings: true },
      { n: new ExactNumber('9007199254740993') },
      { n: '9007199254740993' },
      true,
    ],
    ['numbers as text: JSON numbers only', { numeric_strings: true }, { n: 1 }, { n: '01' }, false],
    ['numbers as text: no blanks', { numeric_strings: true }, { n: 1 }, { n: ' 1' }, false],
    ['numbers as text: no hex', { numeric_strings: true }, { n: 16 }, { n: '0x10' }, false],
    ['numbers as text: no booleans', { numeric_strings: true }, { n: 1 }, { n: true }, false],
    ['numbers as text: nothing is not zero', { numeric_strings: true }, { n: 0 }, { n: '' }, false],
    [
      'numbers as text: beyond doubles stays text',
      { numeric_strings: true },
      { n: '1e400' },
      { n: '1E400' },
      false,
    ],
    ['ignore: a key', { ignore: ['$.t'] }, { a: 1, t: 1 }, { a: 1, t: 2 }, true],
    ['ignore: a key that is missing', { ignore: ['$.t'] }, { a: 1, t: 1 }, { a: 1 }, true],
    ['ignore: a key that is too much', { ignore: ['$.t'] }, { a: 1 }, { a: 1, t: 2 }, true],
    ['ignore: not the others', { ignore: ['$.t'] }, { a: 1, t: 1 }, { a: 2, t: 1 }, false],
    ['ignore: at depth', { ignore: ['$.a.b'] }, { a: { b: 1, c: 1 } }, { a: { b: 2, c: 1 } }, true],
    ['ignore: not elsewhere', { ignore: ['$.a.b'] }, { b: 1 }, { b: 2 }, false],
    [
      'ignore: through a list',
      { ignore: ['$.a.t'] },
      { a: [{ t: 1 }, { t: 2 }] },
      { a: [{ t: 3 }, {}] },
      true,
    ],
    [
      'ignore: through lists of lists',
      { ignore: ['$.a.t'] },
      { a: [[{ t: 1 }]] },
      { a: [[{ t: 2 }]] },
      true,
    ],
    ['ignore: a list keeps its length', { ignore: ['$.a.t'] }, { a: [{ t: 1 }] }, { a: [] }, false],
    ['ignore: what is above stays', { ignore: ['$.a.b'] }, { a: { b: 1 } }, {}, false],
    ['ignore: shorter path wins', { ignore: ['$.a', '$.a.b'] }, { a: { c: 1 } }, {}, true],
    [
      'ignore: shorter path wins, said later',
      { ignore: ['$.a.b', '$.a'] },
      { a: { c: 1 } },
      {},
      true,
    ],
    [
      'ignore: a key of every object',
      { ignore: ['$.__proto__'] },
      parsed('{"__proto__":1}'),
      {},
      true,
    ],
    [
      'defaults: the call leaves it out',
      { defaults: { n: 10 } },
      { q: 'a', n: 10 },
      { q: 'a' },
      true,
    ],
    [
      'defaults: the expectation leaves it out',
      { defaults: { n: 10 } },
      { q: 'a' },
      { q: 'a', n: 10 },
      true,
    ],
    ['defaults: both leave it out', { defaults: { n: 10 } }, { q: 'a' }, { q: 'a' }, true],
    ['defaults: another value', { defaults: { n: 10 } }, { q: 'a' }, { q: 'a', n: 11 }, false],
    ['defaults: another expectation', { defaults: { n: 10 } }, { n: 11 }, {}, false],
    [
      'defaults: null is a value in the call',
      { defaults: { n: 10 } },
      { n: 10 },
      { n: null },
      false,
    ],
    [
      'defaults: null is a value in the expectation',
      { defaults: { n: 10 } },
      { n: null },
      {},
      false,
    ],
    ['defaults: null can be one', { defaults: { n: null } }, { n: null }, {}, true],
    ['defaults: at the top only', { defaults: { n: 10 } }, { a: { n: 10 } }, { a: {} }, false],
    [
      'defaults: by structure',
      { defaults: { o: { a: 1, b: [2] } } },
      {},
      { o: { b: [2], a: 1 } },
      true,
    ],
  ])('%s', (_what, relax, expected, actual, equal) => {
    expect(fits(expected, actual, relax)).toBe(equal);
  });
});

describe('relaxations together', () => {
  const all: Relaxations = {
    ignore: ['$.id', '$.items.at'],
    defaults: { page: 1, unit: 'KM' },
    case_insensitive: true,
    trim: true,
    numeric_strings: true,
  };

  it.each<[Json, Json, boolean]>([
    [{ q: 'Paris' }, { q: ' PARIS ', id: 7 }, true],
    [{ q: 'x' }, { q: 'x', page: ' 1 ', unit: 'km' }, true],
    [{ q: 'x', page: '1.0' }, { q: 'x' }, true],
    [{ q: 'x' }, { q: 'x', page: 2 }, false],
    [{ items: [{ at: 1, n: '5' }] }, { items: [{ at: 2, n: 5 }] }, true],
    [{ items: [{ at: 1, n: '5' }] }, { items: [{ at: 2, n: 6 }] }, false],
    [{ q: '1E400' }, { q: '1e400' }, true],
  ])('%j and %j: %s', (expected, actual, equal) => {
    expect(fits(expected, actual, all)).toBe(equal);
  });

  const text = fc.constantFrom('a', 'A', ' a', '1', '1.0', ' 1', '01', 'b');
  const leaf = fc.oneof(
    text,
    fc.constantFrom<Json>(1, 2, null, true, new ExactNumber('9007199254740993')),
  );
  const { value } = fc.letrec<{ value: Json }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 2, withCrossShrink: true },
      leaf,
      fc.array(tie('value'), { maxLength: 2 }),
      fc.dictionary(fc.constantFrom('a', 'b'), tie('value'), { maxKeys: 2 }),
    ),
  }));
  const args = fc.dictionary(fc.constantFrom('a', 'b', 'n'), value, { maxKeys: 3 });
  const relaxations = fc.record(
    {
      ignore: fc.subarray(['$.a', '$.a.b', '$.b.a', '$.n.x']),
      defaults: fc.dictionary(fc.constantFrom('a', 'n'), value, { maxKeys: 2 }),
      case_insensitive: fc.boolean(),
      trim: fc.boolean(),
      numeric_strings: fc.boolean(),
    },
    { requiredKeys: [] },
  );

  it('comparing under relaxations is the same as comparing relaxed values', () => {
    fc.assert(
      fc.property(args, args, relaxations, (item, other, relax) => {
        const rules = compileArgumentRules(relax);
        const relaxed = (each: JsonObject): JsonObject => relaxJson(each, rules);
        expect(fits(item, other, relax)).toBe(equalJson(relaxed(item), relaxed(other)));
        expect(fits(item, item, relax)).toBe(true);
        expect(fits(item, other, relax)).toBe(fits(other, item, relax));
        expect(equalJson(relaxed(relaxed(item)), relaxed(item))).toBe(true);
      }),
      { numRuns: 3000 },
    );
  });
});

it('a million blanks or digits cost no more than their length', () => {
  const blanks = ' '.repeat(1_000_000);
  expect(fits({ q: `a${blanks}b` }, { q: `a${blanks}c` }, { trim: true })).toBe(false);
  const zeros = '0'.repeat(1_000_000);
  expect(fits({ q: `1${zeros}1` }, { q: `1${zeros}1` }, { numeric_strings: true })).toBe(true);
});

describe('markers', () => {
  it.each<[string, Json, Json, boolean]>([
    ['$any_of: one of them', { q: { $any_of: ['a', 'b'] } }, { q: 'b' }, true],
    ['$any_of: none of them', { q: { $any_of: ['a', 'b'] } }, { q: 'c' }, false],
    ['$any_of: of nothing', { q: { $any_of: [] } }, { q: 'c' }, false],
    ['$any_of: structures', { q: { $any_of: [[1], { x: 1 }] } }, { q: { x: 1 } }, true],
    ['$any_of: the key must be there', { q: { $any_of: [null] } }, {}, false],
    [
      '$any_of: inside $any_of',
      { q: { $any_of: [{ $any_of: [1] }, { $type: 'string' }] } },
      { q: 'x' },
      true,
    ],
    ['$any_of: the whole arguments', { $any_of: [{ a: 1 }, { b: 2 }] }, { b: 2 }, true],
    ['$type: string', { q: { $type: 'string' } }, { q: '' }, true],
    ['$type: not a string', { q: { $type: 'string' } }, { q: 1 }, false],
    ['$type: number', { q: { $type: 'number' } }, { q: 1.5 }, true],
    [
      '$type: number with exact digits',
      { q: { $type: 'number' } },
      { q: new ExactNumber('9007199254740993') },
      true,
    ],
    ['$type: integer', { q: { $type: 'integer' } }, { q: 2 }, true],
    [
      '$type: integer with exact digits',
      { q: { $type: 'integer' } },
      { q: new ExactNumber('12345678901234567e3') },
      true,
    ],
    [
      '$type: no integer with exact digits',
      { q: { $type: 'integer' } },
      { q: new ExactNumber('12345678901234567e-3') },
      false,
    ],
    ['$type: no integer', { q: { $type: 'integer' } }, { q: 1.5 }, false],
    ['$type: boolean', { q: { $type: 'boolean' } }, { q: false }, true],
    ['$type: null', { q: { $type: 'null' } }, { q: null }, true],
    ['$type: null is not missing', { q: { $type: 'null' } }, {}, false],
    ['$type: object', { q: { $type: 'object' } }, { q: {} }, true],
    ['$type: a list is no object', { q: { $type: 'object' } }, { q: [] }, false],
    ['$type: null is no object', { q: { $type: 'object' } }, { q: null }, false],
    [
      '$type: an exact number is no object',
      { q: { $type: 'object' } },
      { q: new ExactNumber('1e400') },
      false,
    ],
    ['$type: array', { q: { $type: 'array' } }, { q: [1] }, true],
    ['$matches: by the given engine', { q: { $matches: 'ab' } }, { q: 'abc' }, true],
    ['$matches: not', { q: { $matches: 'ab' } }, { q: 'xab' }, false],
    ['$matches: text only', { q: { $matches: '1' } }, { q: 1 }, false],
    ['$optional: left out', { a: 1, q: { $optional: 5 } }, { a: 1 }, true],
    ['$optional: given', { a: 1, q: { $optional: 5 } }, { a: 1, q: 5 }, true],
    ['$optional: given otherwise', { a: 1, q: { $optional: 5 } }, { a: 1, q: 6 }, false],
    ['$optional: null is given', { q: { $optional: 5 } }, { q: null }, false],
    [
      '$optional: with a marker inside',
      { q: { $optional: { $type: 'string' } } },
      { q: 'x' },
      true,
    ],
    [
      '$optional: with a marker inside, otherwise',
      { q: { $optional: { $type: 'string' } } },
      { q: 1 },
      false,
    ],
    [
      '$literal: data with a marker for a key',
      { q: { $literal: { $type: 'string' } } },
      { q: { $type: 'string' } },
      true,
    ],
    ['$literal: is no marker', { q: { $literal: { $type: 'string' } } }, { q: 'x' }, false],
    ['$literal: a plain value', { q: { $literal: 5 } }, { q: 5 }, true],
    [
      '$literal: in a list',
      { q: [{ $literal: { $any_of: [1] } }] },
      { q: [{ $any_of: [1] }] },
      true,
    ],
    ['$literal: of itself', { q: { $literal: { $literal: 1 } } }, { q: { $literal: 1 } }, true],
    [
      'at depth, in lists and objects',
      { a: [{ b: [1, { $type: 'number' }] }] },
      { a: [{ b: [1, 2] }] },
      true,
    ],
    [
      'at depth, otherwise',
      { a: [{ b: [1, { $type: 'number' }] }] },
      { a: [{ b: [1, '2'] }] },
      false,
    ],
    [
      'two keys are no marker',
      { q: { $type: 'string', x: 1 } },
      { q: { $type: 'string', x: 1 } },
      true,
    ],
    ['an unknown name is no marker', { q: { $gt: 1 } }, { q: { $gt: 1 } }, true],
    ['magic strings are strings', { q: '$any' }, { q: 'x' }, false],
  ])('%s', (_what, expected, actual, equal) => {
    expect(fits(expected, actual)).toBe(equal);
  });

  it('a marker beside plain keys leaves those compared', () => {
    expect(difference({ a: { $type: 'string' }, b: { c: 1 } }, { a: 'x', b: { c: 2 } })).toEqual([
      'b',
      'c',
    ]);
    expect(difference({ a: { $type: 'string' } }, { a: 'x', b: 1 })).toEqual(['b']);
    expect(difference({ a: { $optional: { b: 1 } } }, { a: { b: 2 } })).toEqual(['a', 'b']);
  });

  it('relaxations hold inside $any_of and $optional', () => {
    const relax = { case_insensitive: true, ignore: ['$.o.t'] };
    expect(fits({ q: { $any_of: ['A'] } }, { q: 'a' }, relax)).toBe(true);
    expect(fits({ o: { $optional: { t: 1, x: 'A' } } }, { o: { t: 2, x: 'a' } }, relax)).toBe(true);
  });

  it('an optional argument may be left out whatever its default', () => {
    const relax = { defaults: { n: 10 } };
    expect(fits({ n: { $optional: 5 } }, {}, relax)).toBe(true);
    expect(fits({ n: { $optional: 5 } }, { n: 10 }, relax)).toBe(false);
    expect(fits({ n: { $any_of: [10, 20] } }, {}, relax)).toBe(true);
  });
});

describe('a marker that cannot be understood is refused', () => {
  it.each<[Json, string]>([
    [{ q: { $any_of: 5 } }, '$any_of takes a list of values'],
    [
      { q: { $type: 'text' } },
      '$type takes one of string, number, integer, boolean, null, object, array',
    ],
    [
      { q: { $type: null } },
      '$type takes one of string, number, integer, boolean, null, object, array',
    ],
    [{ q: { $matches: 1 } }, '$matches takes a pattern'],
  ])('%j', (expected, message) => {
    expect(() => compileExpected(expected, { regex })).toThrow(message);
  });

  it('$matches without an engine', () => {
    expect(() => compileExpected({ q: { $matches: 'a' } }, {})).toThrow(
      '$matches needs a linear-time regex engine: pass { regex } from whichtool/regex',
    );
  });

  it('a pattern that the engine refuses, in its own words', () => {
    const refusing = (): never => {
      throw new SyntaxError('back-references are not supported');
    };
    expect(() => compileExpected({ q: { $matches: '(a)\\1' } }, { regex: refusing })).toThrow(
      'back-references are not supported',
    );
  });
});
