// Google Gemini, generateContent. Like the older models it gives its calls no ids.
import { checkStrict } from '../answer-schema.mjs';
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
const CONFIG = [
  'temperature',
  'seed',
  'maxOutputTokens',
  'responseMimeType',
  'responseJsonSchema',
  'topP',
  'topK',
  'thinkingConfig',
];
const CHOICES = { AUTO: 'auto', ANY: 'required', NONE: 'none' };

/** @param {import('node:http').IncomingHttpHeaders} headers */
export const keyOf = (headers) => headers['x-goog-api-key'];

/** @param {Record<string, any>} body */
export function read(body, _headers, url) {
  demandKnown(body, KNOWN);
  demandKnown(body.generationConfig ?? {}, CONFIG);
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
    schemas: tools.map(({ parametersJsonSchema: schema }) => schema),
    toolChoice: choice,
    temperature: body.generationConfig?.temperature ?? null,
    structure: structureOf(body),
    turns: turns(body.contents),
  });
}

function structureOf({ generationConfig = {}, tools = [] }) {
  const { responseMimeType: mime, responseJsonSchema: schema } = generationConfig;
  if (mime === undefined) {
    demand(schema === undefined, 'response_json_schema needs response_mime_type application/json');
    return null;
  }
  demand(mime === 'application/json', `response_mime_type '${mime}' is not allowed`);
  demand(
    tools.length === 0,
    "Function calling with a response mime type: 'application/json' is unsupported",
  );
  if (schema === undefined) return { mode: 'json', name: null, schema: null };
  checkStrict(schema, 'response_json_schema');
  return { mode: 'schema', name: null, schema };
}

/** How models answer that do not take a parameter. */
export const refusals = {
  json_schema: {
    message:
      'Invalid JSON payload received. Unknown name "responseJsonSchema" at \'generation_config\': Cannot find field.',
  },
  json_mode: { message: 'JSON mode is not enabled for this model' },
  forced_tools: { message: 'Function calling is not enabled for this model' },
  temperature: {
    message:
      'Invalid JSON payload received. Unknown name "temperature" at \'generation_config\': Cannot find field.',
  },
};

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
export function write(ask, { text, calls, model, usage, ended }) {
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
        finishReason: ENDS[ended] ?? 'STOP',
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

const ENDS = { cut: 'MAX_TOKENS', blocked: 'SAFETY', refused: 'SAFETY' };

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
