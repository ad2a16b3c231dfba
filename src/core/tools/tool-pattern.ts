import type { ToolRef } from '../trace/trace.ts';

/** How a suite names a tool: a spelling, or the exact pair (`{ tool }` alone is that name on any server). */
export type ToolPattern = string | { readonly server?: string; readonly tool: string };

/** The pattern as people write it. */
export function formatPattern(pattern: ToolPattern): string {
  if (typeof pattern === 'string') return pattern;
  return pattern.server === undefined ? pattern.tool : `${pattern.server}.${pattern.tool}`;
}

/** The tool that a pattern most likely means: what is before the first dot is its server. */
export function toolOfPattern(pattern: ToolPattern): ToolRef {
  if (typeof pattern !== 'string') return { server: pattern.server ?? null, name: pattern.tool };
  const dot = pattern.indexOf('.');
  if (dot < 1 || dot === pattern.length - 1) return { server: null, name: pattern };
  return { server: pattern.slice(0, dot), name: pattern.slice(dot + 1) };
}

/** Two patterns that match exactly the same calls have the same key. */
export function patternKey(pattern: ToolPattern): string {
  if (typeof pattern !== 'string') return JSON.stringify([pattern.server ?? null, pattern.tool]);
  // Without a dot a spelling can only be a name, on any server.
  return pattern.includes('.') ? `s:${pattern}` : JSON.stringify([null, pattern]);
}

const NOTHING: readonly number[] = [];

interface NameEntry {
  /** Slots that this name matches whatever the server. */
  readonly any: number[];
  /** Slots by server; once the index is built, those of `any` included. Null as long as no pattern has a server. */
  byServer: Map<string, number[]> | null;
}

/**
 * Which slots a tool belongs to. A string with dots is entered under every pair it can spell,
 * so that a look-up compares a name and a server and never builds a string.
 */
export class ToolIndex {
  readonly #byName = new Map<string, NameEntry>();

  constructor(slots: readonly (readonly ToolPattern[])[]) {
    slots.forEach((patterns, slot) => {
      for (const pattern of patterns) this.#add(pattern, slot);
    });
    for (const { any, byServer } of this.#byName.values()) {
      if (byServer === null || any.length === 0) continue;
      for (const [server, slots] of byServer) {
        const both = new Set([...slots, ...any]);
        byServer.set(
          server,
          [...both].sort((a, b) => a - b),
        );
      }
    }
  }

  #add(pattern: ToolPattern, slot: number): void {
    if (typeof pattern !== 'string') {
      this.#put(pattern.server ?? null, pattern.tool, slot);
      return;
    }
    this.#put(null, pattern, slot);
    for (let dot = pattern.indexOf('.'); dot !== -1; dot = pattern.indexOf('.', dot + 1)) {
      this.#put(pattern.slice(0, dot), pattern.slice(dot + 1), slot);
    }
  }

  #put(server: string | null, name: string, slot: number): void {
    let entry = this.#byName.get(name);
    if (entry === undefined) {
      entry = { any: [], byServer: null };
      this.#byName.set(name, entry);
    }
    const list = server === null ? entry.any : listOf((entry.byServer ??= new Map()), server);
    // Slots come in ascending order, so a repeated one is the last.
    if (list.at(-1) !== slot) list.push(slot);
  }

  /** The slots of a tool, ascending; empty when none. */
  match(tool: ToolRef): readonly number[] {
    const entry = this.#byName.get(tool.name);
    if (entry === undefined) return NOTHING;
    if (tool.server === null || entry.byServer === null) return entry.any;
    return entry.byServer.get(tool.server) ?? entry.any;
  }
}

function listOf(lists: Map<string, number[]>, key: string): number[] {
  let list = lists.get(key);
  if (list === undefined) lists.set(key, (list = []));
  return list;
}
