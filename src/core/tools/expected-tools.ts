import { compareText } from '../text/compare-text.ts';
import type { ToolPattern } from './tool-pattern.ts';
import type { ToolRef } from '../trace/trace.ts';

/** Tools of which any one meets an expectation; the name is that of their class, where they have one. */
export interface ExpectedTools {
  readonly class: string | null;
  readonly tools: readonly ToolPattern[];
}

/** The upper limit for distinct names. Beyond it nothing is said about them. */
const MAX_NAMES = 10_000;

/** A tool as plain data. */
export type SavedTool = readonly [server: string | null, name: string];

/** The distinct tools that runs called or were offered. A union, so their order does not matter. */
export class SeenTools {
  readonly #names = new Map<string | null, Set<string>>();
  #size = 0;

  add(tools: readonly ToolRef[]): void {
    for (const { server, name } of tools) this.#add(server, name);
  }

  #add(server: string | null, name: string): void {
    let names = this.#names.get(server);
    if (names?.has(name) === true || this.#size > MAX_NAMES) return;
    if (names === undefined) this.#names.set(server, (names = new Set()));
    names.add(name);
    this.#size++;
  }

  /** Sorted; null where there are too many. */
  state(): readonly SavedTool[] | null {
    if (this.#size > MAX_NAMES) return null;
    return [...this.#names]
      .flatMap(([server, names]) => [...names].map((name): SavedTool => [server, name]))
      .sort(([a, x], [b, y]) => compareText(a ?? '', b ?? '') || compareText(x, y));
  }

  merge(tools: readonly SavedTool[] | null): void {
    if (tools === null) this.#size = MAX_NAMES + 1;
    else for (const [server, name] of tools) this.#add(server, name);
  }
}

/** The distinct expectations of tests and rows. A union, so their order does not matter. */
export class ExpectedNames {
  readonly #all = new Map<string, ExpectedTools>();
  /** The names that are here as single tools without a class: most rows repeat them. */
  readonly #plain = new Set<ToolPattern>();

  add(expected: readonly ExpectedTools[]): void {
    for (const entry of expected) {
      const [first] = entry.tools;
      const isPlain = entry.class === null && entry.tools.length === 1 && typeof first === 'string';
      if (isPlain && this.#plain.has(first)) continue;
      if (this.#all.size > MAX_NAMES) return;
      if (isPlain) this.#plain.add(first);
      this.#all.set(JSON.stringify([entry.class, entry.tools]), entry);
    }
  }

  /** Sorted; null where there are too many. */
  state(): readonly ExpectedTools[] | null {
    if (this.#all.size > MAX_NAMES) return null;
    return [...this.#all].sort(([a], [b]) => compareText(a, b)).map(([, entry]) => entry);
  }

  merge(expected: readonly ExpectedTools[] | null): void {
    if (expected !== null) this.add(expected);
    else for (let i = 0; i <= MAX_NAMES; i++) this.#all.set(String(i), { class: null, tools: [] });
  }
}
