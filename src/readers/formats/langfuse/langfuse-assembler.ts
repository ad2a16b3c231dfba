import { isJsonObject, type Json, type JsonObject, type Place } from '#core';
import { count } from '../../draft/count.ts';
import { textOf } from '../../draft/text-of.ts';
import { WaitingRuns } from '../../spill/waiting-runs.ts';
import type { RunOrder } from '../../spill/run-order.ts';
import type { Assembler, TraceOutput } from '../../trace-format.ts';
import { buildRun } from './build-run.ts';
import { compareNumbers } from './compare-numbers.ts';
import { recordKind, traceOf } from './record-kind.ts';
import { notLangfuse, refuse, rowsOf } from './rows-of.ts';
import { TraceParts } from './trace-parts.ts';
import { readIssue } from '../../records/read-codes.ts';

/** Emits whole traces at once, and collects the rows of tables until the end. */
export class LangfuseAssembler implements Assembler {
  readonly #output: TraceOutput;
  readonly #runs: WaitingRuns<TraceParts>;

  /** `runs` are those of a part, where the assembler is one. */
  constructor(output: TraceOutput, runs: WaitingRuns<TraceParts> = new WaitingRuns()) {
    this.#output = output;
    this.#runs = runs;
  }

  add(record: Json, where: Place): void {
    for (const row of rowsOf(record, where)) this.#addRow(row.record, row.where);
  }

  *end(): Generator<void> {
    const traces = [...this.#runs.byId].map(([id, parts]) => ({
      id,
      parts,
      startMs: parts.startMs,
    }));
    this.#runs.byId.clear();
    traces.sort((a, b) => compareNumbers(b.startMs, a.startMs) || (a.id < b.id ? 1 : -1));
    // Emitted traces are released: the list is reversed, so that the first is popped first.
    for (let trace = traces.pop(); trace !== undefined; trace = traces.pop()) {
      this.#give(trace.parts, { start: trace.startMs, id: trace.id });
      yield;
    }
    if (this.#runs.skipped.count === 0 || this.#runs.isPart) return;
    const message = `${count(this.#runs.skipped.count, 'trace', 'traces')} without a generation, a tool or an agent left out`;
    const { where } = this.#runs.skipped;
    this.#output.warn(readIssue('READ_RUN_SKIPPED', message, { where }));
  }

  divide(parts: number, indexOf: (key: string) => number): LangfuseAssembler[] {
    return this.#runs
      .divide(parts, indexOf)
      .map((runs) => new LangfuseAssembler(this.#output, runs));
  }

  #addRow(row: Json, where: Place): void {
    switch (recordKind(row)) {
      case 'run':
        this.#addRun(row as JsonObject, where);
        break;
      case 'trace':
        this.#partsOf(row as JsonObject, where).addTrace(row as JsonObject);
        break;
      case 'observation':
        this.#partsOf(row as JsonObject, where).addObservation(row as JsonObject);
        break;
      case 'score':
        // Scores of a run are not part of it.
        break;
      default:
        this.#output.error(notLangfuse(where));
    }
  }

  #addRun(record: JsonObject, where: Place): void {
    const trace = isJsonObject(record.trace) ? record.trace : record;
    const observations = record.observations as readonly Json[];
    const odd = observations.findIndex((observation) => !isJsonObject(observation));
    if (odd >= 0) {
      // Its kind is unknown, and skipping it might change the score.
      const pointer = `${where.pointer ?? ''}/observations/${odd}`;
      this.#output.error(
        refuse('an observation of this trace is not an object', { ...where, pointer }),
      );
      return;
    }
    const parts = new TraceParts(textOf(trace.id), where);
    parts.addTrace(trace);
    for (const observation of observations) parts.addObservation(observation as JsonObject);
    this.#give(parts, null);
  }

  #partsOf(row: JsonObject, where: Place): TraceParts {
    const id = traceOf(row);
    let parts = this.#runs.byId.get(id ?? '');
    if (parts === undefined) this.#runs.byId.set(id ?? '', (parts = new TraceParts(id, where)));
    return parts;
  }

  /** `order` is null for a run that did not wait. */
  #give(parts: TraceParts, order: RunOrder | null): void {
    if (parts.isRun)
      this.#output.trace(buildRun(parts.finish()), parts.where, undefined, order ?? undefined);
    else this.#runs.skipped.note(parts.where, order);
  }
}
