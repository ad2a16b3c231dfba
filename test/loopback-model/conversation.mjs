// What every vendor demands of a conversation, whatever its format.

/** A request that a vendor would refuse, with the rest of its error where it says more than a message. */
export class BadRequest extends Error {
  /** @param {string} message @param {{ code?: string | null, param?: string }} [more] */
  constructor(message, more = {}) {
    super(message);
    this.more = more;
  }
}

/** @param {unknown} condition @param {string} message @returns {asserts condition} */
export function demand(condition, message) {
  if (!condition) throw new BadRequest(message);
}

/** @param {unknown} value @returns {value is Record<string, any>} */
export function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Refuses members that the vendor does not know. @param {object} value @param {string[]} known */
export function demandKnown(value, known) {
  for (const key of Object.keys(value)) demand(known.includes(key), `Unknown parameter: '${key}'.`);
}

/**
 * Every call has one result, right after the answer that asked for it, and no result is without a call.
 * @param {import('./server.mjs').Turn[]} turns
 */
function checkTurns(turns) {
  demand(turns.length > 0, 'messages: at least one message is required');
  demand(
    turns.at(-1).role !== 'assistant',
    'the conversation must end with a user or tool message',
  );
  /** @type {(string | null)[]} */
  let open = [];
  for (const turn of turns) {
    if (turn.role === 'tool') {
      const index = open.indexOf(turn.id);
      demand(index >= 0, `the result for '${turn.id}' does not follow a call with that id`);
      open.splice(index, 1);
      continue;
    }
    demand(open.length === 0, `calls without results: ${open.join(', ')}`);
    if (turn.role === 'assistant') open = turn.calls.map(({ id }) => id);
  }
  demand(open.length === 0, `calls without results: ${open.join(', ')}`);
}

/** @param {string} choice @param {string[]} tools @param {boolean} isGiven */
export function checkToolChoice(choice, tools, isGiven) {
  demand(!isGiven || tools.length > 0, 'tool_choice is only allowed when tools are specified');
  const isNamed = !['auto', 'required', 'none'].includes(choice);
  demand(
    !isNamed || tools.includes(choice),
    `tool_choice names '${choice}', which is not in tools`,
  );
}

/** @param {{ name: unknown, schema: unknown, description: unknown }[]} tools */
export function checkTools(tools) {
  for (const { name, schema, description } of tools) {
    demand(
      typeof name === 'string' && /^[a-zA-Z0-9_-]{1,64}$/.test(name),
      `bad tool name '${String(name)}'`,
    );
    demand(isObject(schema), `the schema of '${name}' is not an object`);
    demand(
      description === undefined || typeof description === 'string',
      `bad description of '${name}'`,
    );
  }
  demand(
    new Set(tools.map(({ name }) => name)).size === tools.length,
    'Tool names must be unique.',
  );
}

/**
 * @param {import('./server.mjs').WireName} wire
 * @param {Pick<import('./server.mjs').Ask, 'model' | 'system' | 'tools' | 'schemas' | 'toolChoice' | 'temperature' | 'structure' | 'turns'>} said
 * @returns {import('./server.mjs').Ask}
 */
export function makeAsk(wire, said) {
  checkTurns(said.turns);
  const lastUser = said.turns.findLastIndex(({ role }) => role === 'user');
  demand(lastUser >= 0, 'there is no user message');
  const answers = said.turns.filter(({ role }) => role === 'assistant');
  const since = said.turns.slice(lastUser).filter(({ role }) => role === 'assistant').length;
  return {
    wire,
    ...said,
    user: /** @type {{ text: string }} */ (said.turns[lastUser]).text,
    answer: since + 1,
    calls: answers.reduce(
      (sum, turn) => sum + (turn.role === 'assistant' ? turn.calls.length : 0),
      0,
    ),
  };
}
