import type { ListedTool } from '#core';
import type { DraftedPrompts, DraftOptions } from './drafting.ts';

/** Has a model draft prompts for tools. Throws a UserError where the model cannot be asked. */
export async function draftPrompts(
  tools: readonly ListedTool[],
  options: DraftOptions,
): Promise<DraftedPrompts> {
  // Other commands start faster without what this takes.
  const { draftAll } = await import('./drafting.ts');
  return draftAll(tools, options);
}
