import {
  AnswerModels,
  countAnswers,
  explainName,
  findTextCall,
  isName,
  type Json,
  type JsonObject,
  type Place,
  type Said,
  TEXT_CALL_CODE,
  textCallMessage,
  type ToolSpec,
  type Trace,
  type TraceFault,
  type Usage,
} from '#core';
import type { Message } from '../messages/message.ts';
import { announcesCalls } from './announces-calls.ts';
import { count } from './count.ts';
import { CallLedger, type CallDraft, type ResultDraft } from './call-ledger.ts';
import type { ReadFault, ReadRemark } from '../records/read-codes.ts';
import { Remarks } from './remarks.ts';
import { type RecordPart, UnknownTypes } from './unknown-types.ts';

/** Collects what records say about a run, in any order, and makes its trace. */
export class RunDraft {
  readonly where: Place;
  id: string | null = null;
  test: string | null = null;
  case: string | null = null;
  agent: string | null = null;
  /** The model that was asked: the model of the run where no answer names its own. */
  requestedModel: string | null = null;
  run: number | null = null;
  input: Json = null;
  output: Json = null;
  error: string | null = null;
  startedAt: string | undefined = undefined;
  durationMs: number | undefined = undefined;
  /** Goes on with each answer of the model, from 1; calls belong to the answer before them. */
  turn = 0;
  /** Whether the record says that it has only a part of the run. */
  isPartial = false;
  readonly metadata: Map<string, Json> = new Map();
  readonly #remarks = new Remarks();
  readonly #calls = new CallLedger(this.#remarks);
  readonly #said: Said[] = [];
  #offered: Map<string, ToolSpec> | null = null;
  /** Some offered tool cannot be read. */
  #hidesTools = false;
  /** Whether there are results of calls that the record does not have. */
  #lacksCalls = false;
  #fault: (TraceFault & { readonly message: string }) | null = null;
  #missingSessions = 0;
  #missed: (TraceFault & { readonly code: AnswerFault; readonly message: string }) | null = null;
  readonly #unknown = new UnknownTypes();
  readonly #servers = new Set<string>();
  readonly #models = new AnswerModels();
  #usage: { inputTokens: number | null; outputTokens: number | null; cost: number | null } | null =
    null;

  constructor(where: Place) {
    this.where = where;
  }

  /** Adds a decision. A decision with a known id is the same decision, and is completed. */
  addCall(call: CallDraft): void {
    this.#addCall(call, call.requester ?? null, call.isAsked === true);
  }

