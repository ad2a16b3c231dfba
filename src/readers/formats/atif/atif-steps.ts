import { type Json, type JsonObject, type Said, toNativeCall, type ToolCall } from '#core';

/** What the format has no place for is written to `extra` under this name, and read back from there. */
export const OWN = 'whichtool';

type Source = 'agent' | 'system' | 'user';

/** The steps of a trajectory, in the order of calls and messages. */
export class AtifSteps {
  readonly list: JsonObject[] = [];
  readonly #ids = new Set<string>();

  addMessage(source: Source, message: string): void {
    this.list.push({ source, message });
  }

  /** Adds calls and messages by turn. Returns the messages without their texts: `step` or `call` has the text. */
  addRun(calls: readonly ToolCall[], said: readonly Said[]): JsonObject[] {
    const places: JsonObject[] = [];
    let next = 0;
    let turn = 1;
    for (const group of groupByAnswer(calls)) {
      turn = group[0]?.turn ?? turn;
      for (; next < said.length && isBefore(said[next], turn); next += 1)
        places.push(this.#addSaid(said[next] as Said, calls));
      this.#addCalls(group, said[next - 1]?.turn === turn);
    }
    for (; next < said.length; next += 1) places.push(this.#addSaid(said[next] as Said, calls));
    return places;
  }

  #addSaid({ text, ...rest }: Said, calls: readonly ToolCall[]): JsonObject {
    const call =
      rest.role === 'tool' && rest.id !== undefined
        ? calls.findIndex(({ id, result }) => id === rest.id && result === text)
        : -1;
    if (call >= 0) return { ...rest, call };
    this.addMessage(SOURCES[rest.role], text);
    return { ...rest, step: this.list.length };
  }

  /** Adds the calls of an answer to its message, where that is the last step. */
  #addCalls(calls: readonly ToolCall[], isAnswered: boolean): void {
    const last = this.list.at(-1);
    const isSame = isAnswered && last?.source === 'agent' && last.tool_calls === undefined;
    const step = isSame ? last : { source: 'agent', message: '' };
    if (isSame) this.list.pop();
    const ids = calls.map((call) => this.#idOf(call));
    const results = calls.flatMap((call, i) => resultOf(call, ids[i] as string));
    const [{ startedAt } = {}] = calls as readonly Partial<ToolCall>[];
    this.list.push({
      ...(startedAt === undefined ? {} : { timestamp: startedAt }),
      ...step,
      tool_calls: calls.map((call, i) => toCall(call, ids[i] as string)),
      ...(results.length === 0 ? {} : { observation: { results } }),
    });
  }

  /** Results are joined by id, so that ids are distinct here. */
  #idOf({ id }: ToolCall): string {
    let unique = id ?? 'call';
    for (let i = 2; this.#ids.has(unique); i += 1) unique = `${id ?? 'call'}-${i}`;
    this.#ids.add(unique);
    return unique;
  }
}

/** Results of tools that do not belong to a call are messages of the surroundings. */
const SOURCES: Readonly<Record<Said['role'], Source>> = {
  system: 'system',
  user: 'user',
  assistant: 'agent',
  tool: 'system',
};

/** Whether a message comes before the calls of an answer: it is earlier, or the text of that answer. */
function isBefore(said: Said | undefined, turn: number): boolean {
  if (said === undefined) return false;
  return said.turn < turn || (said.turn === turn && said.role === 'assistant');
}

/** The calls of each answer of the model: neighbours of one turn. */
function groupByAnswer(calls: readonly ToolCall[]): readonly (readonly ToolCall[])[] {
  const groups: ToolCall[][] = [];
  for (const call of calls) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    const isSame = call.turn !== undefined && call.turn === last?.turn;
    if (isSame && call.requester === last.requester) group?.push(call);
    else groups.push([call]);
  }
  return groups;
}

/** The result of a call. Without `content` it only says how the call ended. */
function resultOf({ result, status }: ToolCall, id: string): JsonObject[] {
  const isKnown = status === 'ok' || status === 'error' || status === 'denied';
  if (result === undefined && !isKnown) return [];
  return [
    {
      source_call_id: id,
      ...(result === undefined ? {} : { content: result }),
      ...(isKnown ? { extra: { is_error: status !== 'ok' } } : {}),
    },
  ];
}

function toCall(call: ToolCall, id: string): JsonObject {
  const passed = call.arguments;
  const { name, arguments: text, result: _, ...own } = toNativeCall(call);
  return {
    tool_call_id: id,
    function_name: name,
    arguments: passed.state === 'parsed' ? passed.value : {},
    extra: {
      ...(call.server === null ? {} : { server: call.server }),
      [OWN]: {
        ...(own as JsonObject),
        ...(passed.state === 'parsed' ? {} : { arguments: (text ?? null) as Json }),
      },
    },
  };
}
