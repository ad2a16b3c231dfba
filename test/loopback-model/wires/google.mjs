// Google Gemini, generateContent. Like the older models it gives its calls no ids.
import {
  checkToolChoice,
  checkTools,
  demand,
  demandKnown,
  isObject,
  makeAsk,
} from '../conversation.mjs';

export const name = 'google';
export const path = /\/models\/([^/]+):generateContent$/;
const KNOWN = ['contents', 'systemInstruction', 'tools', 'toolConfig', 'generationConfig'];
const CHOICES = { AUTO: 'auto', ANY: 'required', NONE: 'none' };

/** @param {import('node:http').IncomingHttpHeaders} headers */
export const keyOf = (headers) => headers['x-goog-api-key'];

/** @param {Record<string, any>} body */
export function read(body, _headers, url) {
  demandKnown(body, KNOWN);
  demandKnown(body.generationConfig ?? {}, ['temperature', 'seed', 'maxOutputTokens']);
  demand(Array.isArray(body.contents) && body.contents.length > 0, 'contents is not specified');
  for (const { parts } of body.contents)
    demand(Array.isArray(parts) && parts.length > 0, 'parts must not be empty');
  const tools = (body.tools ?? []).flatMap(({ functionDeclarations }) => functionDeclarations);
  for (const tool of tools) demandKnown(tool, ['name', 'description', 'parametersJsonSchema']);
  checkTools(
    tools.map(({ name, description, parametersJsonSchema: schema }) => ({
      name,
      description,
      schema,
    })),
  );
  const names = tools.map((tool) => tool.name);
  const { mode = 'AUTO', allowedFunctionNames } = body.toolConfig?.functionCallingConfig ?? {};
  demand(Object.hasOwn(CHOICES, mode), `unknown mode '${mode}'`);
  demand(
    allowedFunctionNames === undefined || mode === 'ANY',
    'allowed_function_names needs mode ANY',
  );
  const choice = allowedFunctionNames?.[0] ?? CHOICES[mode];
  checkToolChoice(choice, names, body.toolConfig !== undefined);
  return makeAsk(name, {
    model: decodeURIComponent(path.exec(url)[1]),
    system: body.systemInstruction?.parts.map(({ text }) => text).join('') ?? null,
    tools: names,
    toolChoice: choice,
    turns: turns(body.contents),
  });
}

/** The thoughts behind calls are demanded back for what came after the last words of the user. */
function turns(contents) {
  const isWords = ({ role, parts }) =>
    role === 'user' && parts.some(({ text }) => text !== undefined);
  for (const { role, parts } of contents.slice(contents.findLastIndex(isWords))) {
    const first =
      role === 'model' ? parts.find(({ functionCall }) => functionCall !== undefined) : undefined;
    demand(
      first === undefined || typeof first.thoughtSignature === 'string',
      'Function call is missing a thought_signature',
    );
  }
  return contents.flatMap((content) => turn(content));
}

/** Results belong to calls by name. */
function turn({ role, parts }) {
  demand(
    role === 'user' || role === 'model',
    `Please use a valid role: user, model. Got '${role}'`,
  );
  const text = parts
    .filter((part) => typeof part.text === 'string')
    .map((part) => part.text)
    .join('');
  if (role === 'model') {
    const calls = parts.filter((part) => isObject(part.functionCall));
    return [
      {
        role: 'assistant',
        text,
        calls: calls.map(({ functionCall: { name } }) => ({ id: name, name })),
      },
    ];
  }
  const results = parts
    .filter((part) => isObject(part.functionResponse))
    .map((part) => part.functionResponse);
  for (const result of results) {
    demandKnown(result, ['name', 'response']);
    demand(isObject(result.response), 'response must be an object');
  }
  return [
    ...results.map(({ name, response }) => ({
      role: 'tool',
      id: name,
      text: response.output ?? response.error,
    })),
    ...(text === '' ? [] : [{ role: 'user', text }]),
  ];
}

/** @param {import('../server.mjs').Ask} ask */
export function write(ask, { text, calls, model, usage }) {
  return {
    candidates: [
      {
        content: {
          role: 'model',
          parts: [
            ...(text === '' ? [] : [{ text }]),
            ...calls.map(({ name, value }, index) => ({
              functionCall: { name, args: value },
              ...(index === 0 ? { thoughtSignature: 'c2lnbmVk' } : {}),
            })),
          ],
        },
        finishReason: 'STOP',
        index: 0,
      },
    ],
    modelVersion: model,
    ...(usage === null
      ? {}
      : {
          usageMetadata: {
            promptTokenCount: usage.input,
            candidatesTokenCount: usage.output - 5,
            thoughtsTokenCount: 5,
            totalTokenCount: usage.input + usage.output,
          },
        }),
  };
}

export const empty = { modelVersion: 'm', usageMetadata: { promptTokenCount: 1 } };

const STATUSES = {
  400: 'INVALID_ARGUMENT',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  503: 'UNAVAILABLE',
};

/** A key that is not accepted is a bad request there. @param {number} status @param {string} message */
export const error = (status, message) =>
  status === 401
    ? {
        status: 400,
        body: {
          error: {
            code: 400,
            message: 'API key not valid. Please pass a valid API key.',
            status: 'INVALID_ARGUMENT',
            details: [{ reason: 'API_KEY_INVALID' }],
          },
        },
      }
    : {
        status,
        body: { error: { code: status, message, status: STATUSES[status] ?? 'INTERNAL' } },
      };
