import { argumentsOf, formatTool, type ToolCall, type ToolRef } from '../trace/trace.ts';

/** How a tool was called. */
export interface RecordedUse {
  readonly calls: number;
  /** The parameters that any call passed. */
  readonly passed: ReadonlySet<string>;
}

/** How tools were called in the traces that were looked at. */
export class ToolUses {
  readonly #uses = new Map<string, { calls: number; readonly passed: Set<string> }>();

  add(call: ToolCall): void {
    const key = formatTool(call);
    const use = this.#uses.get(key) ?? { calls: 0, passed: new Set() };
    this.#uses.set(key, use);
    use.calls++;
    for (const name of Object.keys(argumentsOf(call) ?? {})) use.passed.add(name);
  }

  of(tool: ToolRef): RecordedUse | null {
    return this.#uses.get(formatTool(tool)) ?? null;
  }
}
