import { isJsonObject, type Json } from '#core';
import type { ShownCall } from '../../components/conversation/call-view.tsx';
import type { ConversationItem } from '../../components/conversation/conversation.tsx';
import type { Role } from '../../components/reading/reading.ts';
import { asText, memberOf, textMember } from './member.ts';
import { anyCall } from './shown-call.ts';

/** The input of a case, as it is shown. */
export interface CaseContent {
  /** What is known beside the conversation: the system prompt, facts of the run. */
  readonly context: readonly (readonly [name: string, value: Json])[];
  readonly items: readonly ConversationItem[];
  /** An input that is not a conversation; undefined where it is one. */
  readonly input: Json | undefined;
}

/** What each format calls those who speak. */
const ROLES: ReadonlyMap<string, Role> = new Map<string, Role>([
  ['user', 'user'],
  ['human', 'user'],
  ['assistant', 'assistant'],
  ['ai', 'assistant'],
  ['model', 'assistant'],
  ['tool', 'tool'],
  ['function', 'tool'],
  ['system', 'system'],
  ['developer', 'system'],
]);

/** Reads what a reviewer sees of a case: context, conversation, and earlier calls that it does not record itself. */
export function readCase(input: Json, before: readonly Json[]): CaseContent {
  const context = contextOf(input);
  const messages = messagesOf(input);
  const earlier = groupByTurn(before);
  if (messages === null)
    return { context, items: earlier, input: input === null ? undefined : input };
  const items = joinResults(messages.flatMap(itemsOf));
  const recordsCalls = items.some(({ kind }) => kind === 'calls');
  return { context, items: recordsCalls ? items : [...items, ...earlier], input: undefined };
}

/** Calls of one answer are a group; where it is not recorded which answer asked, each call is by itself. */
function groupByTurn(calls: readonly Json[]): readonly ConversationItem[] {
  const groups: Json[][] = [];
  let last: Json | undefined;
  for (const call of calls) {
    const turn = memberOf(call, 'turn');
    if (turn !== undefined && turn === last) groups.at(-1)?.push(call);
    else groups.push([call]);
    last = turn;
  }
  return groups.map((group) => ({ kind: 'calls', calls: group.map(anyCall) }));
}

function contextOf(input: Json): CaseContent['context'] {
  const context = memberOf(input, 'context');
  if (context === undefined) return [];
  return isJsonObject(context) ? Object.entries(context) : [['context', context]];
}

/** The messages of an input; null where it is something else. */
function messagesOf(input: Json): readonly Json[] | null {
  if (typeof input === 'string') return [{ role: 'user', content: input }];
  const messages = Array.isArray(input) ? input : memberOf(input, 'messages');
  if (!Array.isArray(messages) || messages.length === 0) return null;
  return (messages as readonly Json[]).every((message) => roleOf(message) !== undefined)
    ? messages
    : null;
}

function roleOf(message: Json): string | undefined {
  return textMember(message, 'role', 'type');
}

/** A result that is not joined to its call yet. */
interface ResultItem {
  readonly kind: 'result';
  readonly id: string | undefined;
  readonly name: string | undefined;
  readonly text: string;
}

/** Calls with their ids, to join results to. */
interface CallsItem {
  readonly kind: 'calls';
  readonly calls: readonly ShownCall[];
  readonly ids: readonly (string | undefined)[];
}

type Item = Extract<ConversationItem, { kind: 'said' }> | CallsItem | ResultItem;

function itemsOf(message: Json): readonly Item[] {
  const speaker = roleOf(message) ?? '';
  const role = ROLES.get(speaker) ?? 'assistant';
  const content = memberOf(message, 'content', 'parts');
  const calls = memberOf(message, 'tool_calls');
  if (role === 'tool') return [resultOf(message, content)];
  const said = contentItems(content, role);
  return [
    ...(ROLES.has(speaker) ? said : said.map((item) => withSpeaker(item, speaker))),
    ...(Array.isArray(calls) && calls.length > 0 ? [callsOf(calls as readonly Json[])] : []),
  ];
}

/** A speaker that is none of the four roles is named. */
function withSpeaker(item: Item, speaker: string): Item {
  return item.kind === 'said' ? { ...item, text: `${speaker}: ${item.text}` } : item;
}

function contentItems(content: Json | undefined, role: Role): readonly Item[] {
  if (content === undefined || content === '') return [];
  if (!Array.isArray(content)) return [{ kind: 'said', role, text: asText(content) }];
  const blocks = content as readonly Json[];
  const calls = blocks.filter((block) => isType(block, 'tool_use', 'function_call'));
  const others = blocks.filter((block) => !calls.includes(block));
  return [
    ...others.map((block): Item => {
      if (isType(block, 'tool_result')) return resultOf(block, memberOf(block, 'content'));
      const text = typeof block === 'string' ? block : textMember(block, 'text');
      return { kind: 'said', role, text: text ?? asText(block) };
    }),
    ...(calls.length > 0 ? [callsOf(calls)] : []),
  ];
}

function isType(block: Json, ...types: readonly string[]): boolean {
  return types.includes(textMember(block, 'type') ?? '');
}

function callsOf(calls: readonly Json[]): CallsItem {
  const ids = calls.map((call) => textMember(call, 'id', 'call_id'));
  return { kind: 'calls', calls: calls.map(anyCall), ids };
}

function resultOf(message: Json, content: Json | undefined): ResultItem {
  const texts = Array.isArray(content)
    ? (content as readonly Json[]).map((block) => textMember(block, 'text') ?? asText(block))
    : [asText(content ?? '')];
  return {
    kind: 'result',
    id: textMember(message, 'tool_call_id', 'tool_use_id', 'call_id'),
    name: textMember(message, 'name'),
    text: texts.join('\n'),
  };
}

/** Puts each result to its call: by id, otherwise the first one before it that has no result and the same name. */
function joinResults(items: readonly Item[]): readonly ConversationItem[] {
  const joined: (ConversationItem & { ids?: CallsItem['ids'] })[] = [];
  for (const item of items) {
    if (item.kind !== 'result') joined.push(item);
    else if (!addResult(joined, item)) joined.push({ kind: 'said', role: 'tool', text: item.text });
  }
  return joined.map((item) => (item.kind === 'said' ? item : { kind: 'calls', calls: item.calls }));
}

function addResult(
  joined: (ConversationItem & { ids?: CallsItem['ids'] })[],
  { id, name, text }: ResultItem,
): boolean {
  const fits = (call: ShownCall, callId: string | undefined): boolean => {
    if (call.result !== undefined) return false;
    if (id !== undefined && callId !== undefined) return id === callId;
    return name === undefined || call.tool === name || call.tool.endsWith(`.${name}`);
  };
  for (let at = joined.length - 1; at >= 0; at--) {
    const item = joined[at];
    if (item === undefined || item.kind === 'said') {
      if (item?.kind === 'said' && item.role === 'user') return false;
      continue;
    }
    const place = item.calls.findIndex((call, i) => fits(call, item.ids?.[i]));
    if (place < 0) continue;
    const calls = item.calls.map((call, i) => (i === place ? { ...call, result: text } : call));
    joined[at] = { ...item, calls };
    return true;
  }
  return false;
}
