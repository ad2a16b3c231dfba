import { isJsonObject, type Json, type JsonObject, type Place } from '#core';
import { count } from '../../draft/count.ts';
import { objectOf } from '../../draft/json-parts.ts';
import { readTime } from '../../draft/read-time.ts';
import { RunDraft } from '../../draft/run-draft.ts';
import { readText } from '../../draft/read-text.ts';
import { textOf } from '../../draft/text-of.ts';
import type { Message } from '../../messages/message.ts';
import { readIssue } from '../../records/read-codes.ts';
import type { Assembler, TraceOutput } from '../../trace-format.ts';
import { readConverseBlocks } from '../../dialects/converse/message.ts';
import { readConverseUsage } from '../../dialects/converse/read-usage.ts';
import { recordKind } from './record-kind.ts';

interface SavedMessage {
  /** Its place in the conversation. */
  readonly index: number;
  readonly message: Message;
  readonly record: JsonObject;
}

interface Session {
  readonly where: Place;
  readonly messages: SavedMessage[];
}

/** Makes a run of the messages of each agent, which are a file each, and of each snapshot. */
export class SessionLog implements Assembler {
  readonly #output: TraceOutput;
  /** By the folder of the files of messages. */
  readonly #sessions = new Map<string, Session>();
  /** The ids of agents and sessions by their folders. */
  readonly #agents = new Map<string, string>();
  readonly #ids = new Map<string, string>();
  #others = 0;

  constructor(output: TraceOutput) {
    this.#output = output;
  }

  add(record: Json, where: Place): void {
    const whole = objectOf(record);
    const folder = folderOf(where.file ?? '');
    switch (recordKind(whole)) {
      case 'message':
        this.#addMessage(whole, where);
        break;
      case 'agent':
        this.#agents.set(folder, textOf(whole.agent_id) ?? '');
        this.#others += 1;
        break;
      case 'session':
        this.#ids.set(folder, textOf(whole.session_id) ?? '');
        this.#others += 1;
        break;
      case 'snapshot':
        this.#addSnapshot(whole, where);
        break;
      case null:
        this.#refuse(
          'this is not a message, an agent or a snapshot of a Strands session',
          '',
          where,
        );
    }
  }

  *end(): Generator<void> {
    for (const [folder, { where, messages }] of this.#sessions) {
      const draft = new RunDraft(where);
      const agentFolder = folder.replace(/\/?messages$/, '');
      draft.agent = textOf(this.#agents.get(agentFolder));
      const session = this.#ids.get(agentFolder.replace(/\/?agents\/[^/]*$/, ''));
      if (session !== undefined) draft.metadata.set('session', session);
      const inOrder = messages.toSorted((a, b) => a.index - b.index);
      for (const { message, record } of inOrder) addMessage(draft, message, record);
      draft.startedAt = readTime(inOrder[0]?.record.created_at);
      this.#emit(draft);
      yield;
    }
    if (this.#sessions.size > 0 || this.#others === 0) return;
    const files = count(this.#others, 'file', 'files');
    const message = `${files} of agents and sessions without messages left out`;
    this.#output.warn(readIssue('READ_RUN_SKIPPED', message));
  }

  #addMessage(record: JsonObject, where: Place): void {
    const message = readConverseBlocks(record.message ?? null);
    if (message === null) return;
    const isOwnFile = /(?:^|\/)message_\d+\.json$/.test(where.file ?? '');
    const key = isOwnFile ? folderOf(where.file ?? '') : (where.file ?? '');
    const session = this.#sessions.get(key) ?? { where, messages: [] };
    this.#sessions.set(key, session);
    const { message_id: id } = record;
    const index = typeof id === 'number' ? id : session.messages.length;
    session.messages.push({ index, message, record });
  }

  #addSnapshot({ data, scope, createdAt }: JsonObject, where: Place): void {
    const { messages, systemPrompt } = objectOf(data);
    if (scope !== 'agent' || !Array.isArray(messages)) {
      this.#refuse('a snapshot of an agent has messages', '/data/messages', where);
      return;
    }
    const draft = new RunDraft(where);
    draft.addSystemText(textOf(systemPrompt) ?? readText(systemPrompt));
    for (const [index, value] of (messages as readonly Json[]).entries()) {
      const message = readConverseBlocks(value);
      if (message === null) {
        this.#refuse('this is not a message with blocks', `/data/messages/${index}`, where);
        return;
      }
      addMessage(draft, message, { message: value });
    }
    const [, session, agent] = SNAPSHOT_PATH.exec(where.file ?? '') ?? [];
    if (session !== undefined) draft.metadata.set('session', session);
    draft.agent = agent ?? null;
    draft.metadata.set('saved_at', createdAt ?? null);
    this.#emit(draft);
  }

  #emit(draft: RunDraft): void {
    if (draft.turn === 0) draft.error ??= 'the agent never answered';
    this.#output.trace(draft.finish(), draft.where);
  }

  #refuse(message: string, pointer: string, where: Place): void {
    const place = { ...where, pointer: (where.pointer ?? '') + pointer };
    this.#output.error(readIssue('TRACE_SCHEMA', message, { where: place }));
  }
}

/** Where the file storage puts a snapshot: the session, then the agent. */
const SNAPSHOT_PATH = /([^/]+)\/scopes\/agent\/([^/]+)\/snapshots\/[^/]+$/;

function folderOf(file: string): string {
  return file.slice(0, Math.max(0, file.lastIndexOf('/')));
}

/** A message that was redacted later made its calls before. */
function addMessage(draft: RunDraft, message: Message, record: JsonObject): void {
  const { redact_message: redacted } = record;
  const shown = isJsonObject(redacted) ? readText(redacted.content) : message.text;
  draft.addMessage({ ...message, text: shown });
  const { metadata } = objectOf(record.message);
  draft.addUsage(readConverseUsage(objectOf(metadata).usage));
}
