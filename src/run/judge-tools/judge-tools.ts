import type { ToolSetAnalysis, ToolSetReport } from '#core';
import type { JudgeToolsOptions } from './judge-options.ts';

/** The report, with what a model says about its doubtful pairs. Throws a UserError where the model cannot be asked. */
export async function judgeTools(
  analysis: ToolSetAnalysis,
  options: JudgeToolsOptions,
  signal: AbortSignal,
): Promise<ToolSetReport> {
  // Other commands start faster without what this takes.
  const { judgePairs } = await import('./judge-pairs.ts');
  return judgePairs(analysis, options, signal);
}
