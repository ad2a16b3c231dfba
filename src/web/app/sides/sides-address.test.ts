import { expect, it } from 'vitest';
import { ALL_TESTS, readSides, sidesAddress } from './sides-address.ts';

const ROUTE = { runs: ['1', '2'], eval: 'a b', case: 'c&d', show: 'worse', query: '' };

it('names the two runs of a comparison, and lists the others', () => {
  expect(sidesAddress('/compare', ROUTE)).toBe(
    '/compare?before=1&after=2&eval=a+b&case=c%26d&show=worse',
  );
  expect(sidesAddress('/models', ROUTE, { case: null, show: null })).toBe(
    '/models?runs=1%2C2&eval=a+b',
  );
});

it('reads what it wrote; tests are an eval without a name', () => {
  const written = sidesAddress('/models', { ...ROUTE, eval: ALL_TESTS });
  expect(readSides(new URLSearchParams(written.split('?')[1]))).toEqual({
    ...ROUTE,
    eval: ALL_TESTS,
  });
});
