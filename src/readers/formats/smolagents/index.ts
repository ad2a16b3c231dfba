// smolagents 1.10 to 1.24: `agent.memory.get_full_steps()`, `get_succinct_steps()`, and results of runs with their steps.
import type { Json, Place } from '#core';
import { readIssue } from '../../records/read-codes.ts';
import type { Assembler, Likeness, TraceFormat, TraceOutput } from '../../trace-format.ts';
import { findSteps, isOwnStep, stepKind } from './find-steps.ts';
import { MemoryRun } from './memory-run.ts';

/** Memories of smolagents agents. */
export const smolagentsFormat: TraceFormat = {
  id: 'smolagents',
  title: 'smolagents steps',
  joinsFiles: false,
  sniff,
  open: (output) => new MemoryLog(output),
};

function sniff(record: Json): Likeness {
  if (isOwnStep(record)) return 'part';
  return findSteps(record)?.list.some(isOwnStep) === true ? 'run' : 'none';
}

class MemoryLog implements Assembler {
  readonly #output: TraceOutput;
  /** The steps of a file are a run. */
  #parts: MemoryRun | null = null;

  constructor(output: TraceOutput) {
    this.#output = output;
  }

  add(record: Json, where: Place): void {
    const steps = findSteps(record);
    if (steps !== null) {
      const run = new MemoryRun(where);
      run.addHeader(record);
      for (const [index, step] of steps.list.entries()) run.addStep(step, index);
      this.#output.trace(run.finish(), where);
    } else if (stepKind(record) !== null) {
      this.#parts ??= new MemoryRun(where);
      this.#parts.addStep(record, 0);
    } else {
      const message = 'a memory of smolagents is a list of steps with a task or a step_number';
      const place = { ...where, pointer: where.pointer ?? '' };
      this.#output.error(readIssue('TRACE_SCHEMA', message, { where: place }));
    }
  }

  end(): void {
    if (this.#parts !== null) this.#output.trace(this.#parts.finish(), this.#parts.where);
  }
}
