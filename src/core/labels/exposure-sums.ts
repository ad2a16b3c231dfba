import type { Sums } from '../measure/sums.ts';
import type { ToolExposure } from '../report/report.ts';
import { formatTool, type ToolCall } from '../trace/trace.ts';
import { labelOfTool } from './confusion-table.ts';
import { exposedBy, unaskedCalls } from './exposed-values.ts';
import type { Pairing } from './pairing.ts';

type Counts = { -readonly [Key in Exclude<keyof ToolExposure, 'tool'>]: number };

/** Sums over cases which tools, uncalled for, brought personal values into the context of the model. */
export class ExposureSums implements Sums<readonly ToolExposure[]> {
  readonly #tools = new Map<string, Counts>();

  add(pairing: Pairing, calls: readonly ToolCall[]): void {
    const byTool = new Map<string, ToolCall[]>();
    for (const index of unaskedCalls(pairing)) {
      const call = calls[index]!;
      const tool = labelOfTool(formatTool(call));
      byTool.set(tool, [...(byTool.get(tool) ?? []), call]);
    }
    for (const [tool, made] of byTool) {
      const { values, unrecorded } = exposedBy(made);
      const cases = values.size > 0 ? 1 : 0;
      this.#count(tool, { calls: made.length, values: values.size, cases, unrecorded });
    }
  }

  #count(tool: string, more: Readonly<Counts>): void {
    const counts = this.#tools.get(tool) ?? { calls: 0, values: 0, cases: 0, unrecorded: 0 };
    counts.calls += more.calls;
    counts.values += more.values;
    counts.cases += more.cases;
    counts.unrecorded += more.unrecorded;
    this.#tools.set(tool, counts);
  }

  state(): readonly ToolExposure[] {
    return this.report();
  }

  merge(tools: readonly ToolExposure[]): void {
    for (const { tool, ...counts } of tools) this.#count(tool, counts);
  }

  /** The tools with most values first, then by name. */
  report(): readonly ToolExposure[] {
    return [...this.#tools]
      .map(([tool, counts]) => ({ tool, ...counts }))
      .sort((a, b) => b.values - a.values || (a.tool < b.tool ? -1 : 1));
  }
}
