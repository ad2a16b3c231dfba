import { expect, it } from 'vitest';
import { describeClientError } from './client-error.ts';

it('tells faults of an answer in a line', () => {
  const faults = [
    { path: ['tools', 0, 'name'], message: 'Invalid input: expected string, received number' },
    { path: ['tools', 1], message: 'Too big' },
  ];
  const error = new Error(`Invalid result for tools/list: ${JSON.stringify(faults, null, 2)}`);
  expect(describeClientError(error)).toBe(
    'Invalid result for tools/list: tools.0.name: expected string, received number; tools.1: Too big',
  );
});

it('adds what caused it, and leaves alone what only looks like a list of faults', () => {
  const cause = new Error('connect ECONNREFUSED');
  expect(describeClientError(new Error('fetch failed', { cause }))).toBe(
    'fetch failed: connect ECONNREFUSED',
  );
  expect(describeClientError(new Error('odd: [torn'))).toBe('odd: [torn');
  expect(describeClientError(new Error('odd: [1, {"a": 2}]'))).toBe('odd: 1; {"a":2}');
  expect(describeClientError('text')).toBe('text');
});
