import { type RunOrder, type RunOutcome, type TestSums, type Verdict, verdictOfRun } from '#core';
import type { SequenceTotals } from '../scanner/run-counter.ts';

/** The outcome of a call sequence, and its runs that are not yet in the sums. */
interface ScoredSequence {
  readonly outcome: RunOutcome;
  /** Null until it was asked for. */
  verdict: Verdict | null;
  /** The first of the runs that were only counted; null as long as there are none. */
  first: RunOrder | null;
  times: number;
  repeats: number;
}

/** The outcomes of the distinct call sequences of a test, by the numbers that the scanner has for them. */
export class ScoredSequences {
  readonly #sequences = new Map<number, ScoredSequence>();

  has(sequence: number): boolean {
    return this.#sequences.has(sequence);
  }

  outcomeOf(sequence: number): RunOutcome | null {
    return this.#sequences.get(sequence)?.outcome ?? null;
  }

  /** The verdict of the runs of a scored sequence. */
  verdictOf(sequence: number): Verdict | null {
    const scored = this.#sequences.get(sequence);
    if (scored === undefined) return null;
    return (scored.verdict ??= verdictOfRun(scored.outcome));
  }

  /** All scored sequences. */
  get all(): Iterable<number> {
    return this.#sequences.keys();
  }

  /** Keeps the outcome of a sequence, unless it is known. */
  keep(sequence: number, outcome: RunOutcome): void {
    this.#keep(sequence, outcome);
  }

  /** Adds counted runs of a sequence, the first of them at `order`. */
  add(sequence: number, outcome: RunOutcome, order: RunOrder, totals?: SequenceTotals): void {
    const scored = this.#keep(sequence, outcome);
    scored.first = Math.min(scored.first ?? order, order);
    scored.times += totals?.times ?? 0;
    scored.repeats += totals?.repeats ?? 0;
  }

  #keep(sequence: number, outcome: RunOutcome): ScoredSequence {
    let scored = this.#sequences.get(sequence);
    if (scored === undefined) {
      scored = { outcome, verdict: null, first: null, times: 0, repeats: 0 };
      this.#sequences.set(sequence, scored);
    }
    return scored;
  }

  /** Adds all counted runs to the sums of the test; `counted` returns those that the scanner counted. */
  addTo(sums: TestSums, counted: (sequence: number) => SequenceTotals): void {
    for (const [sequence, { outcome, first, times, repeats }] of this.#sequences) {
      const more = counted(sequence);
      const totals = { times: times + more.times, repeats: repeats + more.repeats };
      if (totals.times > 0) addAlike(sums, outcome, first, totals);
    }
    this.#sequences.clear();
  }
}

/** Adds runs with one outcome, which may differ in how many calls they repeat. */
export function addAlike(
  sums: TestSums,
  outcome: RunOutcome,
  first: RunOrder | null,
  { times, repeats }: SequenceTotals,
): void {
  const perRun = outcome.scores.reduce((sum, { tally }) => sum + (tally.repeats ?? 0), 0);
  sums.addAlike(outcome, { times, moreRepeats: repeats - perRun * times, first });
}
