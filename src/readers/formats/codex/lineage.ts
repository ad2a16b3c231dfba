import { isJsonObject, type Json, type JsonObject } from '#core';
import { objectOf } from '../../draft/json-parts.ts';
import { readNumber } from '../../draft/read-number.ts';
import { readMs } from '../../draft/read-time.ts';
import { textOf } from '../../draft/text-of.ts';

/** Where a thread comes from, by the first line of its file. */
export class Lineage {
  readonly meta: JsonObject | null;
  readonly id: string | null;
  /** The thread of which this is a sub-agent; null where it is not. */
  readonly parent: string | null;
  /** The thread whose history it begins with; null for a new session. */
  readonly forkedFrom: string | null;
  /** The name of the sub-agent. */
  readonly name: string;
  /** Whether the file says which records are copies. */
  readonly marksCopies: boolean;
  /** This thread and the threads that it was made of, as the file names them. */
  readonly #ids = new Set<string>();
  readonly #startOrdinal: number | null;
  readonly #startMs: number | null;

  constructor(meta: JsonObject | null) {
    this.meta = meta;
    const own = meta ?? {};
    const spawn = spawnOf(own.source);
    this.id = textOf(own.id) ?? textOf(own.session_id);
    this.forkedFrom = textOf(own.forked_from_id);
    const session = textOf(own.session_id);
    const root = isSubAgent(own) && session !== this.id ? session : null;
    this.parent = textOf(own.parent_thread_id) ?? textOf(spawn.parent_thread_id) ?? root;
    this.name =
      textOf(own.agent_nickname) ??
      textOf(spawn.agent_nickname) ??
      textOf(own.agent_role) ??
      textOf(spawn.agent_role) ??
      'subagent';
    this.#startOrdinal = readNumber(own.subagent_history_start_ordinal);
    const isMade = this.forkedFrom !== null || this.parent !== null;
    this.#startMs = isMade ? readMs(own.timestamp) : null;
    this.marksCopies = this.#startOrdinal !== null || own.history_mode === 'paginated';
    this.addMeta(own);
  }

  /** Adds the record of a session within the file: the thread itself, or a thread that it was made of. */
  addMeta({ id, forked_from_id: fork, parent_thread_id: parent }: JsonObject): void {
    for (const value of [id, fork, parent]) {
      const text = textOf(value);
      if (text !== null) this.#ids.add(text);
    }
  }

  includes(id: string | null): boolean {
    return id === null || this.#ids.has(id);
  }

  /** Whether a line was copied from the thread that this was made of. */
  isInherited({ ordinal, timestamp }: JsonObject): boolean {
    const place = readNumber(ordinal);
    if (this.#startOrdinal !== null && place !== null) return place < this.#startOrdinal;
    const ms = readMs(timestamp);
    return this.#startMs !== null && ms !== null && ms < this.#startMs;
  }
}

/** How Codex writes that a sub-agent was spawned: `{ subagent: { thread_spawn: … } }`. */
function spawnOf(source: Json | undefined): JsonObject {
  return objectOf(objectOf(objectOf(source).subagent).thread_spawn);
}

function isSubAgent({ source, thread_source: kind }: JsonObject): boolean {
  return kind === 'subagent' || (isJsonObject(source) && source.subagent !== undefined);
}
