import { AnswerModels, formatTool, type Json, type JsonObject } from '#core';
import type {
  ChatAnswer,
  ChatMessage,
  ChatPart,
  ChatRequest,
  ChatTool,
  ChatUsage,
  Uncounted,
} from '../chat.ts';
import type { DriveTask } from '../driver.ts';
import type { ToolSession } from '../tool-session.ts';
import { turnsOf } from '../user/simulated-user.ts';
import type { ModelDriverOptions } from './model-driver-options.ts';
import { nativeCall, type RequestedCall, requestedCall } from './requested-call.ts';
import { runTrace, type StopReason } from './run-trace.ts';
import { spelledChoice } from './spelled-choice.ts';
import { systemText } from './system-text.ts';

const DEFAULT_MAX_TURNS = 10;

interface Outcome {
  readonly status: 'ok' | 'error';
  /** What the model sees. */
  readonly text: string;
  readonly content: Json;
  readonly durationMs: number | null;
}

/** One conversation of a model with its user and its tools. */
export class ModelRun {
  /** What went over the wire so far. */
  readonly exchanges: Json[] = [];
  readonly #options: ModelDriverOptions;
  readonly #task: DriveTask;
  readonly #session: ToolSession;
  readonly #tools: readonly ChatTool[];
  readonly #signal: AbortSignal;
  readonly #uncounted: Uncounted;
  readonly #messages: ChatMessage[];
  readonly #calls: JsonObject[] = [];
  readonly #began: number | null;
  readonly #endsAtDecision: boolean;
  readonly #models = new AnswerModels();
  /** What the user said in this run. */
  readonly #said: string[] = [];
  #answers = 0;
  #model = '';
  #output = '';
  /** Null once an answer does not report it: a sum of some would be wrong. */
  #usage: ChatUsage | null = { inputTokens: 0, outputTokens: 0 };
  #stopped: StopReason | null = null;

  constructor(
    options: ModelDriverOptions,
    task: DriveTask,
    session: ToolSession,
    tools: readonly ChatTool[],
    signal: AbortSignal,
    uncounted: Uncounted,
  ) {
    this.#uncounted = uncounted;
    this.#options = options;
    this.#task = task;
    this.#session = session;
    this.#tools = tools;
    this.#signal = signal;
    this.#messages = [...task.history];
    this.#began = options.now?.() ?? null;
    this.#endsAtDecision = options.execute === 'select' || task.stopsAfterDecision;
  }

