import { EvalReplay, formatTool, TestReplay, type ToolSpec } from '#core';

/** A tool that the catalog or some run has. */
export interface KnownTool {
  readonly name: string;
  /** How many calls of it the runs have. */
  readonly calls: number;
  readonly description: string | null;
}

/** The tools of the catalog and of all runs, the most called first. */
export function listKnownTools(
  replays: Iterable<TestReplay | EvalReplay>,
  catalog: readonly ToolSpec[] | null,
): readonly KnownTool[] {
  const calls = new Map<string, number>();
  const descriptions = new Map<string, string | null>();
  const note = (tools: readonly ToolSpec[] | null): void => {
    for (const tool of tools ?? []) {
      const name = formatTool(tool);
      if ((descriptions.get(name) ?? null) === null) descriptions.set(name, tool.description);
    }
  };
  note(catalog);
  for (const replay of replays) {
    const times = new Map<number, number>();
    const runs = replay instanceof TestReplay ? replay.runs : replay.recorded.runs;
    for (const { form } of runs) times.set(form, (times.get(form) ?? 0) + 1);
    for (const [form, trace] of replay.traces.entries()) {
      note(trace.offered);
      for (const call of trace.calls) {
        const name = formatTool(call);
        calls.set(name, (calls.get(name) ?? 0) + (times.get(form) ?? 0));
      }
    }
  }
  const names = [...new Set([...calls.keys(), ...descriptions.keys()])];
  return names
    .map((name) => ({
      name,
      calls: calls.get(name) ?? 0,
      description: descriptions.get(name) ?? null,
    }))
    .toSorted((a, b) => b.calls - a.calls || (a.name < b.name ? -1 : 1));
}
