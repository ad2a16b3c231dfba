// OpenAI Responses.
import {
  checkToolChoice,
  checkTools,
  demand,
  demandKnown,
  isObject,
  makeAsk,
} from '../conversation.mjs';
import { readStructure, refusals as chatRefusals } from './openai-chat.mjs';
export { error, keyOf } from './openai-chat.mjs';

export const name = 'openai-responses';
export const path = /\/responses$/;
const KNOWN = [
  'model',
  'input',
  'instructions',
  'tools',
  'tool_choice',
  'parallel_tool_calls',
  'temperature',
  'max_output_tokens',
  'text',
  'store',
  'include',
  'top_p',
  'reasoning',
  'metadata',
];

/** @param {Record<string, any>} body */
export function read(body) {
  demandKnown(body, KNOWN);
  demand(Array.isArray(body.input), 'input must be a list');
  const tools = body.tools ?? [];
  for (const { type, strict } of tools) {
    demand(type === 'function', 'only functions are tools here');
    demand(strict === false, 'strict schemas need additionalProperties: false');
  }
  checkTools(
    tools.map(({ name, description, parameters }) => ({ name, description, schema: parameters })),
  );
  const names = tools.map((tool) => tool.name);
  const choice = isObject(body.tool_choice) ? body.tool_choice.name : body.tool_choice;
  checkToolChoice(choice ?? 'auto', names, choice !== undefined);
  const thinks = !body.model.startsWith('gpt-4');
  demand(
    thinks || body.include === undefined,
    'Encrypted content is not supported with this model.',
  );
  return makeAsk(name, {
    model: body.model,
    system: body.instructions ?? body.input.find(({ role }) => role === 'system')?.content ?? null,
    tools: names,
    schemas: tools.map(({ parameters }) => parameters),
    toolChoice: choice ?? 'auto',
    temperature: body.temperature ?? null,
    structure: structureOf(body),
    turns: turns(body.input),
  });
}

function structureOf({ text, input }) {
  const format = text?.format;
  if (format === undefined || format.type === 'text') return null;
  if (format.type === 'json_schema') return readStructure(format, 'text.format');
  demand(format.type === 'json_object', `Invalid value: '${format.type}'.`);
  demand(
    JSON.stringify(input).toLowerCase().includes('json'),
    "Response input messages must contain the word 'json' in some form to use 'text.format' of type 'json_object'.",
  );
  return { mode: 'json', name: null, schema: null };
}

/** How models answer that do not take a parameter. */
export const refusals = {
  json_schema: {
    message:
      "Invalid parameter: 'text.format' of type 'json_schema' is not supported with this model.",
    param: 'text.format',
  },
  json_mode: {
    message:
      "Invalid parameter: 'text.format' of type 'json_object' is not supported with this model.",
    param: 'text.format',
  },
  forced_tools: chatRefusals.forced_tools,
  temperature: {
    message: "Unsupported parameter: 'temperature' is not supported with this model.",
    param: 'temperature',
    code: 'unsupported_parameter',
  },
};

/** Items of one answer stand side by side; thoughts must come back with what they led to. */
function turns(items) {
  const found = [];
  const answer = () => {
    if (found.at(-1)?.role !== 'assistant') found.push({ role: 'assistant', text: '', calls: [] });
    return found.at(-1);
  };
  for (const [index, item] of items.entries()) {
    if (item.type === 'function_call_output') {
      demand(typeof item.output === 'string', 'output must be text');
      found.push({ role: 'tool', id: item.call_id, text: item.output });
    } else if (item.type === 'function_call') {
      demand(typeof item.arguments === 'string', 'arguments must be text');
      const needsThought = item.id?.startsWith('fc_t') === true;
      demand(
        !needsThought || items.slice(0, index).some(({ type }) => type === 'reasoning'),
        `'${item.id}' was provided without its required 'reasoning' item`,
      );
      answer().calls.push({ id: item.call_id, name: item.name });
    } else if (item.type === 'reasoning') {
      demand(
        typeof item.encrypted_content === 'string',
        `Item '${item.id}' not found: items are not persisted when store is false`,
      );
      answer();
    } else if (item.role === 'assistant') {
      const text = Array.isArray(item.content)
        ? item.content.map(({ text }) => text).join('')
        : item.content;
      answer().text += text;
    } else if (item.role === 'system' || item.role === 'developer') {
      demand(typeof item.content === 'string', 'instructions must be text');
    } else {
      demand(item.role === 'user', 'unknown item');
      found.push({ role: 'user', text: userText(item.content) });
    }
  }
  return found;
}

/** @param {string | Record<string, any>[]} content */
function userText(content) {
  if (typeof content === 'string') return content;
  for (const { type, text, image_url: url } of content)
    demand(
      type === 'input_text'
        ? typeof text === 'string'
        : type === 'input_image' && typeof url === 'string',
      `unknown part '${type}'`,
    );
  return content.map(({ text = '' }) => text).join('');
}

/** @param {import('../server.mjs').Ask} ask */
export function write(ask, { text, calls, model, usage, ended }) {
  const thinks = !ask.model.startsWith('gpt-4');
  return {
    id: 'resp_1',
    object: 'response',
    created_at: 1767225600,
    ...endOf(ended),
    model,
    output: [
      ...(thinks
        ? [{ type: 'reasoning', id: `rs_${ask.calls}`, summary: [], encrypted_content: 'c2VhbGVk' }]
        : []),
      ...(text === ''
        ? []
        : [
            {
              type: 'message',
              id: `msg_${ask.calls}`,
              status: 'completed',
              role: 'assistant',
              content: [
                ended === 'refused'
                  ? { type: 'refusal', refusal: text }
                  : { type: 'output_text', text, annotations: [] },
              ],
            },
          ]),
      ...calls.map(({ id, name, text: written }) => ({
        type: 'function_call',
        id: `fc_${thinks ? 't' : ''}${id}`,
        call_id: id,
        name,
        arguments: written,
        status: 'completed',
      })),
    ],
    ...(usage === null
      ? {}
      : {
          usage: {
            input_tokens: usage.input,
            output_tokens: usage.output,
            total_tokens: usage.input + usage.output,
          },
        }),
  };
}

const REASONS = { cut: 'max_output_tokens', blocked: 'content_filter' };

function endOf(ended) {
  return Object.hasOwn(REASONS, ended)
    ? { status: 'incomplete', incomplete_details: { reason: REASONS[ended] } }
    : { status: 'completed' };
}

export const empty = { id: 'resp_1', object: 'response', status: 'completed', model: 'm' };
