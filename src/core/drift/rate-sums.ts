/** A share of runs: how many count, of how many that record what it needs. */
export class RateSums {
  k = 0;
  n = 0;
  /** Runs that do not record it. */
  lacking = 0;
  /** The first run that counts. */
  where: string | null = null;

  /** Adds a run; null where it does not record what decides. */
  add(counts: boolean | null, where: () => string | null): void {
    if (counts === null) {
      this.lacking += 1;
      return;
    }
    this.n += 1;
    if (!counts) return;
    this.k += 1;
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
