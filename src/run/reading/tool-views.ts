import { type CallRules, type CompiledScorer, type ToolCall, type ToolRef, plainCall } from '#core';
import type { TraceScanner } from '#readers';

/** What is known of a tool, as bits of one number that the scanner knows, too. */
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
  /** It was looked at. */
  met: 0x4000_0000,
} as const;

/** What is known of a tool, by its number. */
export type View = readonly [tool: number, known: number];

/** Classes beyond these have no bit. */
export const MAX_CLASSES = 24;

/** Beyond this many tools with classes they are not compared any more: they are left to the reference. */
const MAX_COMPARED = 256;

/** What a test makes of the tools of its runs, by their numbers; each is looked at once. */
export class ToolViews {
  /** Bits of `KNOWN`, and a call without anything else, by tools. */
  readonly #known: number[] = [];
  readonly #calls: ToolCall[] = [];
  readonly #scanner: TraceScanner;
  readonly #taker: number;
  readonly #rules: CallRules;
  readonly #onMeet: (tool: ToolRef) => void;
  readonly #scorer: CompiledScorer | null;
  readonly #compared: number[] = [];
  /** Tools that answer to the same spelling, and whether they were seen together. */
  readonly #rivals = new Map<number, Map<number, boolean>>();

  /** `scorer` is the one with classes; null where there is none. `onMeet` is called once for each tool of a run. */
  constructor(
    scanner: TraceScanner,
    taker: number,
    { rules, onMeet }: { readonly rules: CallRules; readonly onMeet: (tool: ToolRef) => void },
    scorer: CompiledScorer | null,
  ) {
    this.#scanner = scanner;
    this.#taker = taker;
    this.#rules = rules;
    this.#onMeet = onMeet;
    this.#scorer = scorer;
  }

  /** Looks a tool up, once. */
  look(id: number): void {
    if (this.#known[id] === undefined) this.#meet(id);
  }

  /** Something was seen of a tool. */
  add(id: number, bits: number): void {
    const before = this.#known[id] ?? 0;
    const known = before | bits;
    if (known === before) return;
    this.#known[id] = known;
    this.#scanner.runs.setView(this.#taker, id, known);
  }

  /** A call of a tool that was looked at. */
  callOf(id: number): ToolCall {
    return this.#calls[id] as ToolCall;
  }

  /** What is known of the tools that others may know of: those that are like no other. */
  state(): readonly View[] {
    return this.#known.flatMap((known, id) =>
      (known & (KNOWN.odd | KNOWN.rivals)) === 0 ? [[id, known] as const] : [],
    );
  }

  /** Goes on with what others know. */
  adopt(views: readonly View[]): void {
    for (const [id, known] of views) {
      if (this.#known[id] !== undefined) continue;
      this.#calls[id] = plainCall(this.#scanner.toolOf(id));
      this.add(id, known);
      if ((known & KNOWN.classes) !== 0) this.#compared.push(id);
    }
  }

  #meet(id: number): void {
    const call = plainCall(this.#scanner.toolOf(id));
    this.#calls[id] = call;
    this.#onMeet(call);
    const { calls, remarks } = this.#rules([call]);
    const [kept] = calls;
    let classes = 0;
    for (const slot of this.#scorer?.slotsOf?.(call) ?? []) classes |= 1 << slot;
    const isTooMany = classes !== 0 && this.#compared.length >= MAX_COMPARED;
    // Renamed or unwrapped calls are other tools than the scan says.
    const isOdd = isTooMany || remarks.length > 0 || (kept !== undefined && kept !== call);
    const special = isOdd ? KNOWN.odd : kept === undefined ? KNOWN.uncounted : 0;
    this.add(id, KNOWN.met | special | classes);
    if (classes !== 0 && !isOdd) this.#compare(id, call);
  }

  #compare(id: number, call: ToolCall): void {
    for (const other of this.#compared) {
      const remarks = this.#scorer?.remarks?.([this.callOf(other), call]) ?? [];
      if (remarks.length === 0) continue;
      this.#oppose(id, other);
      this.#oppose(other, id);
    }
    this.#compared.push(id);
  }

  #oppose(id: number, other: number): void {
    const rivals = this.#rivals.get(id) ?? new Map<number, boolean>();
    this.#rivals.set(id, rivals.set(other, false));
    this.add(id, KNOWN.rivals);
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
