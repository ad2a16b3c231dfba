import { expect, it } from 'vitest';
import { emptyTrace } from '#core';
import { rowKey, traceKey } from './join-field.ts';

it('a row is joined by a column or by what is below one', () => {
  expect(rowKey({ ticket: 'T-1' }, 'ticket')).toBe('T-1');
  expect(rowKey({ meta: { ticket: 17 } }, 'meta.ticket')).toBe('17');
  expect(rowKey({ 'meta.ticket': 'T-2' }, 'meta.ticket')).toBe('T-2');
  expect(rowKey({ ticket: null }, 'ticket')).toBeNull();
  expect(rowKey({ ticket: ['T-1'] }, 'ticket')).toBeNull();
  expect(rowKey({}, 'toString')).toBeNull();
});

it('a trace is joined by its id, its agent, its input or its metadata', () => {
  const trace = { ...emptyTrace(), id: 'r1', metadata: { 'ticket.id': 'T-1', a: { b: 2 } } };
  expect(traceKey(trace, 'id')).toBe('r1');
  expect(traceKey(trace, 'metadata.ticket.id')).toBe('T-1');
  expect(traceKey(trace, 'metadata.a.b')).toBe('2');
  expect(traceKey(trace, 'metadata.c')).toBeNull();
  expect(traceKey({ ...trace, input: { context: { q: 'x' } } }, 'input.context.q')).toBe('x');
});
