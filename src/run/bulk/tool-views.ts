import type { CallRules, CompiledScorer, ToolCall, ToolRef } from '#core';

/** What a test makes of a tool. */
export interface ToolView {
  /** Its calls depend on more than the tool. */
  readonly isOdd: boolean;
  /** Whether its calls count at all. */
  readonly counts: boolean;
  /** Its classes, one bit each. */
  readonly classes: number;
  /** What was seen of it: a call (1), one that failed (2), one that was made before (4). */
  seen: number;
  /** Tools that answer to the same spelling, and whether they were seen together; null where there are none. */
  rivals: Map<number, boolean> | null;
}

/** Beyond this many tools with classes nobody compares them any more: they are left to the reference. */
const MOST_COMPARED = 256;

/** Most runs show nothing new: they share this list. */
const NOTHING: number[] = [];

/** What a test makes of the tools of its runs; each is looked at once. */
export class ToolViews {
  readonly #toolOf: (id: number) => ToolRef;
  readonly #rules: CallRules;
  readonly #scorer: CompiledScorer | null;
  readonly #views: ToolView[] = [];
  readonly #compared: number[] = [];
  /** Of the current run: tools of which something is seen for the first time, each with that; and those with rivals. */
  #news: number[] = NOTHING;
  #rivals: number[] = NOTHING;
  /** The current run shows something for the first time: it leaves names, or a remark. */
  isNew = false;

  constructor(
    toolOf: (id: number) => ToolRef,
    rules: CallRules,
    /** The one with classes; null where there is none. */
    scorer: CompiledScorer | null,
  ) {
    this.#toolOf = toolOf;
    this.#rules = rules;
    this.#scorer = scorer;
  }

  /** A new run. */
  begin(): void {
    this.#news = NOTHING;
    this.#rivals = NOTHING;
    this.isNew = false;
  }

  /** The next call of the run. */
  look(id: number, hasFailed: boolean, isDouble: boolean): ToolView {
    const view = (this.#views[id] ??= this.#view(id));
    const seen = hasFailed ? 3 : isDouble ? 5 : 1;
    if ((view.seen & seen) !== seen) {
      this.isNew = true;
      this.#news = [...this.#news, id, seen];
    }
    if (view.rivals !== null) this.#meet(id, view.rivals);
    return view;
  }

  #meet(id: number, rivals: ReadonlyMap<number, boolean>): void {
    for (const other of this.#rivals) if (rivals.get(other) === false) this.isNew = true;
    if (!this.#rivals.includes(id)) this.#rivals = [...this.#rivals, id];
  }

  /** The current run was scored: what it shows is not new any more. */
  remember(): void {
    for (let i = 0; i < this.#news.length; i += 2) {
      const view = this.#views[this.#news[i]!];
      if (view !== undefined) view.seen |= this.#news[i + 1]!;
    }
    for (const one of this.#rivals) {
      const rivals = this.#views[one]?.rivals ?? null;
      for (const other of this.#rivals) if (rivals?.has(other)) rivals.set(other, true);
    }
  }

  #view(id: number): ToolView {
    const call = callOf(this.#toolOf(id));
    const { calls, remarks } = this.#rules([call]);
    const [kept] = calls;
    // Renamed or unwrapped calls are other tools than the scan says.
    const isOdd = remarks.length > 0 || (kept !== undefined && kept !== call);
    let classes = 0;
    for (const slot of this.#scorer?.slotsOf?.(call) ?? []) classes |= 1 << slot;
    const isTooMany = classes !== 0 && this.#compared.length >= MOST_COMPARED;
    const view: ToolView = {
      isOdd: isOdd || isTooMany,
      counts: kept !== undefined,
      classes,
      seen: 0,
      rivals: null,
    };
    if (classes !== 0 && !isTooMany) this.#compare(id, view, call);
    return view;
  }

  #compare(id: number, view: ToolView, call: ToolCall): void {
    for (const other of this.#compared) {
      const rival = this.#views[other]!;
      const remarks = this.#scorer?.remarks?.([callOf(this.#toolOf(other)), call]) ?? [];
      if (remarks.length === 0) continue;
      (view.rivals ??= new Map()).set(other, false);
      (rival.rivals ??= new Map()).set(id, false);
    }
    this.#compared.push(id);
  }
}

function callOf({ server, name }: ToolRef): ToolCall {
  return {
    server,
    name,
    arguments: { state: 'absent' },
    id: null,
    requester: null,
    status: null,
  };
}
