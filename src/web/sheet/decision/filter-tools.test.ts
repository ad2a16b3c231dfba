import { expect, it } from 'vitest';
import type { SheetTool } from '#reporters';
import { filterTools } from './filter-tools.ts';

const TOOLS: readonly SheetTool[] = [
  { name: 'search_kb', description: 'Help about an order.', schema: null },
  { name: 'get_order_status', description: null, schema: { properties: { order_id: {} } } },
  { name: 'mail', description: null, schema: { properties: { body: {} } } },
];
const found = (search: string): string[] => filterTools(TOOLS, search).map(({ name }) => name);

it('finds tools by name, description and arguments, names first', () => {
  expect(found('')).toEqual(['search_kb', 'get_order_status', 'mail']);
  expect(found('Order')).toEqual(['get_order_status', 'search_kb']);
  expect(found('status order')).toEqual(['get_order_status']);
  expect(found('body')).toEqual(['mail']);
  expect(found('nothing')).toEqual([]);
});
