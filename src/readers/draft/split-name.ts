import type { ToolSpec } from '#core';

/** A tool's name split into parts; `guessed` when another split is equally likely. */
export interface SplitName {
  readonly server: string | null;
  readonly name: string;
  readonly guessed: boolean;
}

const PREFIX = 'mcp__';
const SEPARATOR = '__';

/**
 * Splits `mcp__server__tool`: by the known servers, by the catalog, where only one split is possible, otherwise at the
 * first separator. Clients replace what is not a letter, digit, `_` or `-` by `_`. So servers are compared in that
 * spelling, and returned in the original spelling.
 */
export class NameSplitter {
  /** Normalised server name to the name as the server has it; the longest first. */
  readonly #servers: readonly (readonly [string, string])[] = [];
  readonly #catalog: ReadonlyMap<string, ToolSpec> = new Map();

  constructor(servers: readonly string[], catalog: readonly ToolSpec[]) {
    const named = catalog.filter(({ server }) => server !== null);
    if (servers.length + named.length === 0) return;
    const all = new Set([...servers, ...named.map(({ server }) => server!)]);
    this.#servers = [...all]
      .map((server) => [normalise(server), server] as const)
      .sort(([a], [b]) => b.length - a.length || (a < b ? -1 : 1));
    this.#catalog = new Map(
      named.map((tool) => [
        PREFIX + normalise(tool.server!) + SEPARATOR + normalise(tool.name),
        tool,
      ]),
    );
  }

  split(raw: string): SplitName {
    const match = this.#catalog.get(raw);
    if (match !== undefined) return { server: match.server, name: match.name, guessed: false };
    if (!raw.startsWith(PREFIX)) return { server: null, name: raw, guessed: false };
    const rest = raw.slice(PREFIX.length);
    for (const [written, server] of this.#servers) {
      const name = rest.slice(written.length + SEPARATOR.length);
      if (name !== '' && rest.startsWith(written + SEPARATOR))
        return { server, name, guessed: false };
    }
    const at = rest.indexOf(SEPARATOR, 1);
    if (at < 0 || at + SEPARATOR.length === rest.length)
      return { server: null, name: raw, guessed: false };
    const second = rest.indexOf(SEPARATOR, at + 1);
    const name = rest.slice(at + SEPARATOR.length);
    return { server: rest.slice(0, at), name, guessed: second >= 0 && name !== '' };
  }
}

function normalise(name: string): string {
  return name.replace(/[^A-Za-z0-9_-]/g, '_');
}
