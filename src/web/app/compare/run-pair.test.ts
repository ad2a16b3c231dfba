import { describe, expect, it } from 'vitest';
import { pairOf } from './run-pair.ts';

const RUNS = [
  { id: 4, suites: ['a.yaml'] },
  { id: 3, suites: ['b.yaml'] },
  { id: 2, suites: ['a.yaml'] },
];
const pair = (query: string): unknown => pairOf(RUNS, new URLSearchParams(query));

describe('the runs that are compared', () => {
  it('are the newest and the one before it of the same suites', () => {
    expect(pair('')).toEqual({ before: '2', after: '4' });
    expect(pairOf([], new URLSearchParams())).toEqual({ before: null, after: null });
  });

  it('are those of the address', () => {
    expect(pair('before=3&after=4')).toEqual({ before: '3', after: '4' });
    expect(pair('after=4')).toEqual({ before: '2', after: '4' });
    expect(pair('after=3')).toEqual({ before: null, after: '3' });
    expect(pair('before=3')).toEqual({ before: '3', after: null });
  });
});
