// Anthropic Messages.
import { checkStrict } from '../answer-schema.mjs';
import {
  BadRequest,
  checkToolChoice,
  checkTools,
  demand,
  demandKnown,
  makeAsk,
} from '../conversation.mjs';

export const name = 'anthropic';
export const path = /\/messages$/;
const KNOWN = [
  'model',
  'messages',
  'max_tokens',
  'system',
  'tools',
  'tool_choice',
  'temperature',
  'output_config',
  'top_p',
  'thinking',
  'metadata',
];
const CHOICES = { auto: 'auto', any: 'required', none: 'none' };

/** @param {import('node:http').IncomingHttpHeaders} headers */
export const keyOf = (headers) => headers['x-api-key'];

/** @param {Record<string, any>} body @param {import('node:http').IncomingHttpHeaders} headers */
export function read(body, headers) {
  demand(headers['anthropic-version'] === '2023-06-01', 'anthropic-version: header is required');
  demandKnown(body, KNOWN);
  demand(Number.isInteger(body.max_tokens) && body.max_tokens > 0, 'max_tokens: Field required');
  demand(Array.isArray(body.messages), 'messages: Field required');
  const tools = body.tools ?? [];
  for (const tool of tools) demandKnown(tool, ['name', 'description', 'input_schema']);
  checkTools(
    tools.map(({ name, description, input_schema: schema }) => ({ name, description, schema })),
  );
  const names = tools.map((tool) => tool.name);
  const { type = 'auto', name: wanted } = body.tool_choice ?? {};
  demand(type === 'tool' || Object.hasOwn(CHOICES, type), `tool_choice: unknown type '${type}'`);
  const choice = type === 'tool' ? wanted : CHOICES[type];
  checkToolChoice(choice, names, body.tool_choice !== undefined);
  return makeAsk(name, {
    model: body.model,
    system: body.system ?? null,
    tools: names,
    schemas: tools.map(({ input_schema: schema }) => schema),
    toolChoice: choice,
    temperature: body.temperature ?? null,
    structure: structureOf(body),
    turns: body.messages.flatMap(turn),
  });
}

function structureOf({ output_config: config }) {
  if (config === undefined) return null;
  demandKnown(config, ['format', 'effort']);
  if (config.format === undefined) return null;
  demandKnown(config.format, ['type', 'schema']);
  demand(
    config.format.type === 'json_schema',
    'output_config.format.type: Input should be json_schema',
  );
  checkStrict(config.format.schema, 'output_config.format.schema');
  return { mode: 'schema', name: null, schema: config.format.schema };
}

/** How models answer that do not take a parameter. There is no mode for JSON alone. */
export const refusals = {
  json_schema: { message: 'output_config.format: Extra inputs are not permitted' },
  forced_tools: { message: 'tool_choice: type "tool" and "any" are not supported for this model.' },
  temperature: { message: '`temperature` is deprecated for this model.' },
};

/** Results stand before anything else that the user says. */
function turn({ role, content }) {
  demand(role === 'user' || role === 'assistant', `unknown role '${role}'`);
  const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
  demand(Array.isArray(blocks) && blocks.length > 0, 'content must not be empty');
  for (const { type, text } of blocks)
    demand(
      type !== 'text' || (typeof text === 'string' && text !== ''),
      'text content blocks must be non-empty',
    );
  const text = blocks
    .filter(({ type }) => type === 'text')
    .map((block) => block.text)
    .join('');
  if (role === 'assistant') {
    const uses = blocks.filter(({ type }) => type === 'tool_use');
    for (const { input } of uses)
      demand(typeof input === 'object' && !Array.isArray(input), 'input must be an object');
    return [{ role, text, calls: uses.map(({ id, name }) => ({ id, name })) }];
  }
  const results = blocks.filter(({ type }) => type === 'tool_result');
  const firstText = blocks.findIndex(({ type }) => type === 'text');
  if (firstText >= 0 && blocks.slice(firstText).some(({ type }) => type === 'tool_result'))
    throw new BadRequest('tool_result blocks must come first');
  return [
    ...results.map(({ tool_use_id: id, content }) => ({ role: 'tool', id, text: content })),
    ...(text === '' ? [] : [{ role, text }]),
  ];
}

/** @param {import('../server.mjs').Ask} ask */
export function write(ask, { text, calls, model, usage, ended }) {
  return {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model,
    content: [
      ...(text === '' ? [] : [{ type: 'text', text }]),
      ...calls.map(({ id, name, value }) => ({ type: 'tool_use', id, name, input: value })),
    ],
    stop_reason: ENDS[ended] ?? (calls.length === 0 ? 'end_turn' : 'tool_use'),
    stop_sequence: null,
    ...(usage === null
      ? {}
      : {
          usage: {
            input_tokens: usage.input - 2,
            cache_creation_input_tokens: 0,
            cache_read_input_tokens: 2,
            output_tokens: usage.output,
          },
        }),
  };
}

const ENDS = { cut: 'max_tokens', blocked: 'refusal', refused: 'refusal' };

export const empty = { id: 'msg_1', type: 'message', role: 'assistant', model: 'm' };

const TYPES = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  404: 'not_found_error',
  429: 'rate_limit_error',
  529: 'overloaded_error',
};

/** @param {number} status @param {string} message */
export const error = (status, message) => ({
  status,
  body: { type: 'error', error: { type: TYPES[status] ?? 'api_error', message } },
});
