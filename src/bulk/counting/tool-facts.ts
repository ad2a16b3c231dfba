import { type CallRules, type CompiledScorer, type ToolCall, type ToolRef, plainCall } from '#core';
import type { TraceScanner } from '../scanner/trace-scanner.ts';

/** What a test records about a tool, as bits of one number; the scanner uses the same bits. */
export const FACTS = {
  /** Its classes, one bit each. */
  classes: 0x00ff_ffff,
  /** What runs have shown of it: a call, a failed call, a repeated call. */
  called: 0x0100_0000,
  failed: 0x0200_0000,
  repeated: 0x0400_0000,
  /** Its calls do not count; they depend on more than the tool; its name may also mean another tool. */
  uncounted: 0x0800_0000,
  irregular: 0x1000_0000,
  ambiguous: 0x2000_0000,
  /** It was looked up. */
  known: 0x4000_0000,
} as const;

/** The facts about a tool, by its number. */
export type ToolFact = readonly [tool: number, known: number];

/** Classes beyond these have no bit. */
export const MAX_CLASSES = 24;

/** Beyond this many tools with classes further ones are irregular: their runs are parsed. */
const MAX_COMPARED = 256;

export interface ToolFactsOptions {
  readonly rules: CallRules;
  /** Called once for each tool of a run. */
  readonly onNew: (tool: ToolRef) => void;
  /** The scorer with classes; null where there is none. */
  readonly scorer: CompiledScorer | null;
}

/** The facts about the tools of a test's runs, by their numbers. Each tool is looked up once. */
export class ToolFacts {
  /** Bits of `FACTS`, and a call without anything else, by tools. */
  readonly #known: number[] = [];
  readonly #calls: ToolCall[] = [];
  readonly #scanner: TraceScanner;
  readonly #testId: number;
  readonly #rules: CallRules;
  readonly #onNew: (tool: ToolRef) => void;
  readonly #scorer: CompiledScorer | null;
  readonly #compared: number[] = [];
  /** Pairs of tools that a name may mean, and whether a scored run had both. */
  readonly #ambiguous = new Map<number, Map<number, boolean>>();

  constructor(scanner: TraceScanner, testId: number, { rules, onNew, scorer }: ToolFactsOptions) {
    this.#scanner = scanner;
    this.#testId = testId;
    this.#rules = rules;
    this.#onNew = onNew;
    this.#scorer = scorer;
  }

  /** Looks up a tool, once. */
  lookUp(id: number): void {
    if (this.#known[id] === undefined) this.#lookUp(id);
  }

  /** Adds facts about a tool. */
  add(id: number, bits: number): void {
    const before = this.#known[id] ?? 0;
    const after = before | bits;
    if (after === before) return;
    this.#known[id] = after;
    this.#scanner.runs.setToolFacts(this.#testId, id, after);
  }

  /** A call of a tool that was looked up. */
  callOf(id: number): ToolCall {
    return this.#calls[id] as ToolCall;
  }

  /** The facts that other threads can use: those about tools that are neither irregular nor ambiguous. */
  state(): readonly ToolFact[] {
    return this.#known.flatMap((fact, id) =>
      (fact & (FACTS.irregular | FACTS.ambiguous)) === 0 ? [[id, fact] as const] : [],
    );
  }

  /** Adds facts that another thread collected. */
  adopt(facts: readonly ToolFact[]): void {
    for (const [id, bits] of facts) {
      if (this.#known[id] !== undefined) continue;
      this.#calls[id] = plainCall(this.#scanner.toolOf(id));
      this.add(id, bits);
      if ((bits & FACTS.classes) !== 0) this.#compared.push(id);
    }
  }

  #lookUp(id: number): void {
    const call = plainCall(this.#scanner.toolOf(id));
    this.#calls[id] = call;
    this.#onNew(call);
    const { calls, remarks } = this.#rules([call]);
    const [kept] = calls;
    let classes = 0;
    for (const slot of this.#scorer?.slotsOf?.(call) ?? []) classes |= 1 << slot;
    const isTooMany = classes !== 0 && this.#compared.length >= MAX_COMPARED;
    // Renamed or unwrapped calls have other tools than the scan records.
    const isIrregular = isTooMany || remarks.length > 0 || (kept !== undefined && kept !== call);
    const special = isIrregular ? FACTS.irregular : kept === undefined ? FACTS.uncounted : 0;
    this.add(id, FACTS.known | special | classes);
    if (classes !== 0 && !isIrregular) this.#compare(id, call);
  }

  #compare(id: number, call: ToolCall): void {
    for (const other of this.#compared) {
      const remarks = this.#scorer?.remarks?.([this.callOf(other), call]) ?? [];
      if (remarks.length === 0) continue;
      this.#addAmbiguity(id, other);
      this.#addAmbiguity(other, id);
    }
    this.#compared.push(id);
  }

  #addAmbiguity(id: number, other: number): void {
    const ambiguous = this.#ambiguous.get(id) ?? new Map<number, boolean>();
    this.#ambiguous.set(id, ambiguous.set(other, false));
    this.add(id, FACTS.ambiguous);
  }

  /** Whether some name may mean two of these tools, and no scored run had both. */
  areNewlyAmbiguous(tools: readonly number[]): boolean {
    return tools.some((id) => tools.some((other) => this.#ambiguous.get(id)?.get(other) === false));
  }

  /** A scored run had these tools. */
  rememberTogether(tools: readonly number[]): void {
    for (const id of tools) {
      const ambiguous = this.#ambiguous.get(id);
      for (const other of tools) if (ambiguous?.has(other) === true) ambiguous.set(other, true);
    }
  }
}
