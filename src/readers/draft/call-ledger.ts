import { type Arguments, equalJson, type Json, type ToolCall, type ToolSpec } from '#core';
import { CallIndex } from './call-index.ts';
import { readArguments } from './read-arguments.ts';
import { type DraftStatus, worstStatus } from './read-status.ts';
import type { Remarks } from './remarks.ts';
import { NameSplitter } from './split-name.ts';

/** A tool call as a record describes it. */
export interface CallDraft {
  readonly id: string | null;
  /** As the model wrote it, or as the span is called. */
  readonly name: string;
  readonly server?: string | null;
  /** An object, JSON text, any other value; undefined when the record does not have them. */
  readonly arguments?: Json | undefined;
  readonly requester?: string | null;
  readonly status?: DraftStatus | null | undefined;
  /** What came back as text, where the record has it whole. */
  readonly result?: string | undefined;
  /** What the model wrote, where `name` is the name that the tool has itself. */
  readonly rawName?: string | null;
  /** Whether it was executed, though no record says how it ended. */
  readonly answered?: boolean;
  /** Whether a new message of the conversation requests it, which a span only repeats. */
  readonly isAsked?: boolean;
  readonly turn?: number | undefined;
  readonly startedAt?: string | undefined;
  readonly durationMs?: number | undefined;
}

/** What the place of a call adds to it. Kept separately, since copies of calls with more members are slow. */
export interface CallContext {
  readonly server: string | null;
  readonly requester: string | null;
  readonly isAsked: boolean;
  readonly turn: number | undefined;
}

/** What came back for a call. */
export interface ResultDraft {
  readonly id: string | null;
  readonly name: string | null;
  /** Null: something came back, and the format has no word for failure. */
  readonly status: DraftStatus | null;
  /** What it was, where the record has it. */
  readonly text?: string | undefined;
  /** Whether only the beginning of it is kept. */
  readonly isCut?: boolean;
  readonly startedAt?: string | undefined;
  readonly durationMs?: number | undefined;
}

interface Entry {
  readonly id: string | null;
  name: string;
  /** What the model wrote, once another record has the name of the tool. */
  rawName: string | null;
  server: string | null;
  arguments: Json | undefined;
  readonly requester: string | null;
  status: DraftStatus | null;
  result: string | undefined;
  answered: boolean;
  isAsked: boolean;
  turn: number | undefined;
  startedAt: string | undefined;
  durationMs: number | undefined;
}

const NONE: readonly Entry[] = [];

/** The decisions of a run, each of them once, with their results. */
export class CallLedger {
  readonly #entries: Entry[] = [];
  readonly #index = new CallIndex<Entry>();
  readonly #remarks: Remarks;

  constructor(remarks: Remarks) {
    this.#remarks = remarks;
  }

  get size(): number {
    return this.#entries.length;
  }

