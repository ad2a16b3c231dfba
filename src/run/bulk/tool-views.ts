import type { CallRules, CompiledScorer, ToolCall, ToolRef } from '#core';

/** What of a tool was seen: a call, one that failed, one that had been made before. */
export const SEEN = { call: 1, failed: 2, repeated: 4 } as const;
/** What else there is to know of it: calls that do not count, that depend on more than the tool, or that have rivals. */
export const SPECIAL = { uncounted: 8, odd: 16, rivals: 32 } as const;
/** Set for every tool that was looked at. */
const MET = 64;

/** Beyond this many tools with classes nobody compares them any more: they are left to the reference. */
const MOST_COMPARED = 256;

/** What a test makes of the tools of its runs, by their numbers; each is looked at once. */
export class ToolViews {
  /** What is known of a tool, in bits; 0 for one that was never looked at. */
  flags: Uint8Array = new Uint8Array(64);
  /** Its classes, one bit each. */
  classes: Int32Array = new Int32Array(64);
  readonly #toolOf: (id: number) => ToolRef;
  readonly #rules: CallRules;
  readonly #scorer: CompiledScorer | null;
  readonly #compared: number[] = [];
  /** Tools that answer to the same spelling, and whether they were seen together. */
  readonly #rivals = new Map<number, Map<number, boolean>>();

  /** `scorer` is the one with classes; null where there is none. */
  constructor(toolOf: (id: number) => ToolRef, rules: CallRules, scorer: CompiledScorer | null) {
    this.#toolOf = toolOf;
    this.#rules = rules;
    this.#scorer = scorer;
  }

  /** Looks at a tool for the first time; nothing of it has been seen yet. */
  meet(id: number): void {
    if (id >= this.flags.length) this.#grow(id);
    const call = callOf(this.#toolOf(id));
    const { calls, remarks } = this.#rules([call]);
    const [kept] = calls;
    let classes = 0;
    for (const slot of this.#scorer?.slotsOf?.(call) ?? []) classes |= 1 << slot;
    const isTooMany = classes !== 0 && this.#compared.length >= MOST_COMPARED;
    // Renamed or unwrapped calls are other tools than the scan says.
    const isOdd = isTooMany || remarks.length > 0 || (kept !== undefined && kept !== call);
    this.flags[id] = MET | (isOdd ? SPECIAL.odd : kept === undefined ? SPECIAL.uncounted : 0);
    this.classes[id] = classes;
    if (classes !== 0 && !isOdd) this.#compare(id, call);
  }

  #grow(id: number): void {
    const length = 2 ** Math.ceil(Math.log2(id + 1));
    const { flags, classes } = this;
    this.flags = new Uint8Array(length);
    this.flags.set(flags);
    this.classes = new Int32Array(length);
    this.classes.set(classes);
  }

  #compare(id: number, call: ToolCall): void {
    for (const other of this.#compared) {
      const remarks = this.#scorer?.remarks?.([callOf(this.#toolOf(other)), call]) ?? [];
      if (remarks.length === 0) continue;
      this.#oppose(id, other);
      this.#oppose(other, id);
    }
    this.#compared.push(id);
  }

  #oppose(id: number, other: number): void {
    const rivals = this.#rivals.get(id) ?? new Map<number, boolean>();
    this.#rivals.set(id, rivals.set(other, false));
    this.flags[id]! |= SPECIAL.rivals;
  }

  /** Whether two of some tools have not been seen together before, though they answer to the same spelling. */
  haveNewRivals(tools: readonly number[]): boolean {
    return tools.some((id) => tools.some((other) => this.#rivals.get(id)?.get(other) === false));
  }

  /** Some tools were seen together. */
  rememberRivals(tools: readonly number[]): void {
    for (const id of tools) {
      const rivals = this.#rivals.get(id);
      for (const other of tools) if (rivals?.has(other) === true) rivals.set(other, true);
    }
  }
}

function callOf({ server, name }: ToolRef): ToolCall {
  return {
    server,
    name,
    arguments: { state: 'absent' },
    id: null,
    requester: null,
    status: null,
  };
}
