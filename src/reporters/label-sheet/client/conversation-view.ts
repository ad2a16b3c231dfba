import type { Json } from '#core';
import { callLine } from './call-view.ts';
import { fold, make, MAX_CHARS, MAX_MESSAGE_CHARS, section } from './dom.ts';
import { isObject, memberOf, textMember } from './member.ts';

/** What each format calls those who speak. */
const SPEAKERS: ReadonlyMap<string, string> = new Map([
  ['human', 'user'],
  ['ai', 'assistant'],
  ['model', 'assistant'],
  ['function', 'tool'],
  ['developer', 'system'],
]);

/** The input of a case: a conversation where it is one, otherwise the value. */
export function conversationView(input: Json): HTMLElement {
  if (input === null) return section('Input', make('p', '(not recorded)', 'soft'));
  if (typeof input === 'string')
    return section('Conversation', messageView({ role: 'user', content: input }, 'user'));
  const messages = Array.isArray(input) ? (input as readonly Json[]) : messagesOf(input);
  const roles = messages?.map(roleOf) ?? [];
  if (messages === null || messages.length === 0 || !roles.every((role) => role !== null))
    return section('Input', fold(input, MAX_MESSAGE_CHARS));
  const views = messages.map((message, place) => messageView(message, roles[place] as string));
  return section('Conversation', ...views);
}

/** System prompt and facts of the run, folded: cases of one agent share most of it. */
export function contextView(input: Json): readonly HTMLElement[] {
  const context = memberOf(input, 'context');
  if (context === undefined) return [];
  const entries = isObject(context) ? Object.entries(context) : [['context', context] as const];
  const parts = entries.flatMap(([name, value]) => [make('b', name), fold(value, MAX_CHARS)]);
  return [section('Context', ...parts)];
}

/** Whether the conversation itself records calls. */
export function recordsCalls(input: Json): boolean {
  return messagesOf(input)?.some((message) => memberOf(message, 'tool_calls')) ?? false;
}

function messagesOf(input: Json): readonly Json[] | null {
  const messages = memberOf(input, 'messages');
  return Array.isArray(messages) ? messages : null;
}

function roleOf(message: Json): string | null {
  return textMember(message, 'role', 'type');
}

function messageView(message: Json, role: string): HTMLElement {
  const content = memberOf(message, 'content', 'parts');
  // Some programs send results of tools back in the user's name.
  const isTool = Array.isArray(content) && content.length > 0 && content.every(isResult);
  const speaker = isTool ? 'tool' : (SPEAKERS.get(role) ?? role);
  const kind = ['user', 'assistant', 'tool', 'system'].includes(speaker) ? speaker : 'other';
  const box = make('div', undefined, `turn ${kind}`);
  const name = textMember(message, 'name');
  box.append(make('b', name === null ? speaker : `${speaker} · ${name}`));
  const maxChars = kind === 'user' || kind === 'assistant' ? MAX_MESSAGE_CHARS : MAX_CHARS;
  const calls = memberOf(message, 'tool_calls');
  const parts = [
    ...contentParts(content, maxChars),
    ...(Array.isArray(calls) ? (calls as readonly Json[]).map(callLine) : []),
  ];
  box.append(...(parts.length > 0 ? parts : [fold(message, MAX_CHARS)]));
  return box;
}

function contentParts(content: Json | undefined, maxChars: number): readonly HTMLElement[] {
  if (content === undefined || content === '') return [];
  if (!Array.isArray(content)) return [fold(content, maxChars)];
  return content.map((block: Json) => {
    const type = memberOf(block, 'type');
    if (type === 'tool_use' || type === 'function_call') return callLine(block);
    const text = memberOf(block, isResult(block) ? 'content' : 'text');
    return fold(text ?? block, isResult(block) ? MAX_CHARS : maxChars);
  });
}

function isResult(block: Json): boolean {
  return memberOf(block, 'type') === 'tool_result';
}
