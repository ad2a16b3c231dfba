import type { JsonObject } from '#core';

/** A question to the example assistant, and the call that answers it. */
export interface ShopQuestion {
  readonly id: string;
  readonly text: string;
  /** `none` where no tool is needed. */
  readonly tool: string;
  readonly arguments: JsonObject;
}

/** Ways to ask for a tool; `{order}`, `{item}` and `{city}` are filled in. */
const WORDINGS: Readonly<Record<string, readonly string[]>> = {
  get_order_status: [
    'Where is order {order}?',
    'Has order {order} left the warehouse yet?',
    'is {order} still open?',
    'What is going on with my order {order}?',
    'Any news about the {item}, order {order}?',
  ],
  get_order_history: [
    'What did I buy from you last year?',
    'List all my orders please, I am looking for the {item}',
    'How often did I order a {item}?',
  ],
  get_shipping_eta: [
    'When will order {order} be here?',
    'Which day does the {item} arrive, order {order}?',
    'Will {order} come before Friday?',
    'I am away next week: when is {order} delivered?',
  ],
  search_products: [
    'Do you have a {item} in white?',
    'I am looking for a {item} that fits a small room',
    'Show me what you have like the {item}',
    'Cheapest {item}?',
  ],
  start_return: [
    'The {item} of order {order} is scratched, I want to send it back',
    'How do I return the {item} from {order}? Please start it',
    'Order {order}: wrong {item}, take it back please',
  ],
  update_address: [
    'Please send order {order} to {city} instead',
    'I moved to {city}, change the address of {order}',
    'Order {order} must go to my office in {city}',
  ],
  create_ticket: [
    'I want to talk to a person about the {item}',
    'This is the third broken {item}. Get me your manager',
    'Please call me back about the {item}',
  ],
  none: ['Thanks, that was all!', 'What can you do for me?', 'Good morning', 'ok, great'],
};

/** How many questions of the dataset ask for each tool. */
const COUNTS: Readonly<Record<string, number>> = {
  get_order_status: 20,
  get_order_history: 12,
  get_shipping_eta: 16,
  search_products: 16,
  start_return: 12,
  update_address: 12,
  create_ticket: 12,
  none: 12,
};

const ITEMS = ['oak desk', 'blue lamp', 'bookshelf', 'armchair', 'rug', 'coat rack', 'mirror'];
const CITIES = ['Bergen', 'Graz', 'Porto', 'Leeds', 'Gdansk'];

/** The questions of a dataset; those of another `series` name other orders and items. */
export function shopQuestions(series: number): readonly ShopQuestion[] {
  return Object.entries(WORDINGS).flatMap(([tool, wordings]) =>
    Array.from({ length: COUNTS[tool] ?? 0 }, (_, i) => questionOf(tool, wordings, i, series)),
  );
}

function questionOf(
  tool: string,
  wordings: readonly string[],
  i: number,
  series: number,
): ShopQuestion {
  const at = i + series;
  const order = String(1001 + ((at * 37 + tool.length * 101) % 899));
  const item = ITEMS[(at * 3 + tool.length) % ITEMS.length] ?? '';
  const city = CITIES[at % CITIES.length] ?? '';
  const fill = (text: string): string =>
    text.replace('{order}', order).replace('{item}', item).replace('{city}', city);
  return {
    id: `${tool.replaceAll('_', '-')}-${String(i + 1).padStart(2, '0')}`,
    text: fill(wordings[i % wordings.length] ?? ''),
    tool,
    arguments: argumentsOf(tool, { order, item, city }),
  };
}

/** What a call of a tool has for arguments in the example. */
export function argumentsOf(
  tool: string,
  { order, item, city }: { readonly order: string; readonly item: string; readonly city: string },
): JsonObject {
  if (tool === 'get_order_history') return { customer_id: 'C-204' };
  if (tool === 'search_products') return { query: item };
  if (tool === 'create_ticket') return { subject: item };
  if (tool === 'start_return') return { order_id: order, item };
  if (tool === 'update_address') return { order_id: order, city };
  return tool === 'none' ? {} : { order_id: order };
}
