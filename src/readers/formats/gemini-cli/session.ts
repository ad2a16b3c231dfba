import { isJsonObject, type Json, type JsonObject, type Place } from '#core';
import { objectOf } from '../../draft/json-parts.ts';
import { textOf } from '../../draft/text-of.ts';
import { readEntry, type Entry } from './read-entry.ts';

/** The first line of a session, or a whole session of older versions. */
export function isHeader(record: Json): boolean {
  if (!isJsonObject(record)) return false;
  return typeof record.sessionId === 'string' && typeof record.projectHash === 'string';
}

/** A line that changes what came before it. */
export function isUpdate(record: Json): boolean {
  return (
    isJsonObject(record) && (isJsonObject(record.$set) || typeof record.$rewindTo === 'string')
  );
}

export function isMessage(record: Json): boolean {
  if (!isJsonObject(record) || typeof record.id !== 'string') return false;
  return typeof record.type === 'string' && 'content' in record && 'timestamp' in record;
}

/** The messages of a session as they are at its end. A message that is written again replaces the first. */
export class Session {
  readonly where: Place;
  readonly id: string | null;
  readonly #entries = new Map<string, Entry>();
  startedAt: string | null = null;
  endedAt: string | null = null;
  /** How many messages were taken back. */
  dropped = 0;
  hasHeader = false;
  /** Values in the place of messages. */
  readonly misplaced: string[] = [];

  constructor(where: Place, id: string | null) {
    this.where = where;
    this.id = id;
  }

  get entries(): readonly Entry[] {
    return [...this.#entries.values()];
  }

  add(record: Json, where: Place): void {
    const value = objectOf(record);
    if (isHeader(value)) {
      this.hasHeader = true;
      this.startedAt ??= textOf(value.startTime);
      this.#addAll(value.messages, where);
    } else if (typeof value.$rewindTo === 'string') this.#rewind(value.$rewindTo);
    else if (isJsonObject(value.$set)) this.#replace(value.$set.messages, where);
    else this.#addMessage(value, where);
  }

  #addMessage(message: JsonObject, where: Place): void {
    const time = textOf(message.timestamp);
    this.startedAt ??= time;
    this.endedAt = time ?? this.endedAt;
    this.#entries.set(textOf(message.id) ?? `#${this.#entries.size}`, readEntry(message, where));
  }

  #addAll(messages: Json | undefined, where: Place): void {
    if (messages === undefined) return;
    if (!Array.isArray(messages)) this.misplaced.push(typeof messages);
    else
      for (const [index, message] of (messages as readonly Json[]).entries()) {
        const place = { ...where, pointer: `${where.pointer ?? ''}/messages/${index}` };
        if (isJsonObject(message)) this.#addMessage(message, place);
        else this.misplaced.push(message === null ? 'null' : typeof message);
      }
  }

  /** Takes a message back, and all that came after it. */
  #rewind(id: string): void {
    const ids = [...this.#entries.keys()];
    const at = ids.indexOf(id);
    if (at >= 0) this.#drop(ids.slice(at));
  }

  /**
   * Replaces the history that the model sees. A history that is a beginning of the present one takes a turn back; any
   * other was made shorter or summarised, and the calls were made all the same.
   */
  #replace(messages: Json | undefined, where: Place): void {
    if (!Array.isArray(messages)) return;
    const list = (messages as readonly Json[]).filter(isJsonObject);
    const ids = [...this.#entries.keys()];
    const isStart = list.every(({ id }, index) => id === ids[index]);
    if (isStart && list.length > 0) this.#drop(ids.slice(list.length));
    else
      for (const message of list) {
        const id = textOf(message.id);
        if (id === null || this.#entries.has(id)) continue;
        const entry = readEntry(message, where);
        // Only what could be lost otherwise: texts are summaries, or surroundings.
        this.#entries.set(id, { ...entry, text: '', usage: {}, isReplayed: true });
      }
  }

  #drop(ids: readonly string[]): void {
    for (const id of ids) this.#entries.delete(id);
    this.dropped += ids.length;
  }
}
