// Ragas multi-turn samples: `{ user_input: [messages], reference_tool_calls: [{ name, args }], reference }` (0.2 to 0.4).
import { equalJson, isJsonObject, type Json, type JsonObject } from '#core';
import { ImportLog } from './import-log.ts';
import { expectedCalls, type ForeignDataset, listAt, memberOf } from './foreign-dataset.ts';

export const ragas: ForeignDataset = {
  id: 'ragas',
  title: 'Ragas multi-turn samples',
  // Ragas leaves out what is not set, so a sample may have no reference.
  isRow: (row) =>
    Object.hasOwn(row, 'user_input') &&
    (Object.hasOwn(row, 'reference_tool_calls') || Array.isArray(row.user_input)),
  toRows: (row) => {
    // `reference`, topics and rubrics stay as they are: what goal accuracy compares with.
    const { user_input: input = null, reference_tool_calls: reference, ...others } = row;
    const messages = listAt(row, 'user_input');
    const first = messages.findIndex(isAnswer);
    const asked = first === -1 ? messages : messages.slice(0, first);
    const called = callsOf(messages);
    const calls = Array.isArray(reference)
      ? expectedCalls(reference as readonly Json[])
      : undefined;
    const converted: JsonObject = {
      ...others,
      input: Array.isArray(input) ? { messages: asked.map(toMessage) } : input,
      ...(calls === undefined ? {} : { expected_calls: placeCalls(calls, called) }),
      ...(first === -1 ? {} : { trace: traceOf(messages, called) }),
    };
    return [converted];
  },
};

/** A sample as a row; null where it is not one. */
export function convertRagas(sample: JsonObject): JsonObject | null {
  return ragas.isRow(sample) ? (ragas.toRows(sample, new ImportLog())[0] ?? null) : null;
}

type Call = JsonObject & { readonly turn: number };

function isAnswer(message: Json): boolean {
  return memberOf(message, 'type') === 'ai';
}

/** The recorded run, with every message of the sample. */
function traceOf(messages: readonly Json[], calls: readonly Call[]): JsonObject {
  const said: JsonObject[] = [];
  let turn = 0;
  let output: Json = null;
  for (const message of messages) {
    if (isAnswer(message)) turn += 1;
    const { role, content } = toMessage(message);
    if (typeof content !== 'string' || content === '') continue;
    if (role === 'assistant') output = content;
    said.push({ role, text: content, turn });
  }
  return {
    tool_calls: calls,
    ...(output === null ? {} : { output }),
    ...(said.length === 0 ? {} : { said }),
    answers: turn,
  };
}

function callsOf(messages: readonly Json[]): readonly Call[] {
  return messages.filter(isAnswer).flatMap((message, index) =>
    listAt(message, 'tool_calls').map((call) => ({
      name: memberOf(call, 'name') ?? '',
      arguments: memberOf(call, 'args') ?? null,
      turn: index + 1,
    })),
  );
}

/** Expected calls with the turn of the call that is equal to them, each taken once. Others have no turn. */
function placeCalls(
  expected: readonly JsonObject[],
  called: readonly Call[],
): readonly JsonObject[] {
  const left = [...called];
  return expected.map((call) => {
    const at = left.findIndex(
      (made) => made.name === call.tool && equalJson(made.arguments ?? {}, call.args ?? {}),
    );
    if (at === -1) return call;
    const [{ turn }] = left.splice(at, 1) as [Call];
    return { ...call, turn };
  });
}

const ROLES: ReadonlyMap<Json | undefined, string> = new Map([
  ['human', 'user'],
  ['ai', 'assistant'],
  ['tool', 'tool'],
  ['system', 'system'],
]);

function toMessage(message: Json): { readonly role: string; readonly content: Json } {
  const role = ROLES.get(memberOf(message, 'type')) ?? 'user';
  return {
    role,
    content: isJsonObject(message) ? (memberOf(message, 'content') ?? null) : message,
  };
}
