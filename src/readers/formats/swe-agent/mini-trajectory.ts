import { isJsonObject, type Json, type JsonObject, type Place, type Trace } from '#core';
import { listOf, objectOf } from '../../draft/json-parts.ts';
import type { DraftStatus } from '../../draft/read-status.ts';
import { readText } from '../../draft/read-text.ts';
import { RunDraft } from '../../draft/run-draft.ts';
import { textOf } from '../../draft/text-of.ts';
import { readOpenAiChatMessage } from '../../dialects/openai-chat/message.ts';
import { SHELL } from './name-command.ts';
import { noteInfo } from './note-info.ts';

/** Makes a run of a trajectory of mini-swe-agent, whose only tool is the shell. */
export function readMini(record: JsonObject, where: Place): Trace {
  const draft = new RunDraft(where);
  let open = 0;
  for (const value of listOf(record.messages)) {
    const message = isJsonObject(value) ? value : {};
    const { role } = message;
    if (role === 'assistant') open = addAnswer(draft, message);
    else if (role === 'tool') addResult(draft, message, textOf(message.tool_call_id));
    else if (role === 'user' && open > 0) {
      // What the command printed comes as a message of the user.
      addResult(draft, message, null);
      open -= 1;
    } else if (role === 'system') draft.addSystemText(readText(message.content));
    else if (role === 'user') draft.addText('user', readText(message.content));
    else if (role !== 'exit') draft.rejectType('message', textOf(role) ?? 'null');
  }
  const { config } = objectOf(record.info);
  draft.requestedModel = textOf(objectOf(objectOf(config).model).model_name);
  noteInfo(draft, record.info, where);
  if (draft.turn === 0) draft.error ??= 'the agent made no step';
  // The pattern of actions can be configured, so an answer without any may contain one.
  else if (draft.callCount === 0)
    draft.reject('READ_ANSWER_MISSING', 'no action was found in the answers of the agent');
  return draft.finish();
}

/** Adds an answer; returns how many of its commands have their output in a message of the user. */
function addAnswer(draft: RunDraft, value: JsonObject): number {
  const message = readOpenAiChatMessage(value);
  if (message === null) {
    draft.rejectType('message', 'assistant');
    return 0;
  }
  draft.addMessage(message);
  if (message.calls.length > 0) return 0;
  const { actions } = objectOf(value.extra);
  const commands = Array.isArray(actions) ? listOf(actions).map(commandOf) : fenced(message.text);
  for (const command of commands)
    draft.addCall({
      id: null,
      name: command === null ? '' : SHELL,
      arguments: command === null ? undefined : { command },
      isAsked: true,
    });
  return commands.length;
}

/** A recorded action: its command, alone or with its call. */
function commandOf(action: Json): string | null {
  return textOf(isJsonObject(action) ? (action.command ?? action.action) : action);
}

const FENCE = /```(?:bash|mswea_bash_command|bash-action)\s*\n(.*?)\n```/gs;

/** The command of an answer in text. The program runs an answer with exactly one, and rejects others. */
function fenced(text: string): readonly string[] {
  const commands = [...text.matchAll(FENCE)].map(([, command = '']) => command.trim());
  return commands.length === 1 ? commands : [];
}

function addResult(draft: RunDraft, { content, extra }: JsonObject, id: string | null): void {
  const { returncode: code } = objectOf(extra);
  const status: DraftStatus | null = typeof code !== 'number' ? null : code === 0 ? 'ok' : 'error';
  draft.addResult({ id, name: null, status, text: readText(content) });
}
