import { expect, it } from 'vitest';
import { changeQuery, orderIn, queuePath } from './queue-query.ts';

const parts = (address: string) => ({
  sample: 'a b',
  task: 'label' as const,
  reviewer: null,
  own: null,
  isDecision: false,
  query: new URLSearchParams(address),
});

it('lists what is not done, as it was dealt', () => {
  expect(queuePath(parts(''))).toBe(
    'samples/a%20b/queue?task=label&part=review&state=returned%2Copen%2Cdraft%2Cchanged%2Cskipped%2Cunsure&order=assigned',
  );
});

it('takes order and state from the address, and only known ones', () => {
  expect(queuePath(parts('order=priority&state=skipped'))).toContain(
    'state=skipped&order=priority',
  );
  expect(orderIn(new URLSearchParams('order=other'))).toBe('assigned');
  expect(queuePath(parts('done=1'))).toContain('&state=&order=assigned');
});

it('changes parts of the address and keeps the others', () => {
  expect(changeQuery(parts('order=priority&done=1'), { done: null, state: 'open' })).toBe(
    '/labels/a%20b?order=priority&state=open',
  );
  expect(changeQuery(parts('done=1'), { done: null })).toBe('/labels/a%20b');
});
