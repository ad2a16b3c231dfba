import { isJsonObject, type Json, type JsonObject, stringifyJson } from '#core';

/** A conversation as people read it, a paragraph for each who speaks and a line for each call; null where the input is none. */
export function conversationText(input: Json): string | null {
  const messages = isJsonObject(input) ? input.messages : null;
  if (!Array.isArray(messages) || !messages.every(isMessage)) return null;
  return messages.flatMap(linesOf).join('\n');
}

/** The context of a conversation as people read it, a paragraph for each key; null where it has none. */
export function contextText(input: Json): string | null {
  const context = conversationText(input) === null ? null : (input as JsonObject).context;
  if (context === undefined || context === null) return null;
  if (!isJsonObject(context)) return textOf(context);
  return Object.entries(context)
    .map(([key, value]) => `${key}: ${textOf(value)}`)
    .join('\n');
}

function isMessage(value: Json): value is JsonObject & { readonly role: string } {
  return isJsonObject(value) && typeof value.role === 'string';
}

function linesOf({
  role,
  name = null,
  content = null,
  tool_calls: calls,
}: JsonObject & { readonly role: string }): readonly string[] {
  const who = typeof name === 'string' ? `${role} ${name}` : role;
  const said = content === null || content === '' ? [] : [`${who}: ${textOf(content)}`];
  return [
    ...said,
    ...(Array.isArray(calls) ? calls.map((call: Json) => `${who} calls ${callOf(call)}`) : []),
  ];
}

function callOf(call: Json): string {
  const made = isJsonObject(call) && isJsonObject(call.function) ? call.function : call;
  if (!isJsonObject(made) || typeof made.name !== 'string') return textOf(call);
  const server = typeof made.server === 'string' ? `${made.server}.` : '';
  return `${server}${made.name} ${textOf(made.arguments ?? {})}`;
}

function textOf(value: Json): string {
  return typeof value === 'string' ? value : stringifyJson(value);
}
