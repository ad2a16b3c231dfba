import type { CodeFoldInput, CodeFoldOutputs, Fold } from '#core';
import { loadFunction } from './load-function.ts';
import { computeInPython } from './python-metric.ts';

/** Calls the user's code for the folds that name some, one after the other. */
export async function computeFolds(inputs: readonly CodeFoldInput[]): Promise<CodeFoldOutputs> {
  const outputs = new Map<Fold, unknown>();
  for (const { fold, rows } of inputs) {
    if (fold.kind === 'python') outputs.set(fold, await computeInPython(fold, rows));
    else {
      const compute = await loadFunction(fold.path, fold.exportName);
      outputs.set(fold, await compute(rows));
    }
  }
  return outputs;
}
