/** A share of runs: how many count, of how many that record what it needs. */
export class RateSums {
  k = 0;
  n = 0;
  /** Runs that do not record it. */
  lacking = 0;
  /** The first run that counts. */
  where: string | null = null;

  /** Adds a run, or several alike; null where it does not record what decides. */
  add(counts: boolean | null, where: () => string | null, times = 1): void {
    if (counts === null) {
      this.lacking += times;
      return;
    }
    this.n += times;
    if (!counts) return;
    this.k += times;
    this.where ??= where();
  }

  /** Adds what was counted in a later part of the pile. */
  merge(other: RateSums): void {
    this.k += other.k;
    this.n += other.n;
    this.lacking += other.lacking;
    this.where ??= other.where;
  }
}
