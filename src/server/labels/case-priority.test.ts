import { expect, it } from 'vitest';
import { makePriority } from './case-priority.ts';

const tool = (name: string, description: string) => ({ name, description, schema: null });
const TOOLS = [
  tool('get_order_status', 'Returns the shipping status of an order.'),
  tool('get_order_state', 'Returns the current shipping status of an order.'),
  tool('send_mail', 'Sends a message to an address.'),
];
const called = (name: string | null, represents = 1) => ({
  trace: { tool_calls: name === null ? [] : [{ name }] },
  represents,
});

it('puts tools that are taken for each other first, then answers, then what is clear', () => {
  const priority = makePriority();
  const confusable = priority(called('get_order_status'), TOOLS);
  const answer = priority(called(null), TOOLS);
  const clear = priority(called('send_mail'), TOOLS);
  expect(confusable).toBeGreaterThan(answer);
  expect(answer).toBeGreaterThan(clear);
  expect(clear).toBe(1);
});

it('puts what represents more cases first', () => {
  const priority = makePriority();
  expect(priority(called('send_mail', 7), TOOLS)).toBe(7);
  expect(priority(called('unknown', 2), [])).toBe(2);
});
