import { isJsonObject, type Json, type JsonObject } from '#core';

interface AcpCall {
  readonly id: string;
  name: string | null;
  title: string;
  input: Json | undefined;
  status: string;
  output: Json;
  isDenied: boolean;
  readonly turn: number;
}

const STATUSES: Readonly<Record<string, string>> = { completed: 'ok', failed: 'error' };

/** What an agent reports while it works: its calls, in order, and its words. */
export class AcpCalls {
  readonly #calls = new Map<string, AcpCall>();
  #text = '';
  #turn = 0;

  /** The next message of the user begins. */
  beginTurn(): void {
    this.#turn += 1;
    this.#text = '';
  }

  /** What the agent said since then. */
  get text(): string {
    return this.#text;
  }

  /** The titles of calls that do not say which tool it was. */
  get nameless(): readonly string[] {
    return [...this.#calls.values()].flatMap(({ name, title }) => (name === null ? [title] : []));
  }

  addUpdate(update: JsonObject): void {
    const { sessionUpdate: kind, content = null } = update;
    if (kind === 'tool_call' || kind === 'tool_call_update') this.#addCall(update);
    else if (kind === 'agent_message_chunk' && isJsonObject(content))
      this.#text += typeof content.text === 'string' ? content.text : '';
  }

  /** A call that the policy did not allow; requests for permission repeat what is known of it. */
  deny(toolCall: Json): void {
    if (!isJsonObject(toolCall)) return;
    this.#addCall(toolCall);
    const { toolCallId: id } = toolCall;
    const call = typeof id === 'string' ? this.#calls.get(id) : undefined;
    if (call !== undefined) call.isDenied = true;
  }

  #addCall(update: JsonObject): void {
    const { toolCallId, name, title, rawInput, status, rawOutput } = update;
    if (typeof toolCallId !== 'string') return;
    const call: AcpCall = this.#calls.get(toolCallId) ?? {
      id: toolCallId,
      name: null,
      title: '',
      input: undefined,
      status: 'pending',
      output: null,
      isDenied: false,
      turn: this.#turn,
    };
    this.#calls.set(toolCallId, call);
    if (typeof name === 'string' && name !== '') call.name = name;
    if (typeof title === 'string') call.title = title;
    if (rawInput !== undefined && rawInput !== null) call.input = rawInput;
    if (typeof status === 'string') call.status = status;
    if (rawOutput !== undefined) call.output = rawOutput;
  }

  /** The calls as a native trace has them. */
  native(): readonly JsonObject[] {
    return [...this.#calls.values()].map(({ id, name, input, status, output, isDenied, turn }) => ({
      id,
      name: name ?? '',
      ...(input === undefined ? {} : { arguments: input }),
      status: isDenied ? 'denied' : (STATUSES[status] ?? 'missing'),
      ...(typeof output === 'string' ? { result: output } : {}),
      turn,
    }));
  }
}
