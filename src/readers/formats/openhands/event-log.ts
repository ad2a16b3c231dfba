import { isJsonObject, type Json, type JsonObject, type Place } from '#core';
import { listOf, objectOf } from '../../draft/json-parts.ts';
import { readFailure } from '../../draft/read-failure.ts';
import { textOf } from '../../draft/text-of.ts';
import { readIssue } from '../../records/read-codes.ts';
import type { Assembler, TraceOutput } from '../../trace-format.ts';
import { isOldEvent, isSdkEvent } from './event.ts';
import { EventRun } from './event-run.ts';

/** Makes a run of the events of a file, of the files of a folder of events, and of each row of a benchmark. */
export class EventLog implements Assembler {
  readonly #output: TraceOutput;
  readonly #runs = new Map<string, { readonly run: EventRun; readonly events: StoredEvent[] }>();

  constructor(output: TraceOutput) {
    this.#output = output;
  }

  add(record: Json, where: Place): void {
    const history = Array.isArray(record) ? { list: record as readonly Json[], pointer: '' } : null;
    const row = history ?? (isJsonObject(record) ? historyOf(record) : null);
    if (row !== null) this.#addRow(row, objectOf(record), where);
    else if (isJsonObject(record) && isAnyEvent(record)) this.#addEvent(record, where);
    else this.#refuse(where, '');
  }

  *end(): Generator<void> {
    for (const { run, events } of this.#runs.values()) {
      // Files of a folder may come in any order.
      for (const { event } of events.toSorted((a, b) => a.index - b.index)) run.add(event);
      this.#output.trace(run.finish(), run.draft.where);
      yield;
    }
    this.#runs.clear();
  }

  #addEvent(event: JsonObject, where: Place): void {
    const file = where.file ?? '';
    // One event per file: `events/12.json` of version 0, `events/event-00012-….json` of the SDK.
    const [, folder, index] = /^(.*?)(?:event-)?(\d+)(?:-[^/]*)?\.json$/.exec(file) ?? [];
    const isFolder = folder !== undefined && /(?:^|\/)events\/$/.test(folder);
    const key = isFolder ? folder : file;
    const run = this.#runs.get(key) ?? { run: new EventRun(where), events: [] };
    this.#runs.set(key, run);
    run.events.push({ event, index: isFolder ? Number(index) : run.events.length });
  }

  #addRow({ list, pointer }: History, row: JsonObject, where: Place): void {
    const run = new EventRun(where);
    for (const [index, event] of list.entries()) {
      if (!isJsonObject(event) || !isAnyEvent(event)) {
        this.#refuse(where, `${pointer}/${index}`);
        return;
      }
      run.add(event);
    }
    run.draft.case = textOf(row.instance_id);
    run.draft.input ??= textOf(row.instruction);
    run.draft.error ??= readFailure(row.error);
    this.#output.trace(run.finish(), where);
  }

  #refuse(where: Place, pointer: string): void {
    const message = 'an event of OpenHands has an action, an observation, or a kind and a source';
    const place = { ...where, pointer: (where.pointer ?? '') + pointer };
    this.#output.error(readIssue('TRACE_SCHEMA', message, { where: place }));
  }
}

interface StoredEvent {
  readonly event: JsonObject;
  readonly index: number;
}

interface History {
  readonly list: readonly Json[];
  readonly pointer: string;
}

/** The events of a row of a benchmark, or of a downloaded trajectory. Old rows have pairs of action and observation. */
export function historyOf(record: JsonObject): History | null {
  const key = ['history', 'trajectory', 'events'].find((name) => Array.isArray(record[name]));
  if (key === undefined || isAnyEvent(record)) return null;
  const list = listOf(record[key]).flatMap((entry) =>
    Array.isArray(entry) ? (entry as Json[]) : [entry],
  );
  return { list, pointer: `/${key}` };
}

function isAnyEvent(record: JsonObject): boolean {
  return isOldEvent(record) || isSdkEvent(record);
}
