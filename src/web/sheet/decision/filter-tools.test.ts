import { expect, it } from 'vitest';
import type { SheetTool } from '#reporters';
import { listTools } from './filter-tools.ts';

const TOOLS: readonly SheetTool[] = [
  { name: 'search_kb', description: 'Help about an order.', schema: null },
  { name: 'get_order_status', description: null, schema: { properties: { order_id: {} } } },
  { name: 'mail', description: null, schema: { properties: { body: {} } } },
];
const found = (search: string): string[] => listTools(TOOLS, search).tools.map(({ name }) => name);

it('finds tools by name, description and arguments, names first', () => {
  expect(found('')).toEqual(['search_kb', 'get_order_status', 'mail']);
  expect(found('Order')).toEqual(['get_order_status', 'search_kb']);
  expect(found('status order')).toEqual(['get_order_status']);
  expect(found('body')).toEqual(['mail']);
  expect(found('nothing')).toEqual([]);
});

it('lists a hundred at most, and counts the others', () => {
  const many = Array.from({ length: 130 }, (_, i) => ({ ...TOOLS[0]!, name: `tool_${i}` }));
  expect(listTools(many, '').tools).toHaveLength(100);
  expect(listTools(many, '').more).toBe(30);
  expect(listTools(many, 'tool_12').more).toBe(0);
});
