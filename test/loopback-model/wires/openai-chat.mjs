// OpenAI Chat Completions.
import { checkStrict } from '../answer-schema.mjs';
import {
  checkToolChoice,
  checkTools,
  demand,
  demandKnown,
  isObject,
  makeAsk,
} from '../conversation.mjs';

export const name = 'openai-chat';
export const path = /\/chat\/completions$/;
const KNOWN = [
  'model',
  'messages',
  'tools',
  'tool_choice',
  'parallel_tool_calls',
  'temperature',
  'seed',
  'max_tokens',
  'max_completion_tokens',
  'response_format',
  'top_p',
  'reasoning_effort',
  'thinking',
  'metadata',
  'stream',
  'user',
];

const ENDS = { cut: 'length', blocked: 'content_filter' };

/** @param {import('node:http').IncomingHttpHeaders} headers */
export const keyOf = (headers) =>
  headers['api-key'] ?? headers.authorization?.replace(/^Bearer /, '');

/** @param {Record<string, any>} body */
export function read(body) {
  demandKnown(body, KNOWN);
  demand(body.stream !== true, 'this server does not stream');
  demand(Array.isArray(body.messages), 'messages must be a list');
  const tools = (body.tools ?? []).map((tool) => tool.function ?? {});
  checkTools(
    tools.map(({ name, description, parameters }) => ({ name, description, schema: parameters })),
  );
  const names = tools.map((tool) => tool.name);
  const choice = isObject(body.tool_choice) ? body.tool_choice.function?.name : body.tool_choice;
  checkToolChoice(choice ?? 'auto', names, choice !== undefined);
  demand(
    body.parallel_tool_calls === undefined || names.length > 0,
    'parallel_tool_calls is only allowed when tools are specified',
  );
  const system = body.messages
    .filter(({ role }) => role === 'system')
    .map(({ content }) => content);
  return makeAsk(name, {
    model: body.model,
    system: system[0] ?? null,
    tools: names,
    schemas: tools.map(({ parameters }) => parameters),
    toolChoice: choice ?? 'auto',
    temperature: body.temperature ?? null,
    structure: structureOf(body),
    turns: body.messages.filter(({ role }) => role !== 'system' && role !== 'developer').map(turn),
  });
}

function structureOf({ response_format: format, messages }) {
  if (format === undefined || format.type === 'text') return null;
  if (format.type === 'json_schema') return readStructure(format.json_schema, 'response_format');
  demand(format.type === 'json_object', `Invalid value: '${format.type}'.`);
  demand(
    JSON.stringify(messages).toLowerCase().includes('json'),
    "'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'.",
  );
  return { mode: 'json', name: null, schema: null };
}

/** @param {any} format @param {string} place */
export function readStructure(format, place) {
  demand(/^[a-zA-Z0-9_-]{1,64}$/.test(format?.name), `Invalid '${place}.name'.`);
  demand(format.strict === true, `'${place}' without strict is not used here`);
  checkStrict(format.schema, `${place} '${format.name}'`);
  return { mode: 'schema', name: format.name, schema: format.schema };
}

/** How models answer that do not take a parameter. */
export const refusals = {
  max_tokens: {
    message:
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
    param: 'max_tokens',
    code: 'unsupported_parameter',
  },
  json_schema: {
    message:
      "Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model. Learn more about supported models at the Structured Outputs guide: https://platform.openai.com/docs/guides/structured-outputs",
    param: 'response_format',
  },
  json_mode: {
    message:
      "Invalid parameter: 'response_format' of type 'json_object' is not supported with this model.",
    param: 'response_format',
  },
  forced_tools: {
    message: 'Thinking mode does not support this tool_choice',
    code: 'invalid_request_error',
  },
  temperature: {
    message:
      "Unsupported value: 'temperature' does not support 0 with this model. Only the default (1) value is supported.",
    param: 'temperature',
    code: 'unsupported_value',
  },
};

function turn(message) {
  const { role, content, tool_calls: calls = [] } = message;
  if (role === 'tool') {
    demand(typeof content === 'string', 'content of a tool message must be text');
    return { role, id: message.tool_call_id, text: content };
  }
  if (role === 'user') return { role, text: userText(content) };
  demand(role === 'assistant', `unknown role '${role}'`);
  demand(
    typeof content === 'string' || calls.length > 0,
    'an assistant message needs content or tool_calls',
  );
  for (const { id, type, function: called } of calls) {
    demand(typeof id === 'string' && type === 'function', 'a tool call needs id and type');
    demand(typeof called?.arguments === 'string', 'arguments must be text');
  }
  return {
    role,
    text: content ?? '',
    calls: calls.map(({ id, function: { name } }) => ({ id, name })),
  };
}

function userText(content) {
  if (Array.isArray(content)) return content.map(({ text }) => text).join('');
  demand(typeof content === 'string' && content !== '', 'content of a user message must be text');
  return content;
}

/** @param {import('../server.mjs').Ask} ask */
export function write(ask, { text, calls, model, usage, ended }) {
  return {
    id: `chatcmpl-${ask.turns.length}`,
    object: 'chat.completion',
    created: 1767225600,
    model,
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: text === '' || ended === 'refused' ? null : text,
          refusal: ended === 'refused' ? text : null,
          ...(calls.length === 0
            ? {}
            : {
                tool_calls: calls.map(({ id, name, text: written }) => ({
                  id,
                  type: 'function',
                  function: { name, arguments: written },
                })),
              }),
        },
        finish_reason: ENDS[ended] ?? (calls.length === 0 ? 'stop' : 'tool_calls'),
      },
    ],
    ...(usage === null
      ? {}
      : {
          usage: {
            prompt_tokens: usage.input,
            completion_tokens: usage.output,
            total_tokens: usage.input + usage.output,
          },
        }),
  };
}

export const empty = { id: 'chatcmpl-1', object: 'chat.completion', model: 'm', choices: [] };

/** @param {number} status @param {string} message @param {{ code?: string | null, param?: string }} [more] */
export const error = (status, message, { code = null, param = null } = {}) => ({
  status,
  body: {
    error: {
      message,
      type: status >= 500 ? 'server_error' : 'invalid_request_error',
      param,
      code,
    },
  },
});
