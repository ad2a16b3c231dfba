import type { Json } from '#core';
import { fold, make, MAX_CHARS } from './dom.ts';
import { isObject, memberOf, textMember } from './member.ts';

/** The tool's name in a call or an answer, whatever the format calls it. */
export function toolName(call: Json | undefined): string | null {
  return textMember(call, 'name', 'tool', 'expected_tool');
}

/** The arguments of a call or an answer as they were recorded. */
export function recordedArguments(call: Json | undefined): Json | undefined {
  return (
    memberOf(call, 'arguments', 'args', 'expected_args', 'input') ??
    memberOf(memberOf(call, 'function'), 'arguments')
  );
}

/** A call as a line: tool, outcome, requester, arguments. */
export function callLine(call: Json): HTMLElement {
  const name =
    memberOf(call, 'name', 'tool', 'expected_tool') ?? memberOf(memberOf(call, 'function'), 'name');
  if (typeof name !== 'string') return fold(call, MAX_CHARS);
  const line = make('div', undefined, 'call');
  const head = make('span', undefined, 'tool-name');
  const server = textMember(call, 'server');
  if (server !== null) head.append(make('span', `${server}.`, 'server'));
  head.append(make('b', name));
  line.append(head);
  const status = textMember(call, 'status');
  if (status !== null) line.append(make('span', status, status === 'ok' ? 'tag good' : 'tag bad'));
  const requester = textMember(call, 'requester');
  if (requester !== null) line.append(make('span', `asked by ${requester}`, 'tag'));
  const args = recordedArguments(call);
  if (args !== undefined) line.append(fold(args, MAX_CHARS));
  return line;
}

/** Calls in their order. */
export function callList(calls: readonly Json[]): HTMLElement {
  const list = make('ol', undefined, 'calls');
  for (const call of calls) {
    const entry = make('li');
    entry.append(callLine(call));
    list.append(entry);
  }
  return list;
}

/** What a reviewer expects: one call, several, or none. */
export function answerView(answer: Json): HTMLElement {
  const calls = memberOf(answer, 'expected_calls');
  if (Array.isArray(calls)) return callList(calls as readonly Json[]);
  if (isObject(answer) && answer['expected_tool'] === null) return callLine({ name: 'none' });
  return callLine(answer);
}