  /** Lets the user say one thing after the other; ends early at a decision or where the model finds no end. */
  async play(): Promise<void> {
    // A conversation that ends with a result of a tool waits for the model, not for the user.
    if (this.#task.turns.length === 0) await this.#reply();
    const said = turnsOf(this.#task, () => this.#output, this.#signal, this.#uncounted);
    for await (const text of said) {
      const images = this.#said.length === 0 ? (this.#task.images ?? []) : [];
      this.#said.push(text);
      const parts: readonly ChatPart[] = [{ type: 'text', text }, ...images];
      this.#messages.push({ role: 'user', text, ...(images.length === 0 ? {} : { parts }) });
      await this.#reply();
      if (this.#stopped !== null || this.#task.stopsAfterDecision) return;
    }
  }

  async #reply(): Promise<void> {
    const { maxTurns = DEFAULT_MAX_TURNS } = this.#options;
    for (let turn = 1; turn <= maxTurns; turn++) {
      const answer = await this.#ask(turn === 1);
      if (answer.calls.length === 0) return;
      const requested = answer.calls.map((call) => requestedCall(call, this.#session.tools));
      if (this.#endsAtDecision) {
        this.#calls.push(...requested.map((request) => nativeCall(request, this.#answers)));
        this.#stopped = 'first_decision';
        return;
      }
      await this.#execute(requested);
    }
    this.#stopped = 'max_turns';
  }

  async #ask(isFirst: boolean): Promise<ChatAnswer> {
    const request = this.#request(isFirst);
    const answer = await this.#options.model.answer(request, this.#signal, this.#uncounted);
    const { model, text, calls, usage, raw, exchange } = answer;
    this.exchanges.push({ request: exchange.request, response: exchange.response });
    this.#messages.push({ role: 'assistant', text, calls, raw });
    this.#answers += 1;
    this.#model = model;
    if (model !== '') this.#models.add(model);
    this.#output = text;
    this.#usage =
      usage === null || this.#usage === null
        ? null
        : {
            inputTokens: this.#usage.inputTokens + usage.inputTokens,
            outputTokens: this.#usage.outputTokens + usage.outputTokens,
          };
    return answer;
  }

  #request(isFirst: boolean): ChatRequest {
    const { system, examples = [], toolChoice = 'auto', settings } = this.#options;
    const isForced = toolChoice !== 'auto' && toolChoice !== 'none';
    return {
      system: systemText({
        system,
        examples,
        tools: this.#session.tools,
        context: this.#task.context,
      }),
      messages: [...this.#messages],
      tools: this.#tools,
      toolChoice: isForced && !isFirst ? 'auto' : spelledChoice(toolChoice, this.#session.tools),
      parallelCalls: this.#options.parallelCalls ?? null,
      temperature: this.#options.temperature ?? null,
      seed: seedOf(this.#options.seed ?? null, this.#task.run),
      maxTokens: this.#options.maxTokens ?? null,
      ...(settings === undefined ? {} : { settings }),
    };
  }

  /** Carries out the calls of one answer at the same time and records them in the order in which they were asked for. */
  async #execute(requested: readonly RequestedCall[]): Promise<void> {
    // All are waited for even when one fails: the session is closed after it, and none may still be using it.
    const settled = await Promise.allSettled(requested.map((request) => this.#call(request)));
    for (const [index, request] of requested.entries()) {
      const outcome = settled[index]!;
      if (outcome.status === 'rejected') throw outcome.reason;
      this.#record(request, outcome.value);
    }
  }

  async #call({ call, tool, args }: RequestedCall): Promise<Outcome> {
    if (tool === null) return impossible(`There is no tool named ${JSON.stringify(call.name)}.`);
    if (args === null) return impossible('The arguments are not a JSON object. Write them again.');
    const began = this.#options.now?.() ?? null;
    const { status, text, content } = await this.#session.call(tool, args, this.#signal);
    return { status, text, content, durationMs: this.#since(began) };
  }

  #record(requested: RequestedCall, { status, text, content, durationMs }: Outcome): void {
    const { call, tool, args } = requested;
    this.#calls.push({
      ...nativeCall(requested, this.#answers),
      status,
      result: text,
      ...(durationMs === null ? {} : { duration_ms: durationMs }),
    });
    this.exchanges.push({
      tool: tool === null ? call.name : formatTool(tool),
      arguments: args ?? call.arguments,
      status,
      result: content,
      // What the model saw of it, where that differs.
      ...(content === text ? {} : { told: text }),
    });
    this.#messages.push({
      role: 'tool',
      callId: call.id,
      name: call.name,
      text,
      isError: status === 'error',
    });
  }

  /** The run as a native trace. */
  trace(): JsonObject {
    const task = this.#said.length === 0 ? this.#task : { ...this.#task, turns: this.#said };
    return runTrace(this.#options, task, this.#session, {
      calls: this.#calls,
      model: this.#model,
      mainModel: this.#models.main(),
      output: this.#output,
      usage: this.#usage,
      stopped: this.#stopped,
      durationMs: this.#since(this.#began),
    });
  }

  #since(began: number | null): number | null {
    const { now } = this.#options;
    return began === null || now === undefined ? null : Math.max(0, now() - began);
  }
}

/** Each run has a seed of its own: with one for all, several runs would be one sample. */
function seedOf(seed: number | null, run: number): number | null {
  return seed === null ? null : seed + run - 1;
}

/** A call that cannot be carried out: the model gets an error, and goes on. */
function impossible(text: string): Outcome {
  return { status: 'error', text, content: text, durationMs: null };
}
