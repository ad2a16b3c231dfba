import type { ToolCall } from '#core';
import { CALL } from '../scanner/trace-scanner.ts';

/**
 * Calls with the status and repeats that the scanner recorded. Placeholder arguments are equal for repeated calls and
 * different for all others. Without `faults` neither matters.
 */
export function scannedCalls(
  calls: Iterable<number>,
  callOf: (tool: number) => ToolCall,
  faults: number,
): readonly ToolCall[] {
  const made: ToolCall[] = [];
  const first = new Map<number, number>();
  for (const call of calls) {
    const tool = call & CALL.tool;
    const plain = callOf(tool);
    if (faults === 0) {
      made.push(plain);
      continue;
    }
    const isRepeated = (call & CALL.repeated) !== 0;
    if (!first.has(tool)) first.set(tool, made.length);
    const n = isRepeated ? (first.get(tool) as number) : made.length;
    made.push({
      ...plain,
      arguments: { state: 'parsed', value: { n } },
      status: statusOf(call),
    });
  }
  return made;
}

/** The distinct tools of some calls. */
export function toolsOf(calls: Iterable<number>): readonly number[] {
  return [...new Set([...calls].map((call) => call & CALL.tool))];
}

function statusOf(call: number): ToolCall['status'] {
  if ((call & CALL.unrecorded) !== 0) return null;
  return (call & CALL.failed) === 0 ? 'ok' : 'error';
}
