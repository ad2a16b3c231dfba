import {
  type Issue,
  type Json,
  type JsonObject,
  stringifyJson,
  type ToolCall,
  type ToolSpec,
  type Trace,
} from '#core';
import { DriveError, driveIssue, type ModelExchange } from '#drivers';
import { loadModelFormat } from '#readers';
import { withoutForeignIds } from './foreign-ids.ts';
import { addUsage } from './join-turns.ts';
import { readText } from './read-captured.ts';

/** An exchange that has an answer. */
export type Answered = ModelExchange & { readonly response: JsonObject };

/**
 * The requests of a run to its models as one trace; null where there were none. Its calls are those of the answers, in
 * order, each once: what later requests repeat of them only says what came of them.
 */
export async function joinExchanges(
  exchanges: readonly ModelExchange[],
  issues: Issue[],
): Promise<Trace | null> {
  const last = exchanges.at(-1);
  if (last === undefined) return null;
  const answered = exchanges.filter(isAnswered);
  if (answered.length === 0) {
    const message = `none of ${exchanges.length} requests to models was answered: ${last.failure}`;
    throw new DriveError('CAPTURE_FAILED', message);
  }
  const conversations = await readConversations(withoutForeignIds(answered), issues);
  const main = conversations.find(({ offered }) => (offered ?? []).length > 0) ?? conversations[0];
  if (main === undefined) return null;
  const { calls, output } = await readAnswers(answered, conversations);
  const { error, fault } = faultOf(conversations, main, exchanges);
  const isPart =
    conversations.some(({ partial }) => partial === true) || noteBroken(exchanges, issues);
  const { partial: _partial, fault: _fault, answers: _answers, ...rest } = main;
  return {
    ...rest,
    calls,
    output: output ?? main.output,
    offered: offeredIn(conversations),
    usage: conversations.map(({ usage }) => usage).reduce(addUsage),
    error,
    ...(fault === undefined ? {} : { fault }),
    ...(isPart ? { partial: true } : {}),
  };
}

function isAnswered(exchange: ModelExchange): exchange is Answered {
  return exchange.failure === null && exchange.response !== null;
}

/** What each format records as conversations, those of the first request first. */
async function readConversations(
  answered: readonly Answered[],
  issues: Issue[],
): Promise<readonly Trace[]> {
  const formats = [...new Set(answered.map(({ format }) => format))];
  const traces: Trace[] = [];
  for (const format of formats) {
    const lines = answered
      .filter((exchange) => exchange.format === format)
      .map(({ request, response }) => `${stringifyJson({ request, response })}\n`);
    traces.push(...(await readText(lines.join(''), await loadModelFormat(format), issues)));
  }
  return traces;
}

/**
 * The calls of every answer, with what the conversations record of them beyond that, and the words of the last answer of
 * a model that had tools.
 */
async function readAnswers(
  answered: readonly Answered[],
  conversations: readonly Trace[],
): Promise<{ readonly calls: readonly ToolCall[]; readonly output: Json }> {
  const recorded = new Map<string, ToolCall[]>();
  for (const call of conversations.flatMap(({ calls }) => calls)) {
    const others = recorded.get(keyOf(call));
    if (others === undefined) recorded.set(keyOf(call), [call]);
    else others.push(call);
  }
  const calls: ToolCall[] = [];
  let output: Json = null;
  for (const [index, { format, request, response }] of answered.entries()) {
    const line = stringifyJson({ response });
    for (const trace of await readText(line, await loadModelFormat(format), [])) {
      if (offersTools(request)) output = trace.output;
      for (const call of trace.calls)
        calls.push({ ...(recorded.get(keyOf(call))?.shift() ?? call), turn: index + 1 });
    }
  }
  return { calls, output };
}

/** The same call in an answer and in a conversation: names are split only where the tools are known. */
function keyOf({ id, name, rawName, arguments: passed }: ToolCall): string {
  return JSON.stringify([id, rawName ?? name, passed]);
}

function offeredIn(conversations: readonly Trace[]): readonly ToolSpec[] | null {
  const isUnknown = conversations.some(
    ({ offered, calls }) => offered === null && calls.length > 0,
  );
  if (isUnknown) return null;
  const tools = new Map<string, ToolSpec>();
  for (const tool of conversations.flatMap(({ offered }) => offered ?? [])) {
    const key = JSON.stringify([tool.server, tool.name]);
    if (!tools.has(key)) tools.set(key, tool);
  }
  return conversations.every(({ offered }) => offered === null) ? null : [...tools.values()];
}

/** Why the run is not measured: a record that cannot be read whole, an answer that was cut, a last request that failed. */
function faultOf(
  conversations: readonly Trace[],
  main: Trace,
  exchanges: readonly ModelExchange[],
): Pick<Trace, 'error' | 'fault'> {
  const faulty = conversations.find(({ fault }) => fault !== undefined);
  if (faulty?.fault !== undefined) return { error: faulty.error, fault: faulty.fault };
  const cut = conversations.find(
    (trace) => trace.error !== null && (trace === main || trace.calls.length > 0),
  );
  const last = exchanges.findLast(({ request }) => offersTools(request)) ?? exchanges.at(-1);
  return { error: cut?.error ?? last?.failure ?? null };
}

function offersTools({ tools }: JsonObject): boolean {
  return Array.isArray(tools) && tools.length > 0;
}

/** Whether an answer broke off: a part of it may have been acted on. */
function noteBroken(exchanges: readonly ModelExchange[], issues: Issue[]): boolean {
  const failed = exchanges.filter(({ failure }) => failure !== null);
  if (failed.length === 0) return false;
  const broken = failed.filter(({ response }) => response === null).length;
  const message = `${failed.length} of ${exchanges.length} requests to models had no whole answer`;
  issues.push(driveIssue('CAPTURE_UNANSWERED', message));
  return broken > 0;
}
