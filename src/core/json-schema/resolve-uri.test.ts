import { describe, expect, it } from 'vitest';
import { resolveUri } from './resolve-uri.ts';

describe('a reference', () => {
  it.each([
    ['g', 'http://a/b/c/g'],
    ['./g', 'http://a/b/c/g'],
    ['g/', 'http://a/b/c/g/'],
    ['/g', 'http://a/g'],
    ['//g', 'http://g'],
    ['?y', 'http://a/b/c/d?y'],
    ['g?y', 'http://a/b/c/g?y'],
    ['', 'http://a/b/c/d?q'],
    ['.', 'http://a/b/c/'],
    ['..', 'http://a/b/'],
    ['../g', 'http://a/b/g'],
    ['../..', 'http://a/'],
    ['../../g', 'http://a/g'],
    ['../../../g', 'http://a/g'],
    ['/./g', 'http://a/g'],
    ['/../g', 'http://a/g'],
    ['g.', 'http://a/b/c/g.'],
    ['..g', 'http://a/b/c/..g'],
    ['./g/.', 'http://a/b/c/g/'],
    ['g/../h', 'http://a/b/c/h'],
    ['g:h', 'g:h'],
    ['urn:x:y', 'urn:x:y'],
  ])('%s from http://a/b/c/d?q is %s', (reference, expected) => {
    expect(resolveUri('http://a/b/c/d?q', reference)).toBe(expected);
  });

  it.each([
    ['', 'b', 'b'],
    ['', './b', 'b'],
    ['a', 'b', 'b'],
    ['a/b', 'c', 'a/c'],
    ['/a/b', '../c', '/c'],
    ['http://a', 'b', 'http://a/b'],
    ['file:///a/b', 'c', 'file:///a/c'],
    ['urn:x:y', '', 'urn:x:y'],
  ])('from %j, %j is %j', (base, reference, expected) => {
    expect(resolveUri(base, reference)).toBe(expected);
  });
});