  #addCall(call: CallDraft, requester: string | null, isAsked: boolean): void {
    const server = call.server === undefined || call.server === '' ? null : call.server;
    if (!isName(call.name) || (server !== null && !isName(server))) {
      // The chosen tool is unknown, and skipping the call would change the score.
      const what = isName(call.name)
        ? explainName('server', server ?? '')
        : explainName('name', call.name);
      this.reject('READ_CALL_UNREADABLE', `a tool call cannot be read: ${what}`);
      return;
    }
    const turn = call.turn ?? (this.turn === 0 ? undefined : this.turn);
    this.#calls.add(call, { server, requester, isAsked, turn });
  }

  /**
   * Adds the result of a call of the agent, or of the named requester. The call is found by its id, otherwise by its
   * name and place.
   */
  addResult(result: ResultDraft, requester: string | null = null): void {
    // Its call was made, and the record does not have it.
    if (!this.#calls.answer(result) && requester === null) this.#lacksCalls = true;
    const { id, name, text = '' } = result;
    if (text === '' || requester !== null) return;
    const said: { -readonly [K in keyof Said]: Said[K] } = { role: 'tool', text, turn: this.turn };
    if (id) said.id = id;
    if (name) said.name = name;
    this.#said.push(said);
  }

  /** Adds what the user or the agent said. The first words of the user are the input, the last of the agent the output. */
  addText(role: 'user' | 'assistant', text: string): void {
    if (text === '') return;
    if (role === 'assistant') this.output = text;
    else this.input ??= text;
    this.#said.push({ role, text, turn: this.turn });
  }

  /** Adds the system prompt; a text that is repeated with every request counts once. */
  addSystemText(text: string, turn: number = this.turn): void {
    if (
      text === '' ||
      this.#said.some((message) => message.role === 'system' && message.text === text)
    )
      return;
    this.#said.push({ role: 'system', text, turn });
  }

  /** Adds a message of the conversation that was not there before. */
  addMessage(message: Message, requester: string | null = null): void {
    if (message.role === 'assistant') this.turn += 1;
    const { role, text } = message;
    this.rejectTypes('part', message.unknown);
    if (role === 'system' && requester === null) this.addSystemText(text);
    if ((role === 'user' || role === 'assistant') && requester === null) this.addText(role, text);
    for (const call of message.calls) this.#addCall(call, call.requester ?? requester, true);
    for (const result of message.results) {
      const isOwn = role === 'tool' && !('text' in result) && text !== '';
      this.addResult(isOwn ? { ...result, text } : result, requester);
    }
  }

  /**
   * Adds offered tools; a known schema stays. An empty list says that no tool was offered. With a tool that cannot be
   * read the list is incomplete, and the offer is unknown.
   */
  offer(tools: readonly ToolSpec[]): void {
    this.#offered ??= new Map();
    for (const tool of tools) {
      if (!isName(tool.name) || (tool.server !== null && !isName(tool.server))) {
        if (!this.#hidesTools)
          this.warn(
            'READ_TOOLS_UNREADABLE',
            'a tool that was offered cannot be read, so the list is not used',
          );
        this.#hidesTools = true;
        continue;
      }
      const key = tool.server === null ? `.${tool.name}` : JSON.stringify([tool.server, tool.name]);
      const existing = this.#offered.get(key);
      if (existing === undefined || existing.inputSchema === null) this.#offered.set(key, tool);
    }
  }

  /** Adds MCP servers that took part, so that `mcp__server__tool` can be split. */
  addServers(names: readonly string[]): void {
    for (const name of names) this.#servers.add(name);
  }

  /** Notes which model gave an answer of the agent; other values than a name are ignored. */
  noteModel(model: Json | undefined): void {
    if (typeof model === 'string' && model !== '') this.#models.add(model);
  }

  /** Adds tokens and cost; what is not recorded stays unknown. */
  addUsage(usage: Partial<Usage>): void {
    const { inputTokens = null, outputTokens = null, cost = null } = usage;
    if (inputTokens === null && outputTokens === null && cost === null) return;
    this.#usage ??= { inputTokens: null, outputTokens: null, cost: null };
    this.#usage.inputTokens = sum(this.#usage.inputTokens, inputTokens);
    this.#usage.outputTokens = sum(this.#usage.outputTokens, outputTokens);
    const total = sum(this.#usage.cost, cost);
    // Prices are decimals: rounding removes the error of binary fractions.
    this.#usage.cost = total === null ? null : Math.round(total * 1e12) / 1e12;
  }

  /** Adds a warning about a value that was kept. `where` adds to the place of the run. */
  warn(code: ReadRemark, message: string, where: Place = {}): void {
    this.#remarks.add(code, message, where);
  }

  /** Rejects the run: it cannot be measured, whatever else it has. The first reason is reported. */
  reject(code: ReadFault, message: string, pointer?: string): void {
    this.#fault ??= pointer === undefined ? { code, message } : { code, message, pointer };
  }

  /**
   * Rejects the run because the agent's output, or an event of the run, has an unknown type: it may be a call. The run
   * is not measured, unless the suite ignores the type.
   */
  rejectType(kind: RecordPart, type: string, where: Place = {}): void {
    this.#unknown.add(kind, type, where);
  }

  /** The same for each of several types. */
  rejectTypes(kind: RecordPart, types: readonly string[] | undefined, where: Place = {}): void {
    for (const type of types ?? []) this.rejectType(kind, type, where);
  }

  /**
   * Checks how an answer of the model ended. An answer that announces calls, and has none in the record, was not
   * recorded completely.
   */
  endAnswer(reason: Json | undefined, calls: number, pointer?: string): void {
    if (calls === 0 && announcesCalls(reason))
      this.reject('READ_ANSWER_MISSING', describeMissing(reason), pointer);
  }

  /**
   * Notes that an answer of the model is missing or incomplete. With calls from elsewhere, such as spans of tools, the
   * run is partial; without any it is not measured.
   */
  missAnswer(code: AnswerFault, message: string, pointer?: string): void {
    this.#missed ??= pointer === undefined ? { code, message } : { code, message, pointer };
  }

  /** Notes a sub-agent whose calls are not in the records. */
  missSession(): void {
    this.#missingSessions += 1;
  }

  /** Marks a call as refused: chosen, and never carried out. */
  deny(id: string): void {
    this.#calls.answer({ id, name: null, status: 'denied' });
  }

  get callCount(): number {
    return this.#calls.size;
  }

  /** Decides what a missing answer or call makes of the run; returns whether the run is partial. */
  #settleMissed(): boolean {
    const sessions = this.#missingSessions;
    if (sessions === 0) return this.#settleMissedCalls();
    const agents = count(sessions, 'sub-agent', 'sub-agents');
    this.warn('READ_SESSION_MISSING', `the calls of ${agents} are not in the records`);
    this.#settleMissedCalls();
    return true;
  }

  #settleMissedCalls(): boolean {
    if (this.#lacksCalls && this.callCount === 0)
      this.reject('READ_RESULT_WITHOUT_CALL', 'the record has results, and not their calls');
    if (this.#missed === null) return this.#lacksCalls;
    const { code, message, pointer } = this.#missed;
    if (this.callCount === 0) this.reject(code, message, pointer);
    else this.warn(code, message, pointer === undefined ? {} : { pointer });
    return this.callCount > 0 || this.#lacksCalls;
  }

  /** The trace. Calls without a result are `missing` where other calls have one, and unknown where no call has one. */
  finish(): Trace {
    const isPartial = this.#settleMissed() || this.isPartial;
    const fault = this.#fault ?? this.#unknown.fault();
    const offered = this.#offered === null ? null : [...this.#offered.values()];
    const settled = this.#calls.settle([...this.#servers], offered ?? []);
    const metadata: JsonObject | null =
      this.metadata.size === 0 ? null : Object.fromEntries(this.metadata);
    // After the last answer nothing is decided.
    const said = this.#said.filter(({ turn }) => turn < this.turn);
    const isInput = said.length === 1 && said[0]?.text === this.input;
    const { calls } = settled;
    const kept = said.length > 0 && !isInput ? { said } : {};
    const derived = countAnswers({ calls, output: this.output, ...kept });
    const trace: { -readonly [K in keyof Trace]: Trace[K] } = {
      id: this.id,
      test: this.test,
      case: this.case,
      agent: this.agent,
      run: this.run,
      input: this.input,
      calls,
      offered: offered === null || this.#hidesTools ? null : settled.offered,
      output: this.output,
      usage: this.#usage,
      error: this.error ?? fault?.message ?? null,
      metadata,
      issues: [],
    };
    if (this.error === null && fault !== null) {
      const { message: _message, ...rest } = fault;
      trace.fault = rest;
    }
    const model = this.#models.main() ?? this.requestedModel;
    if (model !== null) trace.model = model;
    if (isPartial) trace.partial = true;
    Object.assign(trace, kept);
    if (this.#said.length > 0 && derived > 0 && derived !== this.turn) trace.answers = this.turn;
    if (this.startedAt !== undefined) trace.startedAt = this.startedAt;
    if (this.durationMs !== undefined) trace.durationMs = this.durationMs;
    const textCall = findTextCall(trace);
    if (textCall !== null) this.warn(TEXT_CALL_CODE, textCallMessage(textCall));
    trace.issues = this.#remarks.issues(this.where);
    return trace;
  }
}

/** Why the record of an answer is not enough. */
export type AnswerFault = Extract<ReadFault, 'READ_ANSWER_MISSING' | 'READ_ANSWER_CUT'>;

/** What is said of an answer that announces calls which are not there. */
export function describeMissing(reason: Json | undefined): string {
  return `an answer of the model announces calls (finish reason ${JSON.stringify(reason)}), and the record has none of them`;
}

function sum(a: number | null, b: number | null): number | null {
  return a === null ? b : b === null ? a : a + b;
}
