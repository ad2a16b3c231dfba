import type { ToolRef } from '../trace/trace.ts';

/** What is counted of one tool in one pile. */
export class ToolTally {
  readonly tool: ToolRef;
  /** Runs that called it. */
  runs = 0;
  calls = 0;
  /** Over runs: the squares of its calls, and its calls times all calls. */
  squares = 0;
  products = 0;
  /** Runs that offered it, and runs that called it though they did not. */
  offered = 0;
  hallucinated = 0;
  /** Where it was called first. */
  where: string | null = null;
  /** Calls of the run that is being counted. */
  #inRun = 0;
  #isHallucinatedInRun = false;

  constructor(tool: ToolRef) {
    this.tool = tool;
  }

  /** Counts a call; true where it is the first of its run. */
  addCall(isHallucinated: boolean): boolean {
    this.#inRun += 1;
    this.#isHallucinatedInRun ||= isHallucinated;
    return this.#inRun === 1;
  }

  /** Ends a run of so many calls in which this tool was called. */
  endRun(calls: number, where: () => string | null): void {
    this.runs += 1;
    this.calls += this.#inRun;
    this.squares += this.#inRun * this.#inRun;
    this.products += this.#inRun * calls;
    if (this.#isHallucinatedInRun) this.hallucinated += 1;
    this.where ??= where();
    this.#inRun = 0;
    this.#isHallucinatedInRun = false;
  }

  /** Adds what was counted in a later part of the pile. */
  merge(other: ToolTally): void {
    this.runs += other.runs;
    this.calls += other.calls;
    this.squares += other.squares;
    this.products += other.products;
    this.offered += other.offered;
    this.hallucinated += other.hallucinated;
    this.where ??= other.where;
  }
}
