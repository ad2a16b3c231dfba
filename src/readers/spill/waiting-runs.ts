import { divideMap } from './divide-map.ts';
import { SkippedRuns } from './skipped-runs.ts';

/** The runs of an assembler that wait for the end of the input, by id, and what it skips. */
export class WaitingRuns<T> {
  readonly byId = new Map<string, T>();
  /** Shared by the parts of a divided assembler. */
  readonly skipped: SkippedRuns;
  /** Whether they are a part: then the whole reports what was skipped. */
  readonly isPart: boolean;

  /** `skipped` is that of the whole, where this is a part. */
  constructor(skipped: SkippedRuns | null = null) {
    this.skipped = skipped ?? new SkippedRuns();
    this.isPart = skipped !== null;
  }

  /** Moves the runs to so many parts; `indexOf` says by the id which of them. */
  divide(parts: number, indexOf: (id: string) => number): readonly WaitingRuns<T>[] {
    const divided = Array.from({ length: parts }, () => new WaitingRuns<T>(this.skipped));
    divideMap(
      this.byId,
      divided.map(({ byId }) => byId),
      indexOf,
    );
    return divided;
  }
}
