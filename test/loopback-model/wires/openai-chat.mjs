// OpenAI Chat Completions.
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
  'stream',
  'user',
];

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
    toolChoice: choice ?? 'auto',
    turns: body.messages.filter(({ role }) => role !== 'system' && role !== 'developer').map(turn),
  });
}

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
export function write(ask, { text, calls, model, usage }) {
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
          content: text === '' ? null : text,
          refusal: null,
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
        finish_reason: calls.length === 0 ? 'stop' : 'tool_calls',
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

/** @param {number} status @param {string} message @param {string | null} code */
export const error = (status, message, code) => ({
  status,
  body: {
    error: {
      message,
      type: status >= 500 ? 'server_error' : 'invalid_request_error',
      param: null,
      code,
    },
  },
});
