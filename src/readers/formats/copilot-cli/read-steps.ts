import { type Json, type JsonObject } from '#core';
import type { CallDraft } from '../../draft/call-ledger.ts';
import { callEntries } from '../../draft/call-entries.ts';
import { objectOf } from '../../draft/json-parts.ts';
import type { DraftStatus } from '../../draft/read-status.ts';
import { resultText } from '../../draft/result-text.ts';
import { textOf } from '../../draft/text-of.ts';
import { shortenResult, type Step } from '../../sessions/step.ts';

/** What an event adds to a run. A request and the start of its execution are the same call. */
export function readEventSteps(
  type: string,
  data: JsonObject,
  requester: string | null,
  at: string | undefined,
): Step[] {
  switch (type) {
    case 'user.message':
      return requester === null ? readUser(data) : [];
    case 'assistant.message':
      return readAnswer(data, requester, at);
    case 'tool.execution_start':
    case 'tool.user_requested': {
      const isOfUser = type === 'tool.user_requested';
      const name = textOf(data.toolName) ?? '';
      const call = readCall(data, name, isOfUser ? 'user' : requester, at);
      return [{ kind: 'call', call }];
    }
    case 'tool.execution_complete':
      return [readResult(data, requester, at)];
    case 'permission.completed':
      return readPermission(data, requester);
    default:
      return [];
  }
}

/** Messages with a source are from the program: notes of skills, hooks and other agents. */
function readUser({ content, source }: JsonObject): Step[] {
  const isOfUser = source === undefined || source === null || source === 'user';
  const text = textOf(content);
  return isOfUser && text !== null ? [{ kind: 'user', text }] : [];
}

function readAnswer(data: JsonObject, requester: string | null, at: string | undefined): Step[] {
  const steps: Step[] = [{ kind: 'turn', model: textOf(data.model), requester }];
  const text = textOf(data.content);
  if (text !== null && requester === null) steps.push({ kind: 'answer', text });
  for (const request of callEntries(data.toolRequests)) {
    const name = textOf(request.name) ?? '';
    steps.push({
      kind: 'call',
      call: { ...readCall(request, name, requester, at), isAsked: true },
    });
  }
  return steps;
}

function readCall(
  data: JsonObject,
  rawName: string,
  requester: string | null,
  startedAt: string | undefined,
): CallDraft {
  const server = textOf(data.mcpServerName);
  const tool = textOf(data.mcpToolName);
  const isMcp = server !== null && tool !== null && rawName !== '';
  return {
    id: textOf(data.toolCallId),
    name: isMcp ? tool : rawName,
    server: isMcp ? server : null,
    rawName,
    arguments: data.arguments,
    requester,
    startedAt,
  };
}

function readResult(data: JsonObject, requester: string | null, at: string | undefined): Step {
  const result = shortenResult({
    id: textOf(data.toolCallId),
    name: null,
    status: readStatus(data.success, objectOf(data.error).code),
    text:
      resultText(objectOf(data.result).content) ??
      textOf(objectOf(data.error).message) ??
      undefined,
  });
  return { kind: 'result', result, requester, at };
}

const REFUSED: ReadonlySet<Json | undefined> = new Set(['denied', 'rejected']);

function readStatus(success: Json | undefined, code: Json | undefined): DraftStatus {
  if (success === true) return 'ok';
  if (success !== false) return 'unreadable';
  return REFUSED.has(code) ? 'denied' : 'error';
}

/** A permission that was refused says which call was not carried out. */
function readPermission(data: JsonObject, requester: string | null): Step[] {
  const id = textOf(data.toolCallId);
  const kind = textOf(objectOf(data.result).kind) ?? '';
  if (id === null || !/^(?:denied|reject)/.test(kind)) return [];
  return [{ kind: 'result', result: { id, name: null, status: 'denied' }, requester }];
}
