import { isJsonObject, type Json, type JsonObject, type Place } from '#core';
import { listOf } from '../../draft/json-parts.ts';
import { count } from '../../draft/count.ts';
import { textOf } from '../../draft/text-of.ts';
import type { Assembler, TraceOutput } from '../../trace-format.ts';
import { buildRun } from './build-run.ts';
import { compareNumbers } from './compare-numbers.ts';
import { field } from './fields.ts';
import { recordKind } from './record-kind.ts';
import { TraceParts } from './trace-parts.ts';
import { readIssue } from '../../records/read-codes.ts';

/** Emits whole traces at once, and collects the rows of tables until the end. */
export class LangfuseAssembler implements Assembler {
  readonly #output: TraceOutput;
  readonly #waiting = new Map<string, TraceParts>();
  #skipped = 0;
  #skippedAt: Place = {};

  constructor(output: TraceOutput) {
    this.#output = output;
  }

  add(record: Json, where: Place): void {
    const rows = recordKind(record) === 'page' || isEmptyPage(record) ? rowsOf(record) : null;
    if (rows === null) this.#addRow(record, where);
    else
      rows.forEach((row, index) => {
        this.#addRow(row, { ...where, pointer: `${where.pointer ?? ''}/data/${index}` });
      });
  }

  *end(): Generator<void> {
    const traces = [...this.#waiting].map(([id, parts]) => ({ id, parts, startMs: parts.startMs }));
    this.#waiting.clear();
    traces.sort((a, b) => compareNumbers(b.startMs, a.startMs) || (a.id < b.id ? 1 : -1));
    // Emitted traces are released: the list is reversed, so that the first is popped first.
    for (let trace = traces.pop(); trace !== undefined; trace = traces.pop()) {
      this.#give(trace.parts);
      yield;
    }
    if (this.#skipped === 0) return;
    const message = `${count(this.#skipped, 'trace', 'traces')} without a generation, a tool or an agent left out`;
    const where = this.#skippedAt;
    this.#output.warn(readIssue('READ_RUN_SKIPPED', message, { where }));
    this.#skipped = 0;
  }

  #addRow(row: Json, where: Place): void {
    switch (recordKind(row)) {
      case 'run':
        this.#addRun(row as JsonObject, where);
        break;
      case 'trace':
        this.#partsOf((row as JsonObject).id, where).addTrace(row as JsonObject);
        break;
      case 'observation':
        this.#partsOf(field(row as JsonObject, 'traceId', 'trace_id'), where).addObservation(
          row as JsonObject,
        );
        break;
      case 'score':
        // Scores of a run are not part of it.
        break;
      default:
        this.#refuse('this is not a trace, observation or score of Langfuse', where);
    }
  }

  #addRun(record: JsonObject, where: Place): void {
    const trace = isJsonObject(record.trace) ? record.trace : record;
    const observations = record.observations as readonly Json[];
    const odd = observations.findIndex((observation) => !isJsonObject(observation));
    if (odd >= 0) {
      // Its kind is unknown, and skipping it might change the score.
      const pointer = `${where.pointer ?? ''}/observations/${odd}`;
      this.#refuse('an observation of this trace is not an object', { ...where, pointer });
      return;
    }
    const parts = new TraceParts(textOf(trace.id), where);
    parts.addTrace(trace);
    for (const observation of observations) parts.addObservation(observation as JsonObject);
    this.#give(parts);
  }

  #partsOf(id: Json | undefined, where: Place): TraceParts {
    const key = textOf(id) ?? '';
    let parts = this.#waiting.get(key);
    if (parts === undefined) this.#waiting.set(key, (parts = new TraceParts(textOf(id), where)));
    return parts;
  }

  #give(parts: TraceParts): void {
    if (parts.isRun) this.#output.trace(buildRun(parts.finish()), parts.where);
    else {
      if (this.#skipped === 0) this.#skippedAt = parts.where;
      this.#skipped += 1;
    }
  }

  #refuse(message: string, where: Place): void {
    const hint =
      'export whole traces, or observations with their `traceId`, `type` and `startTime`';
    this.#output.error(readIssue('TRACE_SCHEMA', message, { where, hint }));
  }
}

/** A page past the last row. */
function isEmptyPage(record: Json): boolean {
  return (
    isJsonObject(record) &&
    isJsonObject(record.meta) &&
    Array.isArray(record.data) &&
    record.data.length === 0
  );
}

function rowsOf(record: Json): readonly Json[] {
  return isJsonObject(record) ? listOf(record.data) : [];
}
