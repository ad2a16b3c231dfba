import type { OpenAssembler, TraceFormat } from '../trace-format.ts';
import { MemoryBudget, type SpillLimits } from './memory-budget.ts';
import { type PartitionedFormat, SpillingAssembler } from './spilling-assembler.ts';

/** Opens assemblers that share a memory limit; beyond it, scattered runs wait in temporary files. */
export function openSpilling(limits?: SpillLimits): OpenAssembler {
  const budget = new MemoryBudget(limits);
  return (format, output) =>
    isPartitioned(format) ? new SpillingAssembler(format, output, budget) : format.open(output);
}

function isPartitioned(format: TraceFormat): format is PartitionedFormat {
  return format.partition !== undefined;
}
