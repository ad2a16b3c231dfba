import type { Issue, Trace } from '#core';
import { FormatCounts } from '../intake/format-counts.ts';

type Told = 'input' | 'output' | 'conversation' | 'offered tools' | 'usage' | 'cost' | 'times';

/** Counts what a conversion kept, left out, and could not read. */
export class ConversionTally {
  runs = 0;
  errored = 0;
  calls = 0;
  /** Calls of requesters that were not asked for. */
  leftOut = 0;
  /** Records that are not a trace, or not whole: errored runs. */
  unreadable = 0;
  /** How many runs say something of this kind. */
  readonly told: Map<Told, number> = new Map();
  readonly formats: FormatCounts = new FormatCounts();
  readonly #issues = new Map<string, { readonly first: Issue; count: number }>();

  addTrace(trace: Trace, leftOut: number): void {
    this.runs += 1;
    this.leftOut += leftOut;
    this.calls += trace.calls.length;
    if (trace.error !== null) this.errored += 1;
    const { input, output, said, offered, usage, startedAt, durationMs } = trace;
    this.#tell('input', input !== null);
    this.#tell('output', output !== null);
    this.#tell('conversation', said !== undefined);
    this.#tell('offered tools', offered !== null);
    this.#tell('usage', usage !== null);
    this.#tell('cost', (usage?.cost ?? null) !== null);
    this.#tell('times', startedAt !== undefined || durationMs !== undefined);
  }

  addIssue(issue: Issue): void {
    const known = this.#issues.get(issue.code);
    if (known === undefined) this.#issues.set(issue.code, { first: issue, count: 1 });
    else known.count += 1;
  }

  /** The first issue of each code and how many there are, by code. */
  issues(): readonly { readonly first: Issue; readonly count: number }[] {
    return [...this.#issues].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, issue]) => issue);
  }

  #tell(kind: Told, isTold: boolean): void {
    this.told.set(kind, (this.told.get(kind) ?? 0) + (isTold ? 1 : 0));
  }
}
