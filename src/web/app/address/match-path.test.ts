import { expect, it } from 'vitest';
import { matchPath } from './match-path.ts';

it.each([
  ['/', '/', {}],
  ['/runs', '/runs/', {}],
  ['/runs/:run', '/runs/12', { run: '12' }],
  ['/labels/:sample/:case', '/labels/a%20b/c%2Fd', { sample: 'a b', case: 'c/d' }],
])('%s fits %s', (pattern, path, parameters) => {
  expect(matchPath(pattern, path)).toEqual(parameters);
});

it.each([
  ['/runs', '/'],
  ['/runs/:run', '/runs'],
  ['/runs/:run', '/runs//'],
  ['/runs/:run', '/runs/%E0%A4%A'],
  ['/runs/:run', '/runs/1/cases'],
])('%s does not fit %s', (pattern, path) => {
  expect(matchPath(pattern, path)).toBeNull();
});
