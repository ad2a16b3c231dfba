import { createHash } from 'node:crypto';
import type { SourceTool } from './tool-source.ts';

/** Decoys: tools that are offered beside the real ones and cannot be called. */
export interface Distractors {
  readonly count: number;
  readonly tools: readonly SourceTool[];
  readonly seed: string;
}

/** As many decoys as asked for, none with the name of a real tool or of another decoy; the same seed, the same ones. */
export function drawDistractors(
  { count, tools, seed }: Distractors,
  real: readonly SourceTool[],
): SourceTool[] {
  const names = new Set(real.map(({ name }) => name));
  const ranked = tools.map((tool) => ({
    tool,
    rank: createHash('sha256')
      .update(JSON.stringify([seed, tool.server, tool.name]))
      .digest('hex'),
  }));
  ranked.sort((a, b) => (a.rank < b.rank ? -1 : Number(a.rank > b.rank)));
  const drawn: SourceTool[] = [];
  for (const { tool } of ranked) {
    if (drawn.length === count) break;
    if (names.has(tool.name)) continue;
    names.add(tool.name);
    drawn.push(tool);
  }
  return drawn;
}
