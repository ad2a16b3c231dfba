// tau2-bench results: `{ info, tasks, simulations }`, or simulations alone, as its runner writes them (0.1 to 0.2, 2025).
import { isJsonObject, type Json, type JsonObject, type Place } from '#core';
import { objectOf } from '../../draft/json-parts.ts';
import type { TraceFormat, TraceOutput } from '../../trace-format.ts';
import { readIssue } from '../../records/read-codes.ts';
import { readSimulation } from './read-simulation.ts';

/** Results of tau2-bench. */
export const tau2BenchFormat: TraceFormat = {
  id: 'tau2-bench',
  title: 'tau2-bench results',
  joinsFiles: false,
  sniff: (record) =>
    isJsonObject(record) && (isResults(record) || isSimulation(record)) ? 'run' : 'none',
  open: (output) => ({ add: (record, where) => readResults(record, where, output), end: () => {} }),
};

function isResults({ simulations, tasks }: JsonObject): boolean {
  return Array.isArray(simulations) && tasks !== undefined;
}

function isSimulation(record: JsonObject): boolean {
  return 'task_id' in record && 'termination_reason' in record && Array.isArray(record.messages);
}

function readResults(record: Json, where: Place, output: TraceOutput): void {
  if (!isJsonObject(record) || !Array.isArray(record.simulations)) {
    addSimulation(record, {}, where, output);
    return;
  }
  const info = objectOf(record.info);
  for (const [index, simulation] of (record.simulations as readonly Json[]).entries()) {
    const pointer = `${where.pointer ?? ''}/simulations/${index}`;
    addSimulation(simulation, info, { ...where, pointer }, output);
  }
}

function addSimulation(value: Json, info: JsonObject, where: Place, output: TraceOutput): void {
  const read = readSimulation(value, info, where);
  if (!('pointer' in read)) output.trace(read, where);
  else {
    const place = { ...where, pointer: (where.pointer ?? '') + read.pointer };
    output.error(readIssue('TRACE_SCHEMA', read.message, { where: place }));
  }
}
