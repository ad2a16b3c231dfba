import { isJsonObject, type Json } from '#core';

/** How much is read before runs wait in temporary files, and how these are split. All sizes are of JSON text. */
export interface SpillLimits {
  /** How much is kept in memory, for all formats together. */
  readonly memoryBytes: number;
  /** How much of a temporary file is assembled at a time. */
  readonly partBytes: number;
  /** How many lists the runs are assigned to. */
  readonly parts: number;
}

/** Condensed runs take two to three times their text. Together they stay below 300 MB. */
const SPILL_LIMITS: SpillLimits = {
  memoryBytes: 48 * 2 ** 20,
  partBytes: 8 * 2 ** 20,
  parts: 256,
};

/** Counts what was read of all formats whose runs wait. */
export class MemoryBudget {
  readonly limits: SpillLimits;
  #bytes = 0;

  constructor(limits: SpillLimits = SPILL_LIMITS) {
    this.limits = limits;
  }

  /** Counts a record; whether it fits. */
  takes(record: Json, bytes: number | undefined): boolean {
    if (this.#bytes <= this.limits.memoryBytes) this.#bytes += bytes ?? sizeOf(record);
    return this.#bytes <= this.limits.memoryBytes;
  }
}

/** About the length of a value as JSON text, where it did not come as text. */
function sizeOf(value: Json): number {
  if (typeof value === 'string') return value.length + 2;
  if (Array.isArray(value))
    return (value as readonly Json[]).reduce<number>((sum, item) => sum + sizeOf(item) + 1, 2);
  if (!isJsonObject(value)) return 8;
  let sum = 2;
  for (const [key, member] of Object.entries(value)) sum += key.length + 4 + sizeOf(member);
  return sum;
}
