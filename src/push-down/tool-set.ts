import type { ToolRef } from '#core';

/** Tools as a statement compares them: by name on any server, with exceptions, or as exact pairs. */
export interface ToolSet {
  readonly names: readonly string[];
  /** Pairs whose names are in `names` and that do not belong to the set. */
  readonly except: readonly ToolPair[];
  readonly pairs: readonly ToolPair[];
}

/** A tool of a named server. */
export interface ToolPair {
  readonly server: string;
  readonly name: string;
}

/** Collects a set from the tools it was decided for; a tool without a server is that name on all servers that are not named. */
export class ToolSetBuilder {
  readonly #names = new Set<string>();
  readonly #pairs: ToolPair[] = [];
  readonly #except: ToolPair[] = [];

  add({ server, name }: ToolRef): void {
    if (server === null) this.#names.add(name);
    else if (!this.#names.has(name)) this.#pairs.push({ server, name });
  }

  /** Excludes a pair whose name was added. */
  exclude({ server, name }: ToolRef): void {
    if (server !== null && this.#names.has(name)) this.#except.push({ server, name });
  }

  build(): ToolSet {
    return { names: [...this.#names], except: this.#except, pairs: this.#pairs };
  }
}
