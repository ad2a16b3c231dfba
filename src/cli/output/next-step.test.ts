import { expect, it } from 'vitest';
import { commandLine } from './next-step.ts';

it('quotes words that a shell would read otherwise', () => {
  expect(commandLine('label', 'status', 'samples/orders')).toBe(
    'npx whichtool label status samples/orders',
  );
  expect(commandLine('label', 'status', "it's mine; rm -r $HOME")).toBe(
    `npx whichtool label status 'it'\\''s mine; rm -r $HOME'`,
  );
  expect(commandLine('sample', '')).toBe("npx whichtool sample ''");
});
