import { isJsonObject, type Json, type JsonObject } from '#core';
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

/** Reads a message of Semantic Kernel: its items have a `$type` in .NET, a `content_type` in Python. */
export const readSemanticKernelMessage: ReadMessage = (value) => {
  if (!isSemanticKernelMessage(value)) return null;
  const items = (memberOf(value, 'items') as readonly Json[]).filter(isJsonObject);
  const message: Message = {
    role: roleOf(value)!,
    text: items
      .filter((item) => typeOf(item) === 'text')
      .map((item) => textOf(memberOf(item, 'text')) ?? '')
      .filter((text) => text !== '')
      .join('\n'),
    calls: items.filter((item) => typeOf(item) === 'function_call').map(readCall),
    results: items.filter((item) => typeOf(item) === 'function_result').map(readResult),
  };
  const unknown = items.map(typeOf).filter((type) => !KNOWN.has(type));
  return withUnknown(message, unknown);
};

/** Whether a value is a message with typed items. */
export function isSemanticKernelMessage(value: Json | undefined): value is JsonObject {
  if (!isJsonObject(value)) return false;
  // Most messages are of others: their members are looked at first.
  const items = value.items ?? value.Items;
  if (!Array.isArray(items) || roleOf(value) === undefined) return false;
  return (items as readonly Json[]).every(
    (item) => isJsonObject(item) && recordedType(item) !== '',
  );
}

/** A role is text in Python, and has a label in .NET. */
function roleOf(message: JsonObject): Message['role'] | undefined {
  const role = memberOf(message, 'role');
  const label = isJsonObject(role) ? memberOf(role, 'label') : role;
  return ROLES.get(typeof label === 'string' ? label.toLowerCase() : label);
}

function recordedType({ $type: dotnet, content_type: python }: JsonObject): string {
  return textOf(dotnet) ?? textOf(python) ?? '';
}

/** The type in the spelling of Python: `FunctionCallContent` is `function_call`. */
function typeOf(item: JsonObject): string {
  const type = recordedType(item);
  if (!/^[A-Z]/.test(type)) return type;
  const words = type.replace(/Content$/, '').replace(/(?!^)[A-Z]/g, (letter) => `_${letter}`);
  return words.toLowerCase();
}

/** Items that are not calls, and calls with their results. */
const KNOWN: ReadonlySet<string> = new Set([
  'text',
  'image',
  'audio',
  'binary',
  'annotation',
  'file_reference',
  'reasoning',
  'function_call',
  'function_result',
  'streaming_text',
  'streaming_annotation',
  'streaming_file_reference',
  'streaming_reasoning',
]);

/** The name that the model wrote: plugin and function, joined by a hyphen. */
function nameOf(item: JsonObject): string {
  const plugin = textOf(memberOf(item, 'plugin_name'));
  const name = textOf(memberOf(item, 'function_name'));
  if (name !== null) return plugin === null ? name : `${plugin}-${name}`;
  return textOf(memberOf(item, 'name')) ?? '';
}

function readCall(item: JsonObject): MessageCall {
  const passed = memberOf(item, 'arguments');
  return { id: textOf(memberOf(item, 'id')), name: nameOf(item), server: null, arguments: passed };
}

/** The exception of a function is a text of the result, without a mark. */
function readResult(item: JsonObject): MessageResult {
  return {
    id: textOf(memberOf(item, 'call_id')) ?? textOf(memberOf(item, 'id')),
    name: textOf(nameOf(item)),
    status: null,
    text: resultText(memberOf(item, 'result')),
  };
}
