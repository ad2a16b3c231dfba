import type { Place, TraceFault } from '#core';

/** What of a record has a type: a part of a message, or an element of the record. */
export type RecordPart = 'part' | 'message' | 'item' | 'line' | 'event' | 'span' | 'method';

/** How many types of a run are kept. A run with more types cannot be ignored. */
const MAX_TYPES = 100;
const MAX_SHOWN = 5;
const MAX_LENGTH = 200;

/** The unknown types of a run. */
export class UnknownTypes {
  readonly #places = new Map<string, { readonly kind: RecordPart; readonly where: Place }>();
  #hasMore = false;

  /** Adds a type; `where` is its place in the record of the run, or the line where records are lines. */
  add(kind: RecordPart, type: string, where: Place): void {
    const name = type.slice(0, MAX_LENGTH);
    if (this.#places.has(name)) return;
    if (this.#places.size === MAX_TYPES) this.#hasMore = true;
    else this.#places.set(name, { kind, where });
  }

  /** Why the run is not measured; null when all types are known. */
  fault(): (TraceFault & { readonly message: string }) | null {
    const types = [...this.#places.keys()];
    if (types.length === 0) return null;
    const pointer = [...this.#places.values()][0]?.where.pointer;
    const shown = [...this.#places]
      .slice(0, MAX_SHOWN)
      .map(([type, { kind, where }]) => `${kind} ${JSON.stringify(type)}${describeLine(where)}`);
    const more = types.length > MAX_SHOWN ? ', …' : '';
    return {
      code: 'READ_UNKNOWN_TYPE',
      message: `the record has content of a type that is not known, which may be a call: ${shown.join(', ')}${more}`,
      ...(pointer === undefined ? {} : { pointer }),
      ...(this.#hasMore ? {} : { types }),
    };
  }
}

function describeLine({ line }: Place): string {
  return line === undefined ? '' : ` (line ${line})`;
}
