import type { GateReport } from '#core';

/** What a gate is about: its metric, and the tool where it is one of single tools. */
export function gateName({ metric, tool }: Pick<GateReport, 'metric' | 'tool'>): string {
  return tool === undefined ? metric : `${metric} of ${tool}`;
}
