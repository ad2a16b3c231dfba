import type { JsonObject, Place } from '#core';
import type { MessageCall } from '../../messages/message.ts';
import type { RunParts } from './build-run.ts';
import { compareNumbers } from './compare-numbers.ts';
import type { Observation } from './observation.ts';
import { readObservation } from './read-observation.ts';
import { readTraceHeader, type TraceHeader } from './trace-header.ts';

/** Collects what records say about a trace, in any order. */
export class TraceParts {
  readonly id: string | null;
  readonly where: Place;
  readonly #observations = new Map<string, Observation>();
  #header: TraceHeader | null = null;
  #history: readonly MessageCall[] = [];
  #historyMs = -Infinity;

  constructor(id: string | null, where: Place) {
    this.id = id;
    this.where = where;
  }

  /** The earliest start; infinite when no record has it. */
  get startMs(): number {
    let first = this.#header?.startMs ?? Infinity;
    for (const { startMs } of this.#observations.values()) first = Math.min(first, startMs);
    return first;
  }

  /** Whether a model, a tool or an agent took part. */
  get isRun(): boolean {
    for (const { kind } of this.#observations.values()) if (kind !== 'other') return true;
    return false;
  }

  addTrace(row: JsonObject): void {
    this.#header = readTraceHeader(row);
  }

  /** Adds an observation. Pages overlap: of duplicates, the finished observation counts. */
  addObservation(row: JsonObject): void {
    const { observation, history } = readObservation(row);
    const key = observation.id === '' ? ` ${this.#observations.size}` : observation.id;
    const existing = this.#observations.get(key);
    if (existing !== undefined && observation.durationMs === undefined) return;
    this.#observations.set(key, observation);
    if (history.length > 0 && observation.startMs >= this.#historyMs) {
      this.#history = history;
      this.#historyMs = observation.startMs;
    }
  }

  finish(): RunParts {
    return {
      id: this.id,
      where: this.where,
      header: this.#header,
      observations: [...this.#observations.values()].sort(compareObservations),
      history: this.#history,
    };
  }
}

/** By time; equal times are ordered so that the order of lines does not matter. */
function compareObservations(a: Observation, b: Observation): number {
  return (
    compareNumbers(a.startMs, b.startMs) ||
    compareNumbers(RANK.indexOf(a.kind), RANK.indexOf(b.kind)) ||
    (a.id < b.id ? -1 : Number(a.id > b.id))
  );
}

const RANK: readonly Observation['kind'][] = ['agent', 'other', 'model', 'tool'];
