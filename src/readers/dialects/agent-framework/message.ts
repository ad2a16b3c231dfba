import { isJsonObject, type Json, type JsonObject } from '#core';
import { readFailure } from '../../draft/read-failure.ts';
import { resultText } from '../../draft/result-text.ts';
import { textOf } from '../../draft/text-of.ts';
import type { Message, MessageCall, MessageResult, ReadMessage } from '../../messages/message.ts';
import { withUnknown } from '../../messages/unknown-parts.ts';
import { memberOf } from '../../draft/member-of.ts';

const ROLES: ReadonlyMap<Json | undefined, Message['role']> = new Map([
  ['system', 'system'],
  ['developer', 'system'],
  ['user', 'user'],
  ['assistant', 'assistant'],
  ['tool', 'tool'],
]);

/**
 * Reads a message of Microsoft's Agent Framework, or of Microsoft.Extensions.AI: its `contents` have a `type` in
 * Python, a `$type` in .NET.
 */
export const readAgentFrameworkMessage: ReadMessage = (value) => {
  if (!isAgentFrameworkMessage(value)) return null;
  const role = roleOf(value)!;
  const contents = (memberOf(value, 'contents') as readonly Json[]).map(toContent);
  const message: Message = {
    role,
    text: contents
      .filter(({ type }) => type === 'text')
      .map(({ body }) => textOf(memberOf(body, 'text')) ?? '')
      .filter((text) => text !== '')
      .join('\n'),
    calls: contents.flatMap(readCalls),
    results: contents.flatMap(readResults),
  };
  const unknown = contents.map(({ type }) => type).filter((type) => !KNOWN.has(type));
  return withUnknown(message, unknown);
};

/** Whether a value is a message with typed contents. Those of Gemini are `parts`, those of others `content`. */
export function isAgentFrameworkMessage(value: Json | undefined): value is JsonObject {
  if (!isJsonObject(value)) return false;
  // Most messages are of others: their members are looked at first.
  const contents = value.contents ?? value.Contents;
  if (!Array.isArray(contents) || roleOf(value) === undefined) return false;
  return (contents as readonly Json[]).every(isContent);
}

/** A role is text; previews of the Python version wrote `{ "type": "role", "value": … }`. */
function roleOf(message: JsonObject): Message['role'] | undefined {
  const role = memberOf(message, 'role');
  return ROLES.get(isJsonObject(role) ? role.value : role);
}

interface Content {
  /** In the spelling of Python. */
  readonly type: string;
  readonly body: JsonObject;
}

function isContent(value: Json): boolean {
  return typeof value === 'string' || (isJsonObject(value) && typeOf(value) !== null);
}

function typeOf({ $type: dotnet, type }: JsonObject): string | null {
  return textOf(dotnet) ?? textOf(type);
}

function toContent(value: Json): Content {
  if (!isJsonObject(value)) return { type: 'text', body: { text: value } };
  const type = (typeOf(value) ?? '').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return { type: type === 'reasoning' ? 'text_reasoning' : type, body: value };
}

/** Tools that the provider runs are not named, so they are called as their type is. */
const HOSTED =
  /^(code_interpreter|image_generation|shell|web_search|file_search)_tool_(call|result)$/;

const KNOWN: Pick<ReadonlySet<string>, 'has'> = {
  has: (type) => HARMLESS.has(type) || HOSTED.test(type),
};

const HARMLESS: ReadonlySet<string> = new Set([
  'text',
  'text_reasoning',
  'error',
  'uri',
  'data',
  'usage',
  'hosted_file',
  'hosted_vector_store',
  'function_call',
  'function_result',
  'mcp_server_tool_call',
  'mcp_server_tool_result',
  'function_approval_request',
  'function_approval_response',
  'tool_approval_request',
  'tool_approval_response',
]);

function readCalls({ type, body }: Content): readonly MessageCall[] {
  const id = textOf(memberOf(body, 'call_id')) ?? textOf(memberOf(body, 'image_id'));
  if (type === 'function_call' || type === 'mcp_server_tool_call') {
    const name = textOf(memberOf(body, 'tool_name')) ?? textOf(memberOf(body, 'name')) ?? '';
    const server = textOf(memberOf(body, 'server_name'));
    return [{ id, name, server, arguments: memberOf(body, 'arguments') }];
  }
  const [, hosted, side] = HOSTED.exec(type) ?? [];
  if (hosted !== undefined && side === 'call')
    return [{ id, name: hosted, server: null, arguments: undefined }];
  // A request for approval has the call in it. With the same id it is the same call.
  const inner = type.endsWith('_approval_request')
    ? (memberOf(body, 'function_call') ?? memberOf(body, 'tool_call'))
    : undefined;
  if (!type.endsWith('_approval_request')) return [];
  const call = isJsonObject(inner) ? inner : {};
  const callType = typeOf(call) === null ? 'function_call' : toContent(call).type;
  return readCalls({ type: callType, body: call });
}

function readResults({ type, body }: Content): readonly MessageResult[] {
  const id = textOf(memberOf(body, 'call_id')) ?? textOf(memberOf(body, 'image_id'));
  if (type.endsWith('_approval_response')) return readDenial(body);
  if (!type.endsWith('_result')) return [];
  const failure = readFailure(memberOf(body, 'exception'));
  const result = memberOf(body, 'result') ?? memberOf(body, 'output') ?? memberOf(body, 'outputs');
  return [
    {
      id,
      name: null,
      // .NET does not write the exception, so a result without one says nothing.
      status: failure === null ? null : 'error',
      text: resultText(result) ?? failure ?? undefined,
    },
  ];
}

/** A call that was not approved is denied; an approved call has a result of its own. */
function readDenial(body: JsonObject): readonly MessageResult[] {
  const call = memberOf(body, 'function_call') ?? memberOf(body, 'tool_call');
  if (memberOf(body, 'approved') !== false || !isJsonObject(call)) return [];
  return [{ id: textOf(memberOf(call, 'call_id')), name: null, status: 'denied' }];
}
