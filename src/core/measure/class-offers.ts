import type { Sums } from './sums.ts';
import type { CompiledScorer } from '../scoring/scorer.ts';
import type { ToolRef } from '../trace/trace.ts';

/** What runs were offered of the classes of each scorer, as plain data. */
export interface ClassOffersState {
  /** How many runs record all tools that they were offered. */
  readonly runs: number;
  /** By scorer: the classes of which some run was offered a member, ascending. */
  readonly slots: readonly (readonly number[])[];
}

/** Collects which classes some run was offered a member of: counts and unions, so the order does not matter. */
export class ClassOffers implements Sums<ClassOffersState> {
  readonly #scorers: readonly (CompiledScorer | null)[];
  readonly #slots: readonly Set<number>[];
  #runs = 0;

  /** Scorers in their places; null for one whose classes differ from run to run. */
  constructor(scorers: readonly (CompiledScorer | null)[]) {
    this.#scorers = scorers;
    this.#slots = scorers.map(() => new Set());
  }

  /** How many runs record all tools that they were offered. */
  get runs(): number {
    return this.#runs;
  }

  /** Adds a run that records all tools that it was offered. */
  add(tools: readonly ToolRef[]): void {
    this.#runs++;
    this.note(tools);
  }

  /** Adds tools that some runs were offered, without counting the runs. */
  note(tools: readonly ToolRef[]): void {
    this.#scorers.forEach((compiled, i) => {
      const slots = this.#slots[i] as Set<number>;
      if (compiled?.slotsOf === undefined || slots.size === compiled.slots.length) return;
      for (const tool of tools) for (const slot of compiled.slotsOf(tool)) slots.add(slot);
    });
  }

  /** Counts further runs that were offered the same tools. */
  addMore(runs: number): void {
    this.#runs += runs;
  }

  /** The classes of a scorer that no run was offered a member of; none where that is not recorded by all runs. */
  missing(scorer: number, runs: number): readonly string[] {
    const compiled = this.#scorers[scorer];
    if (runs === 0 || this.#runs < runs || compiled?.slotsOf === undefined) return [];
    return compiled.slots.filter((_, slot) => this.#slots[scorer]?.has(slot) === false);
  }

  state(): ClassOffersState {
    return {
      runs: this.#runs,
      slots: this.#slots.map((slots) => [...slots].sort((a, b) => a - b)),
    };
  }

  merge({ runs, slots }: ClassOffersState): void {
    this.#runs += runs;
    slots.forEach((some, i) => {
      for (const slot of some) this.#slots[i]?.add(slot);
    });
  }
}
