import type { Scorer } from '#core';

/** Used in a plan where a custom scorer is called: it has no metrics that are known before. */
export function customScorer(kind: 'module' | 'command'): Scorer {
  return {
    name: kind,
    version: 1,
    summary: 'A scorer of your own',
    metrics: [],
    defaultGates: [],
    meanMetric: null,
    options: {},
    tallyKeys: [],
    showsArguments: false,
    compile() {
      throw new TypeError('a scorer of the user is called, not compiled');
    },
    isVacuous: () => false,
  };
}
