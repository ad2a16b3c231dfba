import type { Json } from '#core';
import { describe, expect, it } from 'vitest';
import { expand } from './expand.ts';

function expanded(attributes: Record<string, Json>, prefix: string): Json | undefined {
  return expand(new Map(Object.entries(attributes)), prefix);
}

describe('dotted keys', () => {
  it('make lists in the order of their numbers, gaps closed', () => {
    expect(expanded({ 'a.10.x': 3, 'a.2.x': 2, 'a.999999999.x': 4, 'a.0.x': 1 }, 'a')).toEqual([
      { x: 1 },
      { x: 2 },
      { x: 3 },
      { x: 4 },
    ]);
  });

  it('mix with nested values at any level', () => {
    const list = [{ x: 1, y: 2 }];
    expect(expanded({ 'a.b.0.x': 1, 'a.b.0.y': 2 }, 'a.b')).toEqual(list);
    expect(expanded({ a: { b: [{ x: 1, y: 2 }] } }, 'a.b')).toEqual(list);
    expect(expanded({ 'a.b': [{ x: 1 }], 'a.b.0.y': 2 }, 'a.b')).toEqual(list);
    expect(expanded({ 'a.b': [{ 'c.d': 1 }] }, 'a.b')).toEqual([{ c: { d: 1 } }]);
  });

  it('inside arguments and other values of users stay as they are', () => {
    expect(expanded({ 'a.arguments': { 'x.y': 1, '0': 2 } }, 'a')).toEqual({
      arguments: { 'x.y': 1, '0': 2 },
    });
  });

  it('of another prefix, however alike, are none of its own', () => {
    expect(expanded({ 'ab.c': 1, b: 2 }, 'a')).toBeUndefined();
  });

  it('that nest too deep or name members of all objects do no harm', () => {
    expect(expanded({ [`a.${'x.'.repeat(10_000)}y`]: 1 }, 'a')).toBeUndefined();
    const value = expanded({ 'a.__proto__.x': 1, 'a.constructor': 2 }, 'a');
    expect(Object.keys(value as object)).toEqual(['__proto__', 'constructor']);
    expect(({} as { x?: unknown }).x).toBeUndefined();
  });
});
