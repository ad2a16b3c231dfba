import { isJsonObject, type Json, type JsonObject, stringifyJson } from '#core';
import type { ChatCall, ChatMessage, DriveTask } from '#drivers';
import type { SimulatedUserDocument } from '#schema';
import { readParts, type ReadParts } from './read-parts.ts';

/** What a row asks the agent: the conversation so far, and what the user says next. */
export type Ask = Pick<DriveTask, 'history' | 'turns' | 'images' | 'context' | 'messages'> & {
  /** Who answers the agent, as the suite says it. */
  readonly userDocument?: SimulatedUserDocument;
  /** What no model can be sent, with its place in the input; programs get the messages as they are. */
  readonly fault?: MessageFault;
};

interface MessageFault {
  /** JSON pointer inside the input. */
  readonly pointer: string;
  readonly message: string;
}

/**
 * The input of a row: text, or `{ messages, context }` with the conversation before the decision. Null when it is
 * neither. The system prompt in a context is left out: it is what the recorded agent was given, and this one has its own.
 */
export function readAsk(input: Json | undefined): Ask | null {
  if (typeof input === 'string' && input !== '') {
    return { history: [], turns: [input], context: null };
  }
  if (input === undefined) return null;
  const list = isJsonObject(input) ? input.messages : input;
  if (!Array.isArray(list)) return null;
  const messages = list as readonly Json[];
  const conversation = new Conversation(isJsonObject(input) ? '/messages' : '');
  const { messages: history, fault } = conversation.read(messages);
  const last = history.at(-1);
  // After an answer of the agent there is no question.
  if (fault === undefined && (last === undefined || last.role === 'assistant')) return null;
  const said = isJsonObject(input) ? (input.context ?? null) : null;
  const object = isJsonObject(said) ? said : said === null ? {} : { context: said };
  const context = withoutSystem(object);
  const ask = { context, messages, ...(fault === undefined ? {} : { fault }) };
  if (last?.role !== 'user' || last.parts !== undefined) return { history, turns: [], ...ask };
  return { history: history.slice(0, -1), turns: [last.text], ...ask };
}

function withoutSystem({ system: _system, ...context }: JsonObject): JsonObject | null {
  return Object.keys(context).length === 0 ? null : context;
}

/** Reads messages as OpenAI, Anthropic and native traces write them. Nothing is left out: what has no meaning is a fault. */
class Conversation {
  readonly #at: string;
  readonly #messages: ChatMessage[] = [];
  /** Calls that have no result yet, in order. */
  #open: ChatCall[] = [];
  #calls = 0;
  #fault: MessageFault | undefined;

  constructor(at: string) {
    this.#at = at;
  }

  read(list: readonly Json[]): {
    readonly messages: readonly ChatMessage[];
    readonly fault: MessageFault | undefined;
  } {
    list.forEach((value, index) => this.#read(value, `${this.#at}/${index}`));
    return { messages: this.#messages, fault: this.#fault };
  }

  #fail(pointer: string, message: string): void {
    this.#fault ??= { pointer, message };
  }

  #read(value: Json, at: string): void {
    if (!isJsonObject(value)) return this.#fail(at, 'this is not a message');
    const { role } = value;
    const content = readParts(value.content ?? value.text ?? null);
    if (content.unknown !== null)
      this.#fail(`${at}/content${content.unknown.at}`, content.unknown.message);
    if (role === 'system' || role === 'developer') {
      this.#refuseParts(content, at, `a ${role} message`, ['calls', 'results', 'images']);
      this.#messages.push({
        role: 'system',
        text: content.text,
        isDeveloper: role === 'developer',
      });
    } else if (role === 'user' || role === 'human') this.#readUser(content, at);
    else if (role === 'assistant' || role === 'ai' || role === 'model')
      this.#readAnswer(value, content, at);
    else if (role === 'tool' || role === 'function') this.#readResult(value, content, at);
    else this.#fail(`${at}/role`, `there is no role ${JSON.stringify(role ?? null)}`);
  }

  #refuseParts(
    content: ReadParts,
    at: string,
    where: string,
    kinds: readonly ('calls' | 'results' | 'images')[],
  ): void {
    const match = kinds.find((kind) => content[kind].length > 0);
    if (match !== undefined) this.#fail(`${at}/content`, `${where} cannot have ${match}`);
  }

  #readUser(content: ReadParts, at: string): void {
    this.#refuseParts(content, at, 'a message of the user', ['calls']);
    for (const { callId, text, isError } of content.results)
      this.#addResult({ id: callId, name: '' }, text, isError, at);
    const { text, parts, images } = content;
    if (images.length > 0) this.#messages.push({ role: 'user', text, parts });
    else if (text !== '' || content.results.length === 0)
      this.#messages.push({ role: 'user', text });
  }

  #readAnswer(value: JsonObject, content: ReadParts, at: string): void {
    this.#refuseParts(content, at, 'an answer', ['results', 'images']);
    const listed = value.tool_calls ?? [];
    const written = Array.isArray(listed) ? (listed as readonly Json[]) : [listed];
    const calls = [...content.calls, ...written].map((call, index) => {
      this.#calls++;
      return this.#readCall(call, `${at}/tool_calls/${index}`);
    });
    this.#open = [...this.#open, ...calls];
    this.#messages.push({ role: 'assistant', text: content.text, calls });
  }

  #readCall(value: Json, at: string): ChatCall {
    const call = isJsonObject(value) ? value : {};
    const made = isJsonObject(call.function ?? null) ? (call.function as JsonObject) : call;
    const passed = made.arguments ?? made.args ?? made.input ?? {};
    const name = stringOf(made.name);
    if (name === '') this.#fail(at, 'a call names no tool');
    return {
      id: stringOf(call.id) || `call_${this.#calls}`,
      name,
      arguments: typeof passed === 'string' ? passed : stringifyJson(passed),
    };
  }

  #readResult(value: JsonObject, content: ReadParts, at: string): void {
    this.#refuseParts(content, at, 'a result', ['calls', 'results', 'images']);
    const id = stringOf(value.tool_call_id ?? value.call_id);
    this.#addResult({ id, name: stringOf(value.name) }, content.text, value.status === 'error', at);
  }

  /** A result belongs to the call with its id; without one, to the first open call of its tool. */
  #addResult(of: { id: string; name: string }, text: string, isError: boolean, at: string): void {
    const place = this.#open.findIndex(({ id, name }) =>
      of.id === '' ? name === of.name || of.name === '' : id === of.id,
    );
    const call = this.#open[place];
    if (call === undefined) {
      const what = of.id === '' ? `of ${JSON.stringify(of.name)}` : JSON.stringify(of.id);
      this.#fail(at, `no earlier call without a result belongs to the result ${what}`);
      return;
    }
    this.#open.splice(place, 1);
    const { id: callId, name } = call;
    this.#messages.push({ role: 'tool', callId, name, text, isError });
  }
}

function stringOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}
