import type { CallRules, CompiledScorer, ToolCall, ToolRef } from '#core';

/** What is known of a tool, as bits of one number. */
export const KNOWN = {
  /** Its classes, one bit each. */
  classes: 0x00ff_ffff,
  /** What was seen of it: a call, one that failed, one that had been made before. */
  called: 0x0100_0000,
  failed: 0x0200_0000,
  repeated: 0x0400_0000,
  /** Its calls do not count; depend on more than the tool; may be confused with another's. */
  uncounted: 0x0800_0000,
  odd: 0x1000_0000,
  rivals: 0x2000_0000,
  /** Any of these three. */
  special: 0x3800_0000,
  /** It was looked at. */
  met: 0x4000_0000,
} as const;

/** Classes beyond these have no bit. */
export const MOST_CLASSES = 24;

/** Beyond this many tools with classes nobody compares them any more: they are left to the reference. */
const MOST_COMPARED = 256;

/** What a test makes of the tools of its runs, by their numbers; each is looked at once. */
export class ToolViews {
  /** Bits of `KNOWN`; 0 for a tool that was never looked at. */
  known: Int32Array = new Int32Array(64);
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

  /** What is known of a tool, which is found out when it is first asked for. */
  look(id: number): number {
    if (id >= this.known.length) this.#grow(id);
    if (this.known[id] === 0) this.#meet(id);
    return this.known[id]!;
  }

  #meet(id: number): void {
    const call = callOf(this.#toolOf(id));
    const { calls, remarks } = this.#rules([call]);
    const [kept] = calls;
    let classes = 0;
    for (const slot of this.#scorer?.slotsOf?.(call) ?? []) classes |= 1 << slot;
    const isTooMany = classes !== 0 && this.#compared.length >= MOST_COMPARED;
    // Renamed or unwrapped calls are other tools than the scan says.
    const isOdd = isTooMany || remarks.length > 0 || (kept !== undefined && kept !== call);
    const special = isOdd ? KNOWN.odd : kept === undefined ? KNOWN.uncounted : 0;
    this.known[id] = KNOWN.met | special | classes;
    if (classes !== 0 && !isOdd) this.#compare(id, call);
  }

  #grow(id: number): void {
    const { known } = this;
    this.known = new Int32Array(2 ** Math.ceil(Math.log2(id + 1)));
    this.known.set(known);
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
    this.known[id]! |= KNOWN.rivals;
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
