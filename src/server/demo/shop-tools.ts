import type { Json, JsonObject } from '#core';

const TEXT: JsonObject = { type: 'string' };

/** The tools of the example: an assistant of a furniture shop. Costs are relative: the history is a long answer. */
export const SHOP_TOOLS: readonly JsonObject[] = [
  tool('get_order_status', 'The state of one open order, by its number.', { order_id: TEXT }, 1),
  tool(
    'get_order_history',
    'All orders of a customer, with their items.',
    { customer_id: TEXT },
    3,
  ),
  tool('get_shipping_eta', 'The expected day of delivery of one order.', { order_id: TEXT }, 1),
  tool('search_products', 'Find products by words.', { query: TEXT }, 1),
  tool(
    'start_return',
    'Begin the return of an item of an order.',
    { order_id: TEXT, item: TEXT },
    2,
  ),
  tool('update_address', 'Change where an order is sent.', { order_id: TEXT, city: TEXT }, 2),
  tool('create_ticket', 'Hand over to a person.', { subject: TEXT }, 4),
];

function tool(name: string, description: string, properties: JsonObject, cost: number): JsonObject {
  const required: readonly Json[] = Object.keys(properties);
  return {
    name,
    description,
    input_schema: { type: 'object', properties, required: [...required] },
    cost,
  };
}

/** What a tool returns in the example. */
export const SHOP_RESULTS: ReadonlyMap<string, string> = new Map([
  ['get_order_status', '{"state":"packed","carrier":"northpost"}'],
  [
    'get_order_history',
    '{"orders":[{"id":"1042","total":129},{"id":"1187","total":48},{"id":"1203","total":310}]}',
  ],
  ['get_shipping_eta', '{"day":"2026-04-02"}'],
  ['search_products', '{"items":["oak desk","pine desk","standing desk"]}'],
  ['start_return', '{"return":"R-88","label":"sent by mail"}'],
  ['update_address', '{"ok":true}'],
  ['create_ticket', '{"ticket":"T-511"}'],
]);

/** What the assistant says after a tool; without a tool it says it right away. */
export const SHOP_ANSWERS: ReadonlyMap<string, string> = new Map([
  ['get_order_status', 'Your order is packed and leaves the warehouse today.'],
  ['get_order_history', 'You have three orders with us; the last one is 1203.'],
  ['get_shipping_eta', 'It arrives on 2 April.'],
  ['search_products', 'We have an oak desk, a pine desk and a standing desk.'],
  ['start_return', 'The return is open; the label comes by mail.'],
  ['update_address', 'Done, it goes to the new address.'],
  ['create_ticket', 'A colleague takes over and writes to you today.'],
  ['none', 'Happy to help. Is there anything else?'],
]);
