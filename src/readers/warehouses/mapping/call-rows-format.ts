// Rows of a table where each row is a call: they are collected by run, and make native traces.
import { isJsonObject, type Json, type JsonObject, type Place } from '#core';
import { objectOf } from '../../draft/json-parts.ts';
import { textOf } from '../../draft/text-of.ts';
import { nativeFormat } from '../../formats/native/index.ts';
import { divideMap } from '../../spill/divide-map.ts';
import { compareOrders, type RunOrder } from '../../spill/run-order.ts';
import type { Assembler, TraceFormat, TraceOutput } from '../../trace-format.ts';

/** Calls of runs, as `toMappedRecord` makes them. */
export const callRowsFormat: TraceFormat = {
  id: nativeFormat.id,
  title: 'rows of calls',
  joinsFiles: true,
  sniff: () => 'none',
  open: (output) => new CallRowAssembler(output),
  partition: (record, where, sink) => sink.part(runOf(record), record, where),
};

function runOf(record: Json): string {
  return isJsonObject(record) ? (textOf(record.run) ?? '') : '';
}

interface CallRow {
  readonly order: RunOrder;
  readonly call: JsonObject | null;
}

interface Gathering {
  readonly where: Place;
  readonly rows: CallRow[];
  about: JsonObject;
}

class CallRowAssembler implements Assembler {
  readonly #output: TraceOutput;
  readonly #waiting = new Map<string, Gathering>();

  constructor(output: TraceOutput) {
    this.#output = output;
  }

  add(record: Json, where: Place): void {
    const { run, about, time, order, call } = objectOf(record);
    const id = textOf(run) ?? '';
    let gathering = this.#waiting.get(id);
    if (gathering === undefined)
      this.#waiting.set(id, (gathering = { where, rows: [], about: {} }));
    gathering.about = { ...objectOf(about), ...gathering.about };
    gathering.rows.push({
      order: { start: orderOf(time), id: orderOf(order) },
      call: isJsonObject(call) ? call : null,
    });
  }

  *end(): Generator<void> {
    const runs = [...this.#waiting].map(([id, { where, rows, about }]) => {
      // Sorting is stable: rows that say nothing of their order keep theirs.
      rows.sort((a, b) => compareOrders(a.order, b.order));
      const order: RunOrder = { start: '', id };
      return { id, where, about, rows, order };
    });
    this.#waiting.clear();
    runs.sort((a, b) => compareOrders(a.order, b.order));
    for (const { id, where, about, rows, order } of runs) {
      const calls = rows.flatMap(({ call }) => (call === null ? [] : [call]));
      const trace = { ...about, id: id === '' ? null : id, tool_calls: calls };
      const output: TraceOutput = {
        error: (issue) => this.#output.error(issue),
        warn: (issue) => this.#output.warn(issue),
        trace: (read, place) => this.#output.trace(read, place, undefined, order),
      };
      nativeFormat.open(output).add(trace, where);
      yield;
    }
  }

  divide(parts: number, indexOf: (key: string) => number): CallRowAssembler[] {
    const assemblers = Array.from({ length: parts }, () => new CallRowAssembler(this.#output));
    divideMap(
      this.#waiting,
      assemblers.map((part) => part.#waiting),
      indexOf,
    );
    return assemblers;
  }
}

const DIGITS = 20;

function orderOf(value: Json | undefined): string {
  if (typeof value === 'number') return String(value).padStart(DIGITS, '0');
  if (typeof value !== 'string') return '';
  return /^\d+$/.test(value) ? value.padStart(DIGITS, '0') : value;
}