  add(call: CallDraft, context: CallContext): void {
    const id = call.id === '' ? null : call.id;
    const others = id === null ? NONE : this.#index.withId(id);
    const existing =
      others.length === 0
        ? undefined
        : others.find((candidate) => isSame(candidate, call, context));
    if (existing !== undefined) {
      const { name } = existing;
      fill(existing, call, context);
      if (existing.name !== name) this.#index.addName(existing);
      return;
    }
    const entry: Entry = {
      id,
      name: call.name,
      rawName: call.rawName ?? null,
      server: context.server,
      arguments: call.arguments,
      requester: context.requester === '' ? null : context.requester,
      status: call.status ?? null,
      result: call.result,
      answered: call.answered === true || (call.status ?? null) !== null,
      isAsked: context.isAsked,
      turn: context.turn,
      startedAt: call.startedAt,
      durationMs: call.durationMs,
    };
    this.#entries.push(entry);
    this.#index.add(entry);
    if (others.length > 0)
      this.#remarks.add(
        'READ_DUPLICATE_ID',
        `calls of "${others[0]!.name}" and "${call.name}" have the same id "${id!.slice(0, 80)}"`,
      );
  }

  answer(result: ResultDraft): boolean {
    const entry = this.#find(result);
    if (entry === undefined) {
      const what = result.name ?? result.id?.slice(0, 80) ?? 'a call';
      this.#remarks.add('READ_RESULT_WITHOUT_CALL', `a result for "${what}" belongs to no call`);
      return false;
    }
    entry.status = worstStatus(entry.status, result.status);
    entry.answered = true;
    if (result.isCut !== true) entry.result = result.text ?? entry.result;
    entry.startedAt ??= result.startedAt;
    entry.durationMs ??= result.durationMs;
    return true;
  }

  /** The call of a result: the first open call with its id, otherwise the first open call with its name. */
  #find({ id, name }: ResultDraft): Entry | undefined {
    if (id === null || id === '') return this.#index.findOpen(name);
    const entries = this.#index.withId(id);
    const named = entries.filter((entry) => name === null || entry.name === name);
    const fitting = named.length > 0 ? named : entries;
    return fitting.find((entry) => !entry.answered) ?? fitting[0];
  }

  settle(
    servers: readonly string[],
    offered: readonly ToolSpec[],
  ): { calls: ToolCall[]; offered: ToolSpec[] } {
    const splitter = new NameSplitter(servers, offered);
    const someAnswered = this.#entries.some((entry) => entry.answered);
    const calls = this.#entries.map((entry, index) =>
      this.#toCall(entry, index, splitter, someAnswered),
    );
    return { calls, offered: offered.map((tool) => splitOffered(tool, splitter)) };
  }

  #toCall(entry: Entry, index: number, splitter: NameSplitter, someAnswered: boolean): ToolCall {
    const split =
      entry.server === null
        ? splitter.split(entry.name)
        : { server: entry.server, name: entry.name, guessed: false };
    if (split.guessed)
      this.#remarks.add(
        'READ_NAME_GUESSED',
        `"${entry.name}" could be split in several ways; taken as server "${split.server}", tool "${split.name}"`,
      );
    const { turn, startedAt, durationMs } = entry;
    const rawName = entry.rawName ?? entry.name;
    const missing = !entry.answered && someAnswered;
    if (missing)
      this.#remarks.add(
        'READ_CALL_WITHOUT_RESULT',
        `call ${index + 1}, "${entry.name}", has no result`,
      );
    const call: { -readonly [K in keyof ToolCall]: ToolCall[K] } = {
      server: split.server,
      name: split.name,
      arguments: this.#argumentsOf(entry),
      id: entry.id,
      requester: entry.requester,
      status: entry.status === 'unreadable' ? null : (entry.status ?? (missing ? 'missing' : null)),
    };
    if (entry.result !== undefined) call.result = entry.result;
    if (turn !== undefined) call.turn = turn;
    if (split.name !== rawName) call.rawName = rawName;
    if (startedAt !== undefined) call.startedAt = startedAt;
    if (durationMs !== undefined) call.durationMs = durationMs;
    return call;
  }

  #argumentsOf(entry: Entry): Arguments {
    const { value, problem } = readArguments(entry.arguments);
    if (problem !== null)
      this.#remarks.add(
        'READ_ARGS_UNPARSED',
        `arguments of call "${entry.name}" are not a JSON object (${problem}); kept as text`,
      );
    return value;
  }
}

/**
 * A repeated id is the same call recorded again, with two exceptions: it names another tool, or a new message requests
 * it once more, with other arguments or after the first was answered. Some proxies reuse ids.
 */
function isSame(entry: Entry, call: CallDraft, { isAsked }: CallContext): boolean {
  if (isAsked && entry.isAsked)
    if (entry.answered || !equalJson(entry.arguments ?? null, call.arguments ?? null)) return false;
  return (
    entry.name === call.name || isPartOf(entry.name, call.name) || isPartOf(call.name, entry.name)
  );
}

/** Whether a name is the end of a longer name, as `get` is of `mcp__http__get`. */
function isPartOf(name: string, longer: string): boolean {
  return longer.endsWith(`__${name}`);
}

function fill(entry: Entry, call: CallDraft, { server, isAsked, turn }: CallContext): void {
  if (entry.server === null && server !== null) {
    entry.server = server;
    if (isPartOf(call.name, entry.name)) {
      entry.rawName = entry.name;
      entry.name = call.name;
    }
  }
  entry.arguments ??= call.arguments;
  entry.answered ||= call.answered === true;
  entry.result ??= call.result;
  entry.isAsked ||= isAsked;
  if (call.status !== undefined && call.status !== null) {
    entry.status = worstStatus(entry.status, call.status);
    entry.answered = true;
  }
  entry.turn ??= turn;
  entry.startedAt ??= call.startedAt;
  entry.durationMs ??= call.durationMs;
}

function splitOffered(tool: ToolSpec, splitter: NameSplitter): ToolSpec {
  if (tool.server !== null) return tool;
  const { server, name } = splitter.split(tool.name);
  return server === null ? tool : { ...tool, server, name };
}
