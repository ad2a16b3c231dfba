import type { JsonObject } from '../json/json.ts';
import type { Services } from '../scoring/scorer.ts';
import type { ToolCall, Trace } from '../trace/trace.ts';
import {
  type CaseContext,
  FAILURE_MODES,
  type FailureMode,
  findFailureModes,
} from './failure-modes.ts';
import { contextOf, LabelReader, type SharedLabelOptions } from './labelled-case.ts';

/** Finds in which ways single cases go wrong: the evidence of a case says what `failureModes` counts. */
export class CaseModes {
  readonly #reader: LabelReader;
  readonly #context: CaseContext;

  constructor(options: SharedLabelOptions, services: Services) {
    this.#reader = new LabelReader(options, services);
    this.#context = contextOf(options, services);
  }

  /** The failure modes of a case in their order; throws where the row has no label. */
  of(row: JsonObject, calls: readonly ToolCall[], trace: Trace): readonly FailureMode[] {
    const pairer = this.#reader.read(row);
    const modes = findFailureModes(pairer, pairer.pair(calls), calls, trace, this.#context);
    return FAILURE_MODES.filter((mode) => modes.has(mode));
  }
}
