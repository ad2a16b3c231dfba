/** The place of a run among those that waited for the end: by start, then by id. */
export interface RunOrder {
  /** All runs of a format have numbers, or all have text. */
  readonly start: number | string;
  readonly id: string;
}

/** Negative where `a` comes first; 0 for equal places. */
export function compareOrders(a: RunOrder, b: RunOrder): number {
  if (a.start !== b.start) return a.start < b.start ? -1 : 1;
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}
