import type { EvalReport, RunLabel, TestReport } from '#core';
import { keyOf } from './case-faults.ts';

/** Where runs and cases are recorded, as far as the report says: `file:line` of those that scorers complain about. */
export function wheresOf(measured: TestReport | EvalReport): (label: RunLabel) => string | null {
  const wheres = new Map<string, string>();
  if ('cases' in measured) {
    // An eval may have a million cases, of which few are asked for.
    const asked = new Set(
      measured.scores.flatMap(({ misses, calls }) => [...misses.items, ...calls].map(keyOf)),
    );
    for (const { id, evidence } of measured.cases) {
      const key = keyOf({ case: id });
      if (evidence !== undefined && asked.has(key)) wheres.set(key, evidence.where);
    }
  } else
    for (const { run, evidence } of measured.listedRuns ?? [])
      wheres.set(keyOf({ run }), evidence.where);
  return (label) => wheres.get(keyOf(label)) ?? null;
}
